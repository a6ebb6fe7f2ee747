// The plot over a game's moves: a band where it can still be won, on it a line of the most that
// a win can still bring, a cross at the move that lost. A press leads to the nearest state.
const SVG = "http://www.w3.org/2000/svg";
// As far as the slider's thumb stands from the slider's ends, so that both stand one below the
// other.
const SIDE = 9;
const ABOVE = 17;
const BELOW = 7;
const CROSS = 4;
const LABEL_WIDTH = 34;

function draw(tag, name, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  element.setAttribute("class", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

/** The first and last index of each stretch that can be won. */
function stretches(outlook) {
  const found = [];
  outlook.forEach((entry, index) => {
    if (entry && outlook[index - 1]) found.at(-1)[1] = index;
    else if (entry) found.push([index, index]);
  });
  return found;
}

export class OutlookPlot {
  /** `onPick(index)`: somebody pressed there. */
  constructor(root, { onPick }) {
    this.root = root;
    this.shown = null;
    this.svg = draw("svg", "", { role: "img" });
    this.cursor = draw("g", "cursor", {});
    root.append(this.svg);
    this.follow(onPick);
    new ResizeObserver(() => this.redraw()).observe(root);
  }

  follow(onPick) {
    let isPressed = false;
    const pick = ({ clientX }) => this.shown && onPick(this.indexAt(clientX));
    this.root.addEventListener("pointerdown", (event) => {
      isPressed = event.button === 0;
      if (isPressed) pick(event);
    });
    window.addEventListener("pointermove", (event) => isPressed && pick(event));
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, () => (isPressed = false));
    }
  }

  indexAt(clientX) {
    const box = this.root.getBoundingClientRect();
    const isFromRight = document.documentElement.dir === "rtl";
    const way = isFromRight ? box.right - clientX : clientX - box.left;
    const share = (way - SIDE) / (box.width - 2 * SIDE);
    return Math.round(Math.min(1, Math.max(0, share)) * this.shown.timeline.last);
  }

  /** Draws a timeline's outlook by `aim`; `losing`: the index from 0 of the move that lost. */
  show({ timeline, aim, losing, words, isLost }) {
    this.shown = { timeline, aim, losing, isLost };
    this.svg.setAttribute("aria-label", words);
    this.redraw();
  }

  /** Where a state stands, in points from the start of the plot. */
  x(index) {
    const { last } = this.shown.timeline;
    const share = last === 0 ? 0 : index / last;
    const x = SIDE + share * (this.width - 2 * SIDE);
    return document.documentElement.dir === "rtl" ? this.width - x : x;
  }

  y(value) {
    const { low, high } = this.scale;
    const share = high === low ? 0.75 : (value - low) / (high - low);
    return ABOVE + (1 - share) * (this.height - ABOVE - BELOW);
  }

  redraw() {
    if (!this.shown) return;
    const { width, height } = this.root.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    Object.assign(this, { width, height });
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.measure();
    this.svg.replaceChildren(...this.parts(), this.cursor);
    this.point(this.index ?? 0);
  }

  measure() {
    const { timeline, aim } = this.shown;
    const values = timeline.outlook.filter(Boolean).map((entry) => entry[aim]);
    this.scale = { low: Math.min(...values), high: Math.max(...values) };
  }

  parts() {
    const { timeline, losing } = this.shown;
    const found = stretches(timeline.outlook);
    return [
      ...found.map((stretch) => this.band(stretch)),
      draw("path", "floor", { d: `M${this.x(0)} ${this.height - 0.5}H${this.x(timeline.last)}` }),
      ...found.map((stretch) => this.line(stretch)),
      ...this.labels(found),
      ...(losing === null ? [] : [this.cross(losing)]),
    ];
  }

  /** A state's stretch reaches half a move to both sides. */
  edges([first, last]) {
    const end = this.shown.timeline.last;
    return [this.x(Math.max(0, first - 0.5)), this.x(Math.min(end, last + 0.5))];
  }

  band(stretch) {
    const [from, to] = this.edges(stretch);
    const size = { width: Math.max(2, Math.abs(to - from)), height: this.height };
    return draw("rect", "band", { x: Math.min(from, to), y: 0, ...size });
  }

  line(stretch) {
    const { timeline, aim } = this.shown;
    const [first, last] = stretch;
    const [from, to] = this.edges(stretch);
    const way = [`M${from} ${this.y(timeline.outlook[first][aim])}`];
    for (let index = first + 1; index <= last; index += 1) {
      const [before, now] = [timeline.outlook[index - 1][aim], timeline.outlook[index][aim]];
      if (before !== now) way.push(`H${this.x(index - 0.5)}V${this.y(now)}`);
    }
    return draw("path", "best", { d: `${way.join("")}H${to}` });
  }

  labels(found) {
    if (found.length === 0) return [];
    const { timeline, aim } = this.shown;
    const end = found.at(-1)[1];
    const [first, last] = [timeline.outlook[found[0][0]][aim], timeline.outlook[end][aim]];
    const labels = [this.label(first, found[0][0], "start")];
    const isApart = Math.abs(this.x(end) - this.x(found[0][0])) > 3 * LABEL_WIDTH;
    if (first !== last && isApart) labels.push(this.label(last, end, "end"));
    return labels;
  }

  label(value, index, anchor) {
    const y = Math.max(11, this.y(value) - 4);
    const x = this.x(index) + (anchor === "start" ? 4 : -6);
    return draw("text", "value", { x, y, "text-anchor": anchor }, String(value));
  }

  cross(losing) {
    const x = this.x(losing + 0.5);
    const y = CROSS + 3;
    const arms = `M${x - CROSS} ${y - CROSS}l${2 * CROSS} ${2 * CROSS}m0 ${-2 * CROSS}l${-2 * CROSS} ${2 * CROSS}`;
    return draw("path", "losing", { d: `M${x} ${y + CROSS + 3}V${this.height}${arms}` });
  }

  /** Marks the state that is shown beside it. */
  point(index) {
    this.index = index;
    if (!this.shown || !this.scale || index > this.shown.timeline.last) return;
    const { timeline, aim } = this.shown;
    const x = this.x(index);
    const parts = [draw("path", "now", { d: `M${x} 0V${this.height}` })];
    const entry = timeline.outlook[index];
    if (entry) parts.push(draw("circle", "dot", { cx: x, cy: this.y(entry[aim]), r: 4 }));
    this.cursor.replaceChildren(...parts);
  }
}
