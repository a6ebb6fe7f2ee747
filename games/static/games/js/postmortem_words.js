// The sentences of a post-mortem. `label` names a card: with its sign for the eye, in words for
// the ear.
import { cardLabel } from "./cards.js";
import { either, number } from "./format.js";
import { fill, gettext, ngettext } from "./text.js";

function moveName({ kind, slot }, view, label) {
  return kind === "draw" ? gettext("drawing") : label(view.tableau[slot]);
}

function losingWords({ action, index }, isHere) {
  const isDraw = action.kind === "draw";
  if (isHere) {
    return isDraw
      ? gettext("Here drawing lost it; %(others)s still won")
      : gettext("Here taking %(card)s lost it; %(others)s still won");
  }
  if (index === 0) {
    return isDraw
      ? gettext("At the very first move, drawing lost it; %(others)s still won")
      : gettext("At the very first move, taking %(card)s lost it; %(others)s still won");
  }
  return isDraw
    ? gettext("After move %(index)s, drawing lost it; %(others)s still won")
    : gettext("After move %(index)s, taking %(card)s lost it; %(others)s still won");
}

/** "After move 31, drawing lost it; 9♠ still won"; `isHere`: said at that very position. */
export function losingSentence({ losing, game }, { isHere = false, label = cardLabel } = {}) {
  const view = game.views[losing.index];
  const others = losing.alternatives.map((action) => moveName(action, view, label));
  return fill(losingWords(losing, isHere), {
    index: number(losing.index),
    card: moveName(losing.action, view, label),
    others: either(others),
  });
}

function wonSentence(mortem) {
  const gaps = mortem.gaps().filter(({ gap }) => gap > 0);
  if (gaps.length === 0) return gettext("Won with the most points and the most combo there are.");
  if (gaps.length === 2) return gettext("Won, with more to be had of points and of combo.");
  return gaps[0].aim === "points"
    ? gettext("Won with the most combo there is; more points were to be had.")
    : gettext("Won with the most points there are; more combo was to be had.");
}

function unwinnableSentence({ rule }) {
  return rule === "C"
    ? gettext("This deal cannot be won in Classic, whatever is played: that is proven.")
    : gettext("This deal cannot be won in Easy, whatever is played: that is proven.");
}

/** What became of the whole game. */
export function verdict(mortem) {
  if (mortem.isWon) return wonSentence(mortem);
  if (!mortem.best.winnable) return unwinnableSentence(mortem.replay);
  if (mortem.losing) return `${losingSentence(mortem)}.`;
  return mortem.replay.status === "timed_out"
    ? gettext("It could still be won when the time was up.")
    : gettext("It could still be won when it was given up.");
}

function bestWords(aim) {
  return aim === "combo"
    ? gettext("Still winnable, with a combo of up to %(best)s")
    : gettext("Still winnable, with up to %(best)s points");
}

function lineWords(aim, from) {
  if (from === 0) {
    return aim === "combo"
      ? gettext("Best line by combo from the start: %(best)s")
      : gettext("Best line by points from the start: %(best)s");
  }
  return aim === "combo"
    ? gettext("Best line by combo from move %(from)s: %(best)s")
    : gettext("Best line by points from move %(from)s: %(best)s");
}

/** How things stand at one state of the game or of a line. */
export function standing({ timeline, index, aim, isWinnable }) {
  const { status } = timeline.views[index];
  const outlook = timeline.outlook[index];
  if (timeline.isLine && index >= timeline.from) {
    return fill(lineWords(aim, timeline.from), { from: number(timeline.from), best: number(outlook[aim]) });
  }
  if (status === "won") return gettext("Won");
  if (outlook) return fill(bestWords(aim), { best: number(outlook[aim]) });
  if (!isWinnable) return gettext("Cannot be won");
  return status === "resigned" ? gettext("Given up") : gettext("Lost from here");
}

/** The plot in words. */
export function plotWords({ outlook, last }, aim) {
  const places = outlook.flatMap((entry, index) => (entry ? [index] : []));
  if (places.length === 0) return gettext("At no point could this game be won.");
  const from = outlook[places[0]][aim];
  const end = places.at(-1);
  const text =
    aim === "combo"
      ? gettext("The combo that a win could still bring: %(from)s at first, %(best)s after move %(end)s.")
      : gettext("The points that a win could still bring: %(from)s at first, %(best)s after move %(end)s.");
  const values = { from: number(from), best: number(outlook[end][aim]), end: number(end) };
  const lost = end < last ? ` ${gettext("From there on no win was left.")}` : "";
  return fill(text, values) + lost;
}

/** "Move 12 cost 18", for a list; the card or "draw" stands beside it. */
export function dropWords({ index, cost }) {
  const text = ngettext("Move %(index)s cost %(cost)s", "Move %(index)s cost %(cost)s", cost);
  return fill(text, { index: number(index + 1), cost: number(cost) });
}
