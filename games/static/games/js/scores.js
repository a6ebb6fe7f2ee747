// Every number of the game at hand, wherever the page shows it: `data-show` names which.
import { clock, gain, number } from "./format.js";
import { moves, pop } from "./motion.js";
import { fill, gettext, ngettext } from "./text.js";

const BROKEN_MS = 2600;

function show(name, text) {
  for (const element of document.querySelectorAll(`[data-show="${name}"]`)) {
    if (element.textContent !== text) element.textContent = text;
  }
}

/** Points a run of this length has brought, peak cards left out. */
function plainGain(run) {
  return (5 * run * (run + 3)) / 2;
}

function runParts(count) {
  const text = ngettext("%(count)s in a row", "%(count)s in a row", count);
  const [before, after] = text.split("%(count)s");
  const strong = document.createElement("b");
  strong.textContent = count;
  return [before.trim(), strong, after];
}

export class Scores {
  constructor() {
    this.base = null;
    this.timer = null;
    this.isAssisted = false;
    this.clockBase = 0;
    this.clockSince = null;
    setInterval(() => this.showClock(), 200);
  }

  /** Follows the confirmed states, to know what the run at hand has brought. */
  confirmed(before, next, action) {
    if (action === "draw" && before.run >= 2) this.broken(before.run, this.gainOf(before));
    if (next.run === 0) this.base = next.scores.combo;
    else if (action !== "take") this.base = null;
  }

  start(state) {
    this.base = state.run === 0 ? state.scores.combo : null;
    this.endBroken();
  }

  gainOf({ run, scores }) {
    return this.base === null ? plainGain(run) : scores.combo - this.base;
  }

  render(view, confirmed) {
    for (const [name, value] of Object.entries(view.scores)) show(name, number(value));
    const left = view.tableau.filter((card) => card !== null).length;
    show("left_words", fill(ngettext("%(count)s left", "%(count)s left", left), { count: left }));
    show("moves", fill(ngettext("%(count)s move", "%(count)s moves", view.moves), { count: view.moves }));
    this.renderClean(view);
    if (view.run > 0) this.renderRun(view.run, this.gainOf(confirmed), false);
    else if (this.timer === null) this.renderRun(0, 0, false);
  }

  /** Whether the game may still be ranked: no undo so far, and no help. */
  renderClean({ undo_used: used }) {
    const { words, title, icon } = this.cleanWords(used);
    show("clean_words", words);
    for (const mark of document.querySelectorAll(".clean-mark")) {
      mark.dataset.clean = icon === "check" ? "yes" : "no";
      mark.title = title;
      const sign = mark.querySelector(".icon");
      sign?.toggleAttribute("hidden", icon === "");
      sign?.setAttribute("aria-label", words);
      if (icon) sign?.querySelector("use").setAttribute("href", `#i-${icon}`);
    }
  }

  cleanWords(used) {
    if (this.isAssisted) {
      const title = gettext("This attempt is assisted: it is not ranked");
      return { words: gettext("assisted"), title, icon: "help" };
    }
    if (used) {
      const title = gettext("Undo was used: this game is not ranked");
      return { words: gettext("with undo"), title, icon: "" };
    }
    return { words: gettext("no undo so far"), title: gettext("No undo so far"), icon: "check" };
  }

  renderRun(run, won, isBroken) {
    for (const box of document.querySelectorAll(".run")) {
      const key = `${run}/${won}/${isBroken}`;
      if (box.dataset.key === key) continue;
      box.dataset.key = key;
      box.dataset.run = run;
      box.toggleAttribute("data-broken", isBroken);
      this.fillRun(box, run, won);
      if (run > 1 && !isBroken && moves()) pop(box.querySelector("b"));
    }
    if (run > 0 && !isBroken) this.endBroken();
  }

  fillRun(box, run, won) {
    if (run === 0) return box.replaceChildren();
    const words = document.createElement("span");
    const [before, count, after] = runParts(run);
    words.textContent = after;
    const points = document.createElement("em");
    points.textContent = gain(won);
    box.replaceChildren(before, count, words, points);
  }

  /** "5 in a row +100", for a moment after the draw that ended it. */
  broken(run, won) {
    this.endBroken();
    this.timer = setTimeout(() => {
      this.timer = null;
      this.renderRun(0, 0, false);
    }, BROKEN_MS);
    this.renderRun(run, won, true);
  }

  endBroken() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  /** The clock stands at so many milliseconds and runs on, or not. */
  setClock(ms, isRunning) {
    this.clockBase = ms;
    this.clockSince = isRunning ? performance.now() : null;
    this.showClock();
  }

  get clockMs() {
    return this.clockBase + (this.clockSince === null ? 0 : performance.now() - this.clockSince);
  }

  showClock() {
    show("clock", clock(this.clockMs));
  }
}
