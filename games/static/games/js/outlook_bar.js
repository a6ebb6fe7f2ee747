// Above the slider: how things stand at the state shown, the way into the best line and out.
import { OutlookPlot } from "./outlook_plot.js";
import { plotWords, standing } from "./postmortem_words.js";
import { gettext } from "./text.js";

function byId(id) {
  return document.getElementById(id);
}

export class OutlookBar {
  /** `onPick(index)`, `onLine()` into the best line, `onBack()` to the game, `onAim(aim)`. */
  constructor({ mortem, onPick, onLine, onBack, onAim }) {
    this.mortem = mortem;
    this.words = byId("standing");
    this.plot = new OutlookPlot(byId("plot"), { onPick });
    for (const button of document.querySelectorAll("[data-best-line]")) {
      button.addEventListener("click", onLine);
    }
    byId("to-game").addEventListener("click", onBack);
    for (const field of document.querySelectorAll("[data-aim]")) {
      field.addEventListener("change", () => onAim(field.value));
    }
  }

  /** Draws a timeline: the game's, or a line's. */
  draw(timeline, aim) {
    const { isLine } = timeline;
    byId("outlook").toggleAttribute("data-line", isLine);
    byId("felt").toggleAttribute("data-what-if", isLine);
    byId("sign").hidden = !isLine;
    byId("what-if").hidden = !isLine;
    byId("to-game").hidden = !isLine;
    for (const field of document.querySelectorAll("[data-aim]")) field.checked = field.value === aim;
    const losing = isLine ? null : (this.mortem.losing?.index ?? null);
    this.plot.show({ timeline, aim, losing, words: plotWords(timeline, aim) });
  }

  /** Says how things stand at a state. */
  show(timeline, index, aim) {
    if (!timeline.outlook) return;
    const isWinnable = this.mortem.best.winnable;
    const entry = timeline.outlook[index];
    this.say(standing({ timeline, index, aim, isWinnable }), entry ? "good" : "bad");
    this.plot.point(index);
    const isOffered = entry !== null && timeline.views[index].status !== "won";
    this.offer(isOffered && !timeline.isLine);
    byId("best-line").hidden = timeline.isLine;
  }

  offer(isOffered) {
    for (const button of document.querySelectorAll("[data-best-line]")) button.disabled = !isOffered;
  }

  say(text, tone = "plain") {
    this.words.textContent = text;
    this.words.dataset.tone = tone;
  }

  /** The line is on its way. */
  wait() {
    this.offer(false);
    this.say(gettext("Looking for the best line …"));
  }
}
