// Finding an opponent: waits on a socket of its own, says for how long, and leads to the race.
import { Connection } from "./connection.js";
import { clock } from "./format.js";
import { CallError, post } from "./http.js";
import { keepReady } from "./rematch.js";
import { fill, gettext } from "./text.js";

const byId = (id) => document.getElementById(id);
const TICK_MS = 500;

class Search {
  constructor() {
    this.connection = null;
    this.wish = null;
    this.told = null;
    this.offset = 0;
    byId("seek-start").addEventListener("click", () => this.start());
    byId("seek-cancel").addEventListener("click", () => this.cancel());
    setInterval(() => this.render(), TICK_MS);
  }

  async start() {
    byId("seek-error").textContent = "";
    const rule = document.querySelector('[name="seek-rule"]:checked').value;
    this.wish = { type: "seek", rule, rated: byId("seek-rated").checked };
    this.show(true);
    try {
      const { socket } = await post("/api/v1/seek");
      if (this.wish) this.connect(socket);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.stop(error.message);
    }
  }

  connect(path) {
    this.connection = new Connection({
      path,
      onMessage: (message) => this.hear(message),
      onStatus: (status) => {
        if (status === "open") this.connection.send(this.wish);
        if (status !== "open") this.told = null;
        this.render();
      },
    });
  }

  hear(message) {
    if (message.type === "paired") {
      keepReady(message.slug);
      this.connection.end();
      location.assign(message.url);
    } else if (message.type === "refused" || message.type === "server_error") {
      this.stop(message.message);
    } else if (message.type === "seeking" && message.since !== null) {
      this.told = message;
      this.offset = message.now - performance.now();
      this.render();
    }
  }

  cancel() {
    this.connection?.send({ type: "cancel" });
    this.stop("");
  }

  stop(words) {
    this.connection?.end();
    this.connection = this.wish = this.told = null;
    byId("seek-error").textContent = words;
    this.show(false);
  }

  show(isSeeking) {
    byId("seek-start").hidden = isSeeking;
    byId("seek-cancel").hidden = !isSeeking;
    byId("seek-waiting").hidden = !isSeeking;
    byId(isSeeking ? "seek-cancel" : "seek-start").focus();
    for (const input of document.querySelectorAll("#seek input")) input.disabled = isSeeking;
    this.render();
  }

  render() {
    if (this.wish) byId("seek-waiting").textContent = this.words();
  }

  words() {
    if (!this.told) return gettext("Looking for the server …");
    const time = clock(performance.now() + this.offset - this.told.since);
    if (this.told.window === null) return fill(gettext("Waiting for anybody: %(time)s"), { time });
    const values = { time, window: Math.round(this.told.window / 10) * 10 };
    return fill(gettext("Waiting for somebody within %(window)s rating points: %(time)s"), values);
  }
}

new Search();
