// What a replay says of each move: the sentence on the felt and the line in the list.
import { cardLabel } from "./cards.js";
import { gain } from "./format.js";
import { UNKNOWN } from "./predict.js";
import { fill, gettext, language, ngettext } from "./text.js";

const PEAKS_CLEARED = [
  gettext("The left peak is cleared"),
  gettext("The middle peak is cleared"),
  gettext("The right peak is cleared"),
];
const together = new Intl.ListFormat(language, { type: "conjunction" });

function comboGain({ before, after }) {
  return after.scores.combo - before.scores.combo;
}

function takeWords(step, label) {
  const { before, after } = step;
  const text =
    after.run < 2
      ? gettext("%(card)s goes on %(top)s: %(gain)s")
      : gettext("%(card)s goes on %(top)s: %(run)s in a row, %(gain)s");
  const cards = { card: label(after.waste), top: label(before.waste) };
  return fill(text, { ...cards, run: after.run, gain: gain(comboGain(step)) });
}

function turnedUp({ before, after }) {
  return after.tableau.filter((card, slot) => before.tableau[slot] === UNKNOWN && card !== UNKNOWN);
}

/** What a take brought about besides: a peak cleared, or cards turned up. A peak's last card
 *  is its tip, which lies on nothing, so it is never both. */
function takeMore(step, label) {
  const { after, action } = step;
  if (after.status === "won") return gettext("All three peaks are cleared");
  if (action.slot < PEAKS_CLEARED.length) return PEAKS_CLEARED[action.slot];
  const cards = turnedUp(step).map(label);
  if (cards.length === 0) return "";
  const text = ngettext("%(cards)s turns up", "%(cards)s turn up", cards.length);
  return fill(text, { cards: together.format(cards) });
}

function drawWords({ before, after }, label) {
  const card = label(after.waste);
  if (before.run < 2) return fill(gettext("%(card)s is drawn from the stock"), { card });
  const run = { card, run: before.run, gain: gain(before.run_gain) };
  return fill(gettext("%(card)s is drawn, %(run)s in a row had brought %(gain)s"), run);
}

function undoWords({ before, after }, label) {
  const text =
    after.stock > before.stock
      ? gettext("Undo: %(card)s goes back to the stock")
      : gettext("Undo: %(card)s goes back to the peaks");
  return fill(text, { card: label(before.waste) });
}

function resignWords({ after }) {
  const count = after.scores.cards_left;
  return fill(ngettext("Resigned with %(count)s card left", "Resigned with %(count)s cards left", count), {
    count,
  });
}

function moveWords(step, label) {
  switch (step.action?.kind) {
    case "take":
      return takeWords(step, label);
    case "draw":
      return drawWords(step, label);
    case "undo":
      return undoWords(step, label);
    case "resign":
      return resignWords(step);
    default:
      return gettext("The table as it was dealt");
  }
}

function moreWords(step, label) {
  if (step.isTimedOut) return gettext("Time was up");
  if (step.after.status === "stuck") return gettext("No move is left");
  return step.action?.kind === "take" ? takeMore(step, label) : "";
}

/** The sentence for a step `{before, after, action, isTimedOut}`; the dealt table has no action.
 *  `label` names a card: with its sign for the eye, in words for the ear. */
export function sentence(step, label = cardLabel) {
  const first = moveWords(step, label);
  const second = moreWords(step, label);
  return second ? fill(gettext("%(first)s. %(second)s."), { first, second }) : first;
}

/** The line of the list for a step: what was done, the card if there is one, and its gain. */
export function lineOf(step) {
  const { action, before, after } = step;
  if (action.kind === "take") return { what: "", card: after.waste, gain: gain(comboGain(step)) };
  if (action.kind === "draw") return { what: gettext("draw"), card: after.waste, gain: "" };
  if (action.kind === "undo") return { what: gettext("undo"), card: before.waste, gain: "" };
  return { what: gettext("resigned"), card: null, gain: "" };
}
