// What a finished race leaves besides its places: scores, everybody's line, the boards.
import { clock, number } from "./format.js";
import { CallError, get } from "./http.js";
import { chartWords, leftAt, RaceChart, ticks } from "./race_chart.js";
import { gettext } from "./text.js";

const ROWS = 8;
let chart = null;

function byId(id) {
  return document.getElementById(id);
}

function cell(tag, text, scope = null) {
  const element = document.createElement(tag);
  element.textContent = text;
  if (scope) element.scope = scope;
  return element;
}

function row(...cells) {
  const tr = document.createElement("tr");
  tr.append(...cells);
  return tr;
}

/** The chart as a table, for the ear: cards left of each racer at round times. */
function fillTable(racers, me) {
  const last = Math.max(...racers.map((racer) => racer.duration_ms));
  const names = racers.map(({ player }) => cell("th", player === me ? gettext("You") : player, "col"));
  const rows = ticks(last, ROWS).map((ms) =>
    row(cell("th", clock(ms), "row"), ...racers.map(({ line }) => cell("td", number(leftAt(line, ms))))),
  );
  byId("finish-lines").replaceChildren(row(cell("th", gettext("Time"), "col"), ...names), ...rows);
}

function fillScores(racers) {
  for (const { player, scores } of racers) {
    const line = [...byId("finish-places").children].find((tr) => tr.dataset.player === player);
    for (const box of line?.querySelectorAll("[data-score]") ?? []) {
      box.textContent = number(scores[box.dataset.score]);
    }
  }
}

/** Fills in the end of a race; without an answer the places stand alone. */
export async function showRaceEnd(race) {
  byId("finish-replay").href = `${race.url}replay/`;
  try {
    const { racers } = await get(`/api/v1/races/${race.slug}/lines`);
    fillScores(racers);
    byId("finish-chart").hidden = false;
    chart ??= new RaceChart(byId("finish-plot"));
    chart.show(racers, race.me);
    fillTable(racers, race.me);
    byId("finish-chart-words").textContent = chartWords(racers, race.me);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    byId("finish-chart").hidden = true;
  }
}
