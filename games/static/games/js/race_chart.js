// All racers in one chart: cards left against the time since the start, drawn as SVG.
import { clock, number } from "./format.js";
import { fill, gettext, ngettext } from "./text.js";

const SVG = "http://www.w3.org/2000/svg";
const WHOLE = 28;
const LEFT = 30;
const TOP = 10;
const BOTTOM = 24;
const NAMES = { broad: 144, narrow: 96, from: 480 };
const NAME_HEIGHT = 16;
const LETTER = 7.2;
const TICK_STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600];

function draw(tag, name, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, tag);
  element.setAttribute("class", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

/** Round times up to `last`, at most `most` of them, the start among them. */
export function ticks(last, most) {
  const step = 1000 * (TICK_STEPS_S.find((seconds) => last / (seconds * 1000) <= most) ?? 43200);
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
}

/** Cards left at a time, by a line of [ms, cards left]. */
export function leftAt(line, ms) {
  return line.findLast(([at]) => at <= ms)?.[1] ?? WHOLE;
}

/** Moves names apart that would lie over each other, as little as possible; all stay inside. */
export function spread(wishes, { low, high, size }) {
  const placed = wishes.map((y, index) => ({ y, index })).sort((one, other) => one.y - other.y);
  placed.forEach((name, place) => {
    const above = placed[place - 1];
    name.y = Math.max(name.y, above ? above.y + size : low);
  });
  placed.reverse().forEach((name, place) => {
    const below = placed[place - 1];
    name.y = Math.min(name.y, below ? below.y - size : high);
  });
  const found = [];
  for (const { y, index } of placed) found[index] = y;
  return found;
}

function shorten(name, width) {
  const most = Math.floor(width / LETTER);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

function endSentence({ player, status, duration_ms: ms, scores }, me) {
  const left = scores.cards_left;
  const words = { name: player === me ? gettext("You") : player, time: clock(ms), left };
  if (status === "won") return fill(gettext("%(name)s: cleared after %(time)s."), words);
  const text = ngettext(
    "%(name)s: %(left)s card left, last move after %(time)s.",
    "%(name)s: %(left)s cards left, last move after %(time)s.",
    left,
  );
  return fill(text, words);
}

/** The chart in words. */
export function chartWords(racers, me) {
  return `${gettext("Cards left over time.")} ${racers.map((racer) => endSentence(racer, me)).join(" ")}`;
}

export class RaceChart {
  constructor(root) {
    this.root = root;
    this.racers = [];
    this.svg = draw("svg", "race-lines", { role: "img" });
    root.append(this.svg);
    new ResizeObserver(() => this.redraw()).observe(root);
  }

  /** Draws each racer's line, the first on top; `me` is drawn stronger. */
  show(racers, me) {
    Object.assign(this, { racers, me });
    this.last = Math.max(1000, ...racers.map((racer) => racer.duration_ms));
    this.svg.setAttribute("aria-label", chartWords(racers, me));
    this.redraw();
  }

  x(ms) {
    return LEFT + (ms / this.last) * (this.side - LEFT);
  }

  y(left) {
    return TOP + (1 - left / WHOLE) * (this.height - TOP - BOTTOM);
  }

  redraw() {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (this.racers.length === 0 || width === 0) return;
    const nameWidth = width < NAMES.from ? NAMES.narrow : NAMES.broad;
    Object.assign(this, { width, height, side: width - nameWidth, nameWidth });
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const names = this.names();
    const lines = this.racers.map((racer, index) => this.line(racer, index, names[index]));
    this.svg.replaceChildren(...this.axes(), ...lines.reverse());
  }

  axes() {
    const right = this.side;
    const rows = [0, 7, 14, 21, 28].flatMap((left) => [
      draw("path", "grid", { d: `M${LEFT} ${this.y(left)}H${right}` }),
      draw("text", "value-name", { x: LEFT - 7, y: this.y(left) + 4 }, number(left)),
    ]);
    const most = Math.max(2, Math.floor((right - LEFT) / 60));
    const columns = ticks(this.last, most).map((ms) =>
      draw("text", "column-name", { x: this.x(ms), y: this.height - 6 }, clock(ms)),
    );
    return [...rows, ...columns];
  }

  /** Where each racer's name stands: beside his line's end where there is room. */
  names() {
    const bounds = { low: TOP + 2, high: this.height - BOTTOM, size: NAME_HEIGHT };
    return spread(this.racers.map((racer) => this.y(racer.scores.cards_left)), bounds);
  }

  line(racer, index, nameY) {
    const isMe = racer.player === this.me;
    const group = draw("g", isMe ? "line mine" : "line", { "data-series": index % 8 });
    group.dataset.player = racer.player;
    const [end, y] = [this.x(racer.duration_ms), this.y(racer.scores.cards_left)];
    const { side, nameWidth } = this;
    const name = shorten(isMe ? gettext("You") : racer.player, nameWidth - 14);
    group.append(
      draw("path", "way", { d: this.way(racer.line) }),
      draw("path", "lead", { d: `M${end} ${y}L${side} ${y}L${side + 6} ${nameY}` }),
      this.mark(racer, end, y),
      draw("text", "name", { x: side + 10, y: nameY + 4.5 }, name),
    );
    return group;
  }

  way(line) {
    const [[from, whole], ...rest] = line;
    const steps = rest.map(([ms, left]) => `H${this.x(ms).toFixed(1)}V${this.y(left).toFixed(1)}`);
    return `M${this.x(from)} ${this.y(whole)}${steps.join("")}`;
  }

  /** A dot where the peaks were cleared, a cross where they were not. */
  mark({ status }, x, y) {
    if (status === "won") return draw("circle", "end-mark", { cx: x, cy: y, r: 4.5 });
    return draw("path", "end-mark", { d: `M${x - 4} ${y - 4}l8 8m0-8l-8 8` });
  }
}
