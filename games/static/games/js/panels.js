// What the page says at the end of a game: stuck, won or given up.
import { drawChip, rankLabel, rankOf } from "./cards.js";
import { clock, number } from "./format.js";
import { exposedSlots } from "./layout.js";
import { needs } from "./predict.js";
import { fill, gettext, ngettext } from "./text.js";

const LANDING_MS = 420;
/** Why a win will not stand on a board, account or not. */
const NEVER_RANKED = ["undo", "undo_used", "assisted"];
let timer = null;

function byId(id) {
  return document.getElementById(id);
}

/** Takes the panels away; a focus that was on one goes back to the table. */
export function hidePanels() {
  clearTimeout(timer);
  if (document.activeElement.closest(".end")) byId("stock").focus({ preventScroll: true });
  for (const id of ["stuck", "won", "resigned"]) byId(id).hidden = true;
}

function open(id, focus) {
  byId(id).hidden = false;
  byId(focus).focus({ preventScroll: true });
}

function wantedChip(rank) {
  const chip = document.createElement("span");
  chip.className = "chip wanted";
  const label = document.createElement("span");
  label.className = "rank";
  label.textContent = rankLabel(rank);
  chip.append(label);
  return chip;
}

/** No move is left: what lies on top, what would have fitted, what lies open. */
export function showStuck(view) {
  hidePanels();
  const open_ = exposedSlots(view.tableau).map((slot) => view.tableau[slot]);
  const sorted = open_.sort((one, other) => rankOf(one) - rankOf(other));
  byId("stuck-top").replaceChildren(drawChip(view.waste));
  byId("stuck-needs").replaceChildren(...needs(view.waste, view.rule).map(wantedChip));
  byId("stuck-open").replaceChildren(...sorted.map(drawChip));
  byId("stuck-undo").hidden = view.undo_allowed === false;
  timer = setTimeout(() => open("stuck", view.undo_allowed === false ? "stuck-again" : "stuck-undo"), LANDING_MS);
}

function unrankedSentence(reason) {
  switch (reason) {
    case "undo":
    case "undo_used":
      return gettext("Not on the board: boards list wins without undo.");
    case "assisted":
      return gettext("Not on the board: this attempt was assisted.");
    case "guest":
      return gettext("Not on the board yet: boards list players with an account.");
    case "sealed":
      return gettext("Enters the board when the race is over.");
    default:
      return gettext("This game is not on the board.");
  }
}

function bold(text, value) {
  const [before, after] = text.split("%(rank)s");
  const strong = document.createElement("b");
  strong.textContent = number(value);
  return [before, strong, after];
}

function placeParts(result, isGuest) {
  const rank = result.rank ?? result.provisional_rank ?? null;
  if (rank !== null && (isGuest || result.provisional)) {
    return bold(gettext("Place %(rank)s on this deal's board, once you sign up."), rank);
  }
  if (rank === null) return [unrankedSentence(result.unranked)];
  if (result.first_attempt) return bold(gettext("Place %(rank)s on the board, first attempt."), rank);
  return bold(gettext("Place %(rank)s on the board of this deal."), rank);
}

/** A guest whose win would stand on the board is asked to sign up before all else. */
function mainOfWon() {
  return byId("won-join").hidden ? "won-race" : "won-join";
}

/** Won: shown at once; the place follows with `showPlace`. */
export function showWon(view, timeMs) {
  hidePanels();
  const values = { time: clock(timeMs), moves: number(view.moves), left: number(view.stock) };
  byId("won-facts").textContent = fill(
    gettext("%(time)s, %(moves)s moves, %(left)s cards left in the stock"),
    values,
  );
  byId("won-place").replaceChildren(gettext("Finding your place …"));
  byId("won-join").hidden = true;
  byId("won-race").classList.add("main");
  timer = setTimeout(() => open("won", mainOfWon()), LANDING_MS);
}

/** Given up: what is left, and the way to the post-mortem. */
export function showResigned(view) {
  hidePanels();
  const { cards_left: left } = view.scores;
  const text = ngettext(
    "You ended it with %(left)s card left on the peaks.",
    "You ended it with %(left)s cards left on the peaks.",
    left,
  );
  byId("resigned-facts").textContent = fill(text, { left: number(left) });
  timer = setTimeout(() => open("resigned", "resigned-post-mortem"), LANDING_MS);
}

/** The result of a won game: its place, or why it has none. */
export function showPlace(result, isGuest) {
  byId("won-place").replaceChildren(...placeParts(result, isGuest));
  const mayEnter = isGuest && !NEVER_RANKED.includes(result.unranked);
  byId("won-join").hidden = !mayEnter;
  byId("won-join").classList.toggle("main", mayEnter);
  byId("won-race").classList.toggle("main", !mayEnter);
  if (document.activeElement === byId("won-race")) byId(mainOfWon()).focus({ preventScroll: true });
}
