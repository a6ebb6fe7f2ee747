// What is known of a race, kept from the server's messages, and the server's clock.
const DONE = ["won", "resigned", "timed_out"];

export class RaceState {
  constructor(race, me) {
    this.me = me;
    this.adopt(race);
  }

  /** Takes a whole race frame. */
  adopt(race) {
    Object.assign(this, race);
    this.keepTime(race.now);
  }

  keepTime(now) {
    this.offset = now - performance.now();
  }

  /** The server's clock now, in epoch milliseconds. */
  get serverNow() {
    return performance.now() + this.offset;
  }

  racer(name) {
    return this.racers.find(({ player }) => player === name);
  }

  get own() {
    return this.racer(this.me);
  }

  get rivals() {
    return this.racers.filter(({ player }) => player !== this.me);
  }

  get isHost() {
    return this.host === this.me;
  }

  joined({ player, ready }) {
    if (!this.racer(player)) this.racers = [...this.racers, { player, ready, connected: true }];
  }

  left({ player, host }) {
    this.racers = this.racers.filter((racer) => racer.player !== player);
    if (host) this.host = host;
  }

  ready({ player, ready }) {
    const racer = this.racer(player);
    if (racer) racer.ready = ready;
  }

  countdown({ starts_at, now }) {
    this.starts_at = starts_at;
    this.status = "countdown";
    this.keepTime(now);
  }

  progress(message) {
    const racer = this.racer(message.player);
    if (racer) Object.assign(racer, message);
  }

  finish({ places, deal, nonce, commitment }) {
    Object.assign(this, { places, deal, nonce, commitment, status: "finished" });
  }

  /** Whether a racer's table is over; stuck is the end only where undo is off. */
  isDone({ status }) {
    return DONE.includes(status) || (status === "stuck" && !this.undo);
  }
}
