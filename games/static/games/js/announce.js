// One live region for those who listen: moves and what they turned up, each once.
import { cardName } from "./cards.js";
import { fill, gettext, ngettext } from "./text.js";

const GATHER_MS = 120;
let waiting = [];
let timer = null;

function speak() {
  document.getElementById("announce").textContent = waiting.join(" ");
  waiting = [];
  timer = null;
}

/** Says a sentence; several within a moment are read as one. */
export function say(sentence) {
  waiting.push(sentence);
  timer ??= setTimeout(speak, GATHER_MS);
}

function moveSentence(message, before) {
  const card = message.waste ? cardName(message.waste) : "";
  if (message.action === "take") {
    if (message.run < 2) return fill(gettext("%(card)s taken."), { card });
    return fill(gettext("%(card)s taken, %(run)s in a row."), { card, run: message.run });
  }
  if (message.action === "draw") return fill(gettext("%(card)s drawn."), { card });
  if (message.action !== "undo") return "";
  const back = cardName(before.waste);
  return fill(gettext("%(back)s taken back, %(card)s lies on the waste."), { back, card });
}

function fitSentence(count) {
  if (count === 0) return gettext("Nothing fits.");
  return fill(ngettext("%(count)s card fits.", "%(count)s cards fit.", count), { count });
}

/** Says what an applied action did. */
export function announceMove(before, next, message) {
  const sentence = moveSentence(message, before);
  if (sentence) say(sentence);
  if (message.action === "take") {
    for (const card of Object.values(message.revealed ?? {})) {
      say(fill(gettext("%(card)s turned up."), { card: cardName(card) }));
    }
  }
  if (next.status === "playing") say(fitSentence(next.takes.length));
}
