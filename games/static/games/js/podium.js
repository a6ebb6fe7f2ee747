// The end of a race: one's own table first, then everybody's places.
import { endedWords } from "./absent.js";
import { clock, number } from "./format.js";
import { fill, gettext, ngettext } from "./text.js";

function byId(id) {
  return document.getElementById(id);
}

function cell(name, text) {
  const td = document.createElement("td");
  td.className = name;
  td.textContent = text;
  return td;
}

function endWords({ status, cards_left: left }) {
  if (status === "won") return gettext("cleared");
  const words = fill(ngettext("%(left)s left", "%(left)s left", left), { left });
  if (status === "resigned") return `${gettext("resigned")} · ${words}`;
  return status === "timed_out" ? `${gettext("out of time")} · ${words}` : words;
}

/** What a rated race did to a rating: "1662 (+162)". */
function ratingWords({ rating = null, rating_change: change }) {
  if (rating === null) return "";
  return `${number(rating)} (${change < 0 ? "−" : "+"}${number(Math.abs(change))})`;
}

function nameCell(place, me) {
  const td = cell("name-cell", place.player === me ? gettext("You") : place.player);
  const detail = document.createElement("span");
  detail.className = "detail";
  detail.textContent = [endWords(place), ratingWords(place)].filter(Boolean).join(" · ");
  td.append(detail);
  return td;
}

/** Told with everybody's lines (race_end.js). */
function scoreCell(name) {
  const td = cell("", "–");
  td.dataset.score = name;
  return td;
}

function line(place, me) {
  const tr = document.createElement("tr");
  if (place.player === me) tr.className = "me";
  tr.dataset.player = place.player;
  tr.append(
    cell("rank-cell", number(place.place)),
    nameCell(place, me),
    cell("", number(place.points)),
    scoreCell("combo"),
    scoreCell("streak"),
    cell("last-cell", clock(place.duration_ms)),
  );
  return tr;
}

/** Who is first; "wins" is for those who cleared the peaks. */
function title(places, me) {
  const first = places.filter(({ place }) => place === 1);
  const isMine = first.some(({ player }) => player === me);
  const isWon = first[0].status === "won";
  if (first.length > 1) return isWon ? gettext("A dead heat") : gettext("A shared first place");
  if (isMine) return isWon ? gettext("You win the race") : gettext("You come first");
  const text = isWon ? gettext("%(name)s wins the race") : gettext("%(name)s comes first");
  return fill(text, { name: first[0].player });
}

/** Holds what was opened against the fingerprint that this page has shown beforehand. */
async function prove({ deal, nonce, fingerprint }) {
  const text = `${deal}:${nonce}`;
  byId("proof-text").textContent = text;
  byId("proof-hash").textContent = fingerprint;
  const verdict = byId("proof-verdict");
  verdict.textContent = gettext("– this page cannot check it without a secure connection.");
  delete verdict.dataset.holds;
  if (!globalThis.crypto?.subtle) return;
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hash = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  verdict.dataset.holds = hash === fingerprint ? "yes" : "no";
  verdict.textContent =
    hash === fingerprint ? gettext("– checked just now, it holds.") : gettext("– it does NOT hold.");
}

/** The way to the post-mortem of one's own game. */
export function showPostMortem(game) {
  byId("finish-post-mortem").hidden = !game;
  if (game) byId("finish-post-mortem").href = `/replays/${game}/`;
}

/** Everybody's places, the deal, and what proves that it was fixed beforehand. `game`: the id of
 *  one's own, null for who watched. */
export function showFinish(race, game) {
  hideEnds();
  byId("finish-title").textContent = title(race.places, race.me);
  byId("finish-words").textContent = race.own ? "" : gettext("You had no seat in this race.");
  byId("finish-places").replaceChildren(...race.places.map((place) => line(place, race.me)));
  byId("finish-deal").hidden = !race.deal;
  for (const link of document.querySelectorAll("[data-deal-link]")) {
    link.href = `/deals/${race.deal}/`;
    if (link.dataset.dealLink === "code") link.textContent = race.deal;
  }
  showPostMortem(game);
  byId("finish-proof").hidden = !race.nonce;
  if (race.nonce) prove(race);
  byId("finish").hidden = false;
  byId("finish-rematch").focus({ preventScroll: true });
}

function wonWords(place, isFirst) {
  if (isFirst) return gettext("First! All peaks cleared");
  if (place === null) return gettext("All peaks cleared");
  return fill(gettext("All peaks cleared, place %(place)s"), { place: number(place) });
}

function doneWords(status, race) {
  const others = race.rivals.filter((racer) => !race.isDone(racer)).length;
  const waits = fill(
    ngettext("%(count)s racer is still at it.", "%(count)s racers are still at it.", others),
    { count: others },
  );
  const place = race.own?.place ?? null;
  const isFirst = place === null ? !race.rivals.some((racer) => racer.status === "won") : place === 1;
  switch (status) {
    case "won":
      return [wonWords(place, isFirst), `${clock(race.own?.duration_ms ?? 0)} · ${waits}`];
    case "resigned":
      return [gettext("You resigned"), waits];
    case "timed_out":
      return [gettext("Time is up"), endedWords(race.own ?? {}) ?? ""];
    default:
      return race.undo
        ? [gettext("No move is left"), gettext("Take a move back and try another way, or resign.")]
        : [gettext("No move is left"), waits];
  }
}

/** One's own table is over (or stuck), the others' not yet. */
export function showDone(status, race) {
  const [head, words] = doneWords(status, race);
  byId("done-title").textContent = head;
  byId("done-words").textContent = words;
  byId("done-buttons").hidden = race.isDone({ status });
  byId("done").hidden = false;
}

export function hideEnds() {
  byId("done").hidden = true;
  byId("finish").hidden = true;
}
