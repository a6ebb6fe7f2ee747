// The end of a race: one's own table first, then everybody's places.
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

function nameCell(place, me) {
  const td = cell("name-cell", place.player === me ? gettext("You") : place.player);
  const detail = document.createElement("span");
  detail.className = "detail";
  detail.textContent = endWords(place);
  td.append(detail);
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

async function prove({ deal, nonce, commitment }) {
  const text = `${deal}:${nonce}`;
  byId("proof-text").textContent = text;
  byId("proof-hash").textContent = commitment;
  byId("proof-verdict").textContent = "";
  if (!globalThis.crypto?.subtle) return;
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hash = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  byId("proof-verdict").textContent =
    hash === commitment ? gettext("– checked just now, it holds.") : gettext("– it does NOT hold.");
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
  byId("finish-words").textContent = race.own ? "" : gettext("You watched this race.");
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

function doneWords(status, race) {
  const others = race.rivals.filter((racer) => !race.isDone(racer)).length;
  const waits = fill(
    ngettext("%(count)s racer is still at it.", "%(count)s racers are still at it.", others),
    { count: others },
  );
  const isFirst = !race.rivals.some((racer) => racer.status === "won");
  switch (status) {
    case "won":
      return [isFirst ? gettext("First! All peaks cleared") : gettext("All peaks cleared"), waits];
    case "resigned":
      return [gettext("You resigned"), waits];
    case "timed_out":
      return [gettext("Time is up"), ""];
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
