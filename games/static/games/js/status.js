// The one sentence on the felt: why a tap was refused, what a hint says, what to do next.
import { cardLabel, rankFrom, rankOf, rankPhrase } from "./cards.js";
import { either } from "./format.js";
import { coversOn } from "./layout.js";
import { settings } from "./settings.js";
import { fill, gettext, ngettext } from "./text.js";

/** Refusals that are told even when error help is off: they are not about the cards. */
const ALWAYS = ["rate_limited", "out_of_sync", "not_started", "log_full", "bad_message"];

export function say(text, tone = "plain") {
  const line = document.getElementById("status");
  line.textContent = text;
  line.dataset.tone = tone;
}

function fitSentence(view, slot, refusal) {
  return fill(gettext("%(card)s does not fit: on %(top)s goes %(needs)s"), {
    card: cardLabel(view.tableau[slot]),
    top: rankPhrase(rankOf(refusal.top ?? view.waste)),
    needs: either(refusal.needs.map((rank) => rankPhrase(rankFrom(rank)))),
  });
}

function blockedSentence(view, slot) {
  const count = coversOn(view.tableau, slot);
  const text = ngettext(
    "This card is blocked: %(count)s card still lies on it",
    "This card is blocked: %(count)s cards still lie on it",
    count,
  );
  return fill(text, { count });
}

function sentence(view, { slot }, refusal) {
  switch (refusal.code) {
    case "not_adjacent":
      return fitSentence(view, slot, refusal);
    case "blocked":
      return blockedSentence(view, slot);
    case "stock_empty":
      return gettext("The stock is empty");
    case "nothing_to_undo":
      return gettext("There is nothing to take back");
    case "undo_not_allowed":
      return gettext("Undo is off in this race");
    case "game_over":
      return gettext("This game is over");
    case "not_started":
      return gettext("The race has not started yet");
    case "out_of_sync":
      return gettext("This game moved on elsewhere: here is how it stands");
    default:
      return refusal.message ?? gettext("This does not work here");
  }
}

/** Says why an action was refused, if the player wants to hear it; returns what was said. */
export function sayRefusal(view, entry, refusal) {
  if (refusal.code === "no_card") return "";
  if (!settings.errorHelp && !ALWAYS.includes(refusal.code)) return "";
  const text = sentence(view, entry, refusal);
  say(text, "refused");
  return text;
}

/** What the line says when nothing else is to be said. */
export function sayStanding(view) {
  if (view.waste === "?" || view.status !== "playing") return say("");
  const top = cardLabel(view.waste);
  if (view.seq === 0) {
    say(fill(gettext("Take a card one rank above or below %(top)s, or draw"), { top }));
  } else if (view.takes.length === 0 && settings.errorHelp) {
    say(fill(gettext("Nothing fits on %(top)s: draw from the stock"), { top }));
  } else say("");
}

/** Says what a hint found. */
export function sayHint(view, hint) {
  if (hint.draw) return say(gettext("Nothing fits: draw from the stock"), "won");
  if (hint.slot === undefined || hint.slot === null) return say(gettext("No move is left"), "won");
  const names = { card: cardLabel(view.tableau[hint.slot] ?? "?"), top: cardLabel(view.waste) };
  say(fill(gettext("%(card)s fits on %(top)s"), names), "won");
}
