// Plays a log in its own time: real pauses, the long ones cut, and faster on wish.
const LONGEST_MS = 4000;
const FIRST_MS = 800;
const SHORTEST_MS = 60;

export class Player {
  /** `times`: milliseconds since the start, one per action. `onShow(index, {by})` draws the
   *  state after so many actions; `by` is "play", "step" or "jump". `onPlaying(isPlaying)`. */
  constructor({ times, onShow, onPlaying }) {
    Object.assign(this, { times, onShow, onPlaying });
    this.index = 0;
    this.speed = 1;
    this.timer = null;
  }

  get last() {
    return this.times.length;
  }

  /** Takes other actions' times; what is shown stays until the next `show`. */
  load(times) {
    this.times = times;
  }

  get isPlaying() {
    return this.timer !== null;
  }

  /** Milliseconds of the game at the state shown. */
  get time() {
    return this.index === 0 ? 0 : this.times[this.index - 1];
  }

  /** How long the state shown stays at speed 1. */
  get pause() {
    const gap = this.times[this.index] - this.time;
    const shortest = this.index === 0 ? FIRST_MS : SHORTEST_MS;
    return Math.min(LONGEST_MS, Math.max(shortest, gap));
  }

  show(index, by) {
    this.index = Math.min(this.last, Math.max(0, index));
    this.onShow(this.index, { by });
  }

  /** Draws the state shown once more, since more is known of it. */
  refresh() {
    this.onShow(this.index, { by: "play" });
  }

  /** Leads to the state after so many actions, and pauses there. */
  goTo(index) {
    const by = Math.abs(index - this.index) === 1 ? "step" : "jump";
    this.stop();
    this.show(index, by);
  }

  step(count) {
    this.goTo(this.index + count);
  }

  toggle() {
    if (this.isPlaying) return this.stop();
    if (this.last === 0) return undefined;
    if (this.index === this.last) this.show(0, "jump");
    this.wait();
    return this.onPlaying(true);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.onPlaying(false);
  }

  setSpeed(speed) {
    this.speed = speed;
    if (!this.isPlaying) return;
    clearTimeout(this.timer);
    this.wait();
  }

  wait() {
    this.timer = setTimeout(() => this.advance(), this.pause / this.speed);
  }

  advance() {
    this.show(this.index + 1, "play");
    if (this.index === this.last) this.stop();
    else this.wait();
  }
}
