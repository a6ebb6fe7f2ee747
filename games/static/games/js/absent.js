// Racers who are gone while the race runs: how long they are waited for, then the way to go on.
import { clock } from "./format.js";
import { fill, gettext } from "./text.js";

const EVERY_MS = 500;

function isAbsent(racer, race) {
  return race.status === "running" && racer.connected === false && !race.isDone(racer);
}

/** Milliseconds until the race may be ended for an absent racer; 0 or less: it may be. */
export function graceLeft(racer, race) {
  const from = Math.max(racer.away_since ?? race.serverNow, race.starts_at ?? 0);
  return from + race.grace_ms - race.serverNow;
}

export class Absent {
  /** `onEnd(player)`: the reader ends the race for an absent racer. */
  constructor({ box, race, onEnd }) {
    Object.assign(this, { box, race, onEnd, timer: null });
  }

  /** Shows who is gone now; ticks while somebody is. */
  render() {
    const gone = this.race.own ? this.race.rivals.filter((racer) => isAbsent(racer, this.race)) : [];
    const shown = new Map([...this.box.children].map((line) => [line.dataset.player, line]));
    this.box.replaceChildren(...gone.map((racer) => this.line(racer, shown.get(racer.player))));
    this.box.hidden = gone.length === 0;
    if (gone.length && this.timer === null) this.timer = setInterval(() => this.render(), EVERY_MS);
    if (!gone.length) this.stop();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  }

  line(racer, known) {
    const left = graceLeft(racer, this.race);
    const line = known ?? this.make(racer.player);
    const words =
      left > 0
        ? fill(gettext("%(name)s is gone. Back in time: %(left)s"), {
            name: racer.player,
            left: clock(Math.ceil(left / 1000) * 1000),
          })
        : fill(gettext("%(name)s is gone. Wait, or end the race for this racer."), { name: racer.player });
    const span = line.querySelector("span");
    if (span.textContent !== words) span.textContent = words;
    line.querySelector("button").hidden = left > 0;
    return line;
  }

  make(player) {
    const line = document.createElement("p");
    line.dataset.player = player;
    const button = document.createElement("button");
    button.className = "button";
    button.type = "button";
    button.dataset.testid = "end-absent";
    button.textContent = gettext("End it for them");
    button.addEventListener("click", () => this.onEnd(player));
    line.append(document.createElement("span"), button);
    return line;
  }
}

/** What somebody who comes back is told, or null: the race went on without him. */
export function endedWords({ ended_by: by }) {
  if (!by) return null;
  return fill(gettext("You were away too long: %(name)s ended the race for you."), { name: by });
}

/** What is said when the servers were away. */
export function delayWords(ms) {
  return fill(gettext("No server could be reached for %(time)s. Nobody's clock ran."), {
    time: clock(ms),
  });
}
