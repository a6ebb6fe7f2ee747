// Entry of a replay: a finished game, move by move, and its post-mortem.
import "./chrome.js";
import { say as announce } from "./announce.js";
import { cardName } from "./cards.js";
import { bindCopy } from "./clipboard.js";
import { number } from "./format.js";
import { CallError, pageData } from "./http.js";
import { OutlookBar } from "./outlook_bar.js";
import { PostMortem } from "./postmortem.js";
import { PostMortemPanel } from "./postmortem_panel.js";
import { losingSentence, standing } from "./postmortem_words.js";
import { ReplayFelt } from "./replay_felt.js";
import { bindKeys, bindTransport } from "./replay_input.js";
import { MoveList } from "./replay_list.js";
import { Player } from "./replay_player.js";
import { Timeline } from "./replay_timeline.js";
import { sentence } from "./replay_words.js";
import { Scores } from "./scores.js";
import { Sheet } from "./sheet.js";
import * as status from "./status.js";
import { fill, gettext } from "./text.js";

const { replay } = pageData("page-data");
const byId = (id) => document.getElementById(id);
const game = Timeline.ofGame(replay);
const mortem = new PostMortem({ replay, game });
let shown = game;
let aim = "points";

class ReplayScores extends Scores {
  gainOf(view) {
    return view.run_gain;
  }
}

const felt = new ReplayFelt();
const scores = new ReplayScores();
const player = new Player({ times: game.times, onShow, onPlaying });
const list = new MoveList(byId("moves"), { steps: game.steps, onPick: (index) => player.goTo(index) });
const sheet = new Sheet();
const panel = new PostMortemPanel({ mortem, onPick: pick, onRetry: examine });
const bar = new OutlookBar({ mortem, onPick: (index) => player.goTo(index), onLine: openLine, onBack: leaveLine, onAim });

/** Whether a state is the one at which the game was lost. */
function isTurn(index) {
  return !shown.isLine && mortem.losing?.index === index;
}

function wordsAt(index, label) {
  if (isTurn(index)) return losingSentence(mortem, { isHere: true, label });
  return sentence(shown.step(index), label);
}

function toneAt(index) {
  if (isTurn(index)) return "refused";
  const { after, isTimedOut } = shown.step(index);
  return after.status === "won" || isTimedOut ? "won" : "plain";
}

function onShow(index, { by }) {
  const view = shown.views[index];
  felt.show(view, { isJump: by === "jump" });
  felt.mark(isTurn(index) ? mortem.losing : null);
  scores.render(view, view);
  scores.setClock(shown.clockAt(index), false);
  status.say(wordsAt(index), toneAt(index));
  if (by !== "play") announce(wordsAt(index, cardName));
  list.show(index);
  bar.show(shown, index, aim);
  showPlace(index);
}

function showPlace(index) {
  const { last } = shown;
  const words = { index: number(index), last: number(last) };
  const place = fill(gettext("%(index)s of %(last)s"), words);
  for (const box of document.querySelectorAll("[data-place]")) box.textContent = place;
  const slider = byId("slider");
  slider.max = last;
  slider.value = index;
  slider.style.setProperty("--done", last ? index / last : 0);
  slider.setAttribute("aria-valuetext", placeWords(index, words));
  for (const button of document.querySelectorAll("[data-step]")) {
    const isBack = ["first", "back"].includes(button.dataset.step);
    button.disabled = isBack ? index === 0 : index === last;
  }
}

/** The place for the ear, with what could still be won there. */
function placeWords(index, words) {
  const place = fill(gettext("Move %(index)s of %(last)s"), words);
  if (!shown.outlook) return place;
  const stands = standing({ timeline: shown, index, aim, isWinnable: mortem.best.winnable });
  return `${place}. ${stands}`;
}

function onPlaying(isPlaying) {
  const button = byId("play");
  button.toggleAttribute("data-playing", isPlaying);
  button.setAttribute("aria-label", isPlaying ? gettext("Pause") : gettext("Play"));
}

/** Puts another timeline on the page, at one of its states. */
function lead(timeline, index) {
  player.stop();
  shown = timeline;
  player.load(timeline.times);
  list.fill(timeline.steps, { from: timeline.from });
  list.markLosing(timeline.isLine ? null : mortem.losing);
  bar.draw(timeline, aim);
  player.show(index, "jump");
}

/** Leads to a state of the game, out of a line and out of the sheet. */
function pick(index) {
  sheet.close();
  if (shown.isLine) lead(game, index);
  else player.goTo(index);
}

async function openLine() {
  const from = shown.from ?? player.index;
  player.stop();
  bar.wait();
  sheet.close();
  try {
    const line = await mortem.line(from, aim);
    lead(game.goOn({ from, line, aim }), from);
    byId("to-game").focus({ preventScroll: true });
    announce(standing({ timeline: shown, index: from, aim, isWinnable: true }));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    stay();
    bar.say(fill(gettext("%(fault)s Please ask for the line again."), { fault: error.message }), "bad");
  }
}

/** No line came: what is shown stays, by the scoring that it was shown by. */
function stay() {
  aim = shown.aim ?? aim;
  panel.showDrops(aim);
  bar.draw(shown, aim);
  bar.show(shown, player.index, aim);
}

function leaveLine() {
  lead(game, shown.from);
  byId("best-line").focus({ preventScroll: true });
}

function onAim(chosen) {
  aim = chosen;
  if (shown.isLine) openLine();
  else stay();
  panel.showDrops(aim);
}

async function examine() {
  panel.wait();
  bar.say(gettext("Working out what could be won …"));
  try {
    await mortem.load();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    bar.say(gettext("There is no post-mortem yet."), "bad");
    return panel.fail(error.message);
  }
  panel.show(aim);
  list.markLosing(mortem.losing);
  bar.draw(game, aim);
  byId("outlook").removeAttribute("aria-busy");
  return player.refresh();
}

byId("play").disabled = game.last === 0;
bindTransport(player);
bindKeys(player);
document.addEventListener("keydown", ({ key }) => key === "Escape" && shown.isLine && leaveLine());
byId("more").addEventListener("click", () => sheet.open());
bindCopy(byId("copy-link"), () => location.href);
player.show(0, "jump");
examine();
