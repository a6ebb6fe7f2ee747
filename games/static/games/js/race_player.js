// One clock for all boards of a race: it runs in real time or faster, and can be led anywhere.
const SKIP_MS = 5000;

export class RacePlayer {
  /** `times`: when anybody acted, in milliseconds from the start. `onShow(ms, {by})` draws the
   *  race at a time; `by` is "play", "step" or "jump". `onPlaying(isPlaying)`. */
  constructor({ times, onShow, onPlaying }) {
    Object.assign(this, { onShow, onPlaying });
    this.times = [...new Set([0, ...times])].sort((one, other) => one - other);
    this.ms = 0;
    this.speed = 1;
    this.frame = null;
    this.before = null;
  }

  get last() {
    return this.times.at(-1);
  }

  get isPlaying() {
    return this.frame !== null;
  }

  show(ms, by) {
    this.ms = Math.min(this.last, Math.max(0, ms));
    this.onShow(this.ms, { by });
  }

  /** Leads to a time, and pauses there. */
  goTo(ms, by = "jump") {
    this.stop();
    this.show(ms, by);
  }

  /** Leads to anybody's next move, or with −1 to the one before. */
  step(way) {
    const others = this.times.filter((time) => (way > 0 ? time > this.ms : time < this.ms));
    const found = way > 0 ? others[0] : others.at(-1);
    if (found !== undefined) this.goTo(found, "step");
  }

  /** Leads some seconds on or back. */
  skip(way) {
    this.goTo(this.ms + way * SKIP_MS);
  }

  toggle() {
    if (this.isPlaying) return this.stop();
    if (this.last === 0) return undefined;
    if (this.ms >= this.last) this.show(0, "jump");
    this.before = null;
    this.ask();
    return this.onPlaying(true);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
    this.onPlaying(false);
  }

  setSpeed(speed) {
    this.speed = speed;
  }

  ask() {
    this.frame = requestAnimationFrame((at) => this.advance(at));
  }

  advance(at) {
    const passed = this.before === null ? 0 : at - this.before;
    this.before = at;
    this.show(this.ms + passed * this.speed, "play");
    if (this.ms >= this.last) this.stop();
    else this.ask();
  }
}
