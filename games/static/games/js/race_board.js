// One racer's table in a replay of the whole race: who, how he stands, and his cards, small.
import { clock, number } from "./format.js";
import { stillLayout } from "./geometry.js";
import * as motion from "./motion.js";
import { StillPiles, StillTable, taken } from "./replay_felt.js";
import { Timeline } from "./replay_timeline.js";
import { fill, gettext, ngettext } from "./text.js";

const WHOLE_STOCK = 23;

function make(tag, name, ...children) {
  const element = document.createElement(tag);
  element.className = name;
  element.append(...children);
  return element;
}

function leftWords(left) {
  return fill(ngettext("%(left)s left", "%(left)s left", left), { left });
}

function endWords({ status, duration_ms: ms, place }) {
  const at = { time: clock(ms), place: number(place) };
  switch (status) {
    case "won":
      return fill(gettext("cleared after %(time)s, place %(place)s"), at);
    case "resigned":
      return fill(gettext("resigned after %(time)s, place %(place)s"), at);
    case "timed_out":
      return fill(gettext("out of time, place %(place)s"), at);
    default:
      return fill(gettext("stuck after %(time)s, place %(place)s"), at);
  }
}

export class RaceBoard {
  /** `replay`: one racer's game, with his place. */
  constructor(replay, me) {
    this.replay = replay;
    this.game = Timeline.ofGame(replay);
    this.name = replay.player === me ? gettext("You") : replay.player;
    this.index = null;
    this.build();
    this.table = new StillTable(this.peaks);
    this.piles = new StillPiles({ stock: this.stock, waste: this.pile, place: this.place, ...this.counts });
    new ResizeObserver(() => this.arrange()).observe(this.felt);
  }

  build() {
    this.words = make("span", "quiet");
    const caption = make("p", "board-caption", make("b", "", this.name), this.words);
    this.peaks = make("div", "");
    this.stock = make("div", "stock");
    this.stock.setAttribute("role", "img");
    this.pile = make("div", "pile");
    this.pile.setAttribute("role", "img");
    this.place = make("div", "waste", this.pile);
    this.counts = { stockCount: make("span", ""), wasteCount: make("span", "") };
    this.felt = make("div", "felt", make("div", "table", this.peaks, this.stock, this.place));
    this.felt.dataset.layout = "still";
    this.root = make("li", "race-board", caption, this.felt);
    this.root.dataset.player = this.replay.player;
  }

  arrange() {
    const { clientWidth: width, clientHeight: height } = this.felt;
    if (width === 0 || height === 0) return;
    const layout = stillLayout({ width, height });
    this.felt.style.setProperty("--cw", `${layout.cardWidth}px`);
    this.felt.style.setProperty("--ch", `${layout.cardHeight}px`);
    this.table.arrange(layout);
    this.piles.arrange(layout);
    this.isArranged = true;
    if (this.index === null) this.show(this.ms ?? 0, { by: "jump" });
  }

  /** How many of the game's actions were made by a time. */
  indexAt(ms) {
    return this.game.times.filter((time) => time <= ms).length;
  }

  /** Shows the table at a time; cards move only from one action to the next. */
  show(ms, { by }) {
    this.ms = ms;
    if (!this.isArranged) return;
    const index = this.indexAt(ms);
    if (index !== this.index) this.draw(index, by !== "jump" && index === this.index + 1);
    this.tell(ms);
  }

  draw(index, moves) {
    const view = this.game.views[index];
    const gone = moves ? taken(this.game.views[index - 1], view) : [];
    this.piles.render(view, gone.length === 1 ? this.table.layout.slots[gone[0]] : null);
    this.table.render(view);
    if (!moves) motion.finishAll();
    this.felt.toggleAttribute("data-won", view.status === "won");
    this.index = index;
  }

  /** How the racer stands at the time shown. */
  standing(ms) {
    const view = this.game.views[this.index ?? 0];
    if (ms >= this.replay.duration_ms && this.index === this.game.last) return endWords(this.replay);
    const draws = WHOLE_STOCK - view.stock;
    const words = [leftWords(view.scores.cards_left)];
    words.push(fill(ngettext("%(draws)s draw", "%(draws)s draws", draws), { draws }));
    if (view.run > 2) words.push(fill(gettext("%(run)s in a row"), { run: view.run }));
    return words.join(" · ");
  }

  tell(ms) {
    const words = this.standing(ms);
    if (this.words.textContent === words) return;
    this.words.textContent = words;
    this.root.toggleAttribute("data-done", ms >= this.replay.duration_ms && this.index === this.game.last);
  }

  get sentence() {
    return `${this.name}: ${this.words.textContent}.`;
  }
}
