// One websocket that comes back by itself. It notices a dead line by asking when nothing has
// been heard for a while: an answer that does not come in time counts as a loss.
const WAITS_MS = [250, 500, 1000, 1000, 1000, 1500, 2000, 3000, 5000, 8000];
const FAULT_STEP = 2;
const QUIET_MS = 6000;
const ANSWER_MS = 5000;
const VERIFY_MS = 3000;
const OPENING_MS = 8000;
const TICK_MS = 500;

/** Close codes after which there is no coming back, and the word the page has for each. */
const FINAL = { 4401: "signed_out", 4403: "forbidden", 4404: "unknown" };

const WAKING = ["online", "pageshow"];

export class Connection {
  /** `onMessage(message)`; `onStatus(status, reason)`: connecting, open, lost or closed. */
  constructor({ path, onMessage, onStatus }) {
    Object.assign(this, { path, onMessage, onStatus });
    this.tries = 0;
    this.socket = null;
    this.timer = null;
    this.isOver = false;
    this.ticker = setInterval(() => this.tick(), TICK_MS);
    this.watching = new AbortController();
    this.watch(this.watching.signal);
    this.open();
  }

  watch(signal) {
    const visible = () => document.visibilityState === "visible" && this.verify();
    document.addEventListener("visibilitychange", visible, { signal });
    for (const event of WAKING) window.addEventListener(event, () => this.verify(), { signal });
    window.addEventListener("offline", () => this.lose("offline"), { signal });
  }

  open() {
    clearTimeout(this.timer);
    this.timer = null;
    this.forget();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket = socket;
    this.answerBy = performance.now() + OPENING_MS;
    socket.onmessage = (event) => this.socket === socket && this.hear(event.data);
    socket.onclose = (event) => this.socket === socket && this.closed(event.code);
    this.onStatus("connecting");
  }

  hear(data) {
    this.heardAt = performance.now();
    this.answerBy = null;
    if (!this.isGreeted) {
      this.isGreeted = true;
      this.tries = 0;
      this.onStatus("open");
    }
    this.onMessage(JSON.parse(data));
  }

  /** Sends one message; says whether the line was open. */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    this.answerBy ??= performance.now() + ANSWER_MS;
    return true;
  }

  /** After sleep, a change of network or a return to the tab: asks, or comes back at once. */
  verify() {
    if (this.isOver) return;
    if (this.send({ type: "sync" })) {
      this.answerBy = Math.min(this.answerBy, performance.now() + VERIFY_MS);
    } else this.retry();
  }

  /** Tries again now instead of at the end of the wait. */
  retry() {
    if (!this.isOver && this.timer !== null) this.open();
  }

  tick() {
    const now = performance.now();
    if (this.isOver || !this.socket) return;
    if (this.answerBy !== null && now > this.answerBy) this.lose("silent");
    else if (this.answerBy === null && now - this.heardAt > QUIET_MS) this.send({ type: "sync" });
  }

  lose(reason) {
    if (!this.isOver && this.timer === null) this.again(reason);
  }

  forget() {
    const socket = this.socket;
    this.socket = null;
    this.isGreeted = false;
    socket?.close();
  }

  closed(code) {
    if (code in FINAL) {
      this.end();
      this.onStatus("closed", FINAL[code]);
    } else if (code === 1012) this.again("restart");
    else if (code === 1011) this.again("fault", FAULT_STEP);
    else this.again("lost");
  }

  again(reason, step = 0) {
    this.forget();
    const wait = WAITS_MS[Math.min(Math.max(this.tries, step), WAITS_MS.length - 1)];
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
    this.onStatus("lost", reason);
  }

  /** Leaves for good. */
  end() {
    this.isOver = true;
    clearInterval(this.ticker);
    clearTimeout(this.timer);
    this.watching.abort();
    this.forget();
  }
}
