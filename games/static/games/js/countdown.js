// The seconds before the common start, by the server's clock.
const STEP_MS = 60;

function byId(id) {
  return document.getElementById(id);
}

export class Countdown {
  constructor({ onSecond }) {
    this.onSecond = onSecond;
    this.startsAt = null;
    this.timer = null;
    this.last = null;
  }

  /** Counts down to a start; `now()` gives the server's clock. */
  run(startsAt, now) {
    if (this.startsAt === startsAt) return;
    this.startsAt = startsAt;
    clearInterval(this.timer);
    byId("countdown").hidden = false;
    this.timer = setInterval(() => this.show(startsAt - now()), STEP_MS);
    this.show(startsAt - now());
  }

  show(leftMs) {
    const seconds = Math.max(0, Math.ceil(leftMs / 1000));
    if (seconds === this.last) return;
    this.last = seconds;
    byId("countdown-number").textContent = seconds;
    this.onSecond(seconds);
  }

  stop() {
    clearInterval(this.timer);
    this.startsAt = null;
    this.last = null;
    byId("countdown").hidden = true;
  }
}
