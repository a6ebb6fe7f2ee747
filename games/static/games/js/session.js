// The state of one game and the actions on their way: shown at once, kept until the server
// has answered, sent again with the same `seq` after a lost connection.
import { judge, predict } from "./predict.js";

const CHANGES = [
  "seq", "waste", "stock", "moves", "scores", "run", "takes", "status", "undo_used", "elapsed_ms",
];

const PAUSE_MS = 700;

export class Session {
  /** `send(frame)` says whether the frame went out. Listeners: view, refused, applied, hint, lost. */
  constructor({ send, listeners }) {
    this.send = send;
    this.listeners = listeners;
    this.confirmed = null;
    this.queue = [];
    this.inflight = [];
    this.ready = false;
  }

  /** The state the player sees: what is confirmed and, on top, what will most likely follow. */
  get view() {
    let view = this.confirmed;
    for (const entry of this.queue) {
      if (entry.verdict === "applies" && entry.seq === view.seq) view = predict(view, entry);
    }
    return view;
  }

  /** How many actions are shown, or wait, without the server having stored them. */
  get unsaved() {
    return this.queue.filter((entry) => typeof entry.verdict !== "object").length;
  }

  get isPlaying() {
    return ["playing", "stuck"].includes(this.confirmed?.status);
  }

  get closedCode() {
    return this.confirmed.status === "waiting" ? "not_started" : "game_over";
  }

  /** The connection is gone: nothing goes out until the next greeting. */
  pause() {
    this.ready = false;
    this.inflight = [];
    this.queue = this.queue.filter((entry) => typeof entry.verdict === "string");
    for (const entry of this.queue) entry.sent = false;
  }

  /** Takes a whole state: a greeting (what is unanswered goes out again) or the answer to a sync. */
  adopt(state, { greeting = false } = {}) {
    const known = this.confirmed?.seq === state.seq ? this.confirmed : null;
    const past = known?.past ?? [];
    const whole = known?.whole ?? state.seq === 0;
    this.confirmed = { ...state, past, whole };
    if (greeting) this.ready = true;
    if (!this.isPlaying) this.queue = [];
    this.pump();
  }

  /** Starts an action. */
  act(kind, slot = null) {
    if (!this.confirmed) return;
    const entry = { kind, slot, seq: null, verdict: null, sent: false, isVoid: false };
    this.queue.push(entry);
    this.pump();
  }

  /** Judges and sends what waits; behind an action of unknown outcome everything waits. */
  pump() {
    let view = this.confirmed;
    for (const entry of this.queue.slice()) {
      if (entry.verdict === null) this.decide(entry, view);
      if (!entry.sent && this.ready) this.dispatch(entry);
      if (entry.verdict === "unknown") break;
      if (entry.verdict === "applies" && entry.seq === view.seq) view = predict(view, entry);
    }
    this.changed();
  }

  decide(entry, view) {
    entry.verdict = this.isPlaying ? judge(view, entry) : { code: this.closedCode };
    entry.seq = view.seq;
    if (typeof entry.verdict === "object") this.listeners.refused(entry, entry.verdict);
    if (entry.verdict === "applies") this.listeners.predicted?.(entry);
  }

  dispatch(entry) {
    const frame = { type: entry.kind, seq: entry.seq };
    if (entry.kind === "take") frame.slot = entry.slot;
    if (!this.send(frame)) return;
    entry.sent = true;
    this.inflight.push(entry);
  }

  changed() {
    if (this.confirmed) this.listeners.view(this.view);
  }

  receive(message) {
    if (message.type === "state") this.adopt(message, { greeting: !this.ready });
    else if (message.type === "applied") this.applied(message);
    else if (message.type === "refused") this.refused(message);
  }

  isAnswerTo(entry, { seq, action, slot }) {
    if (!entry || seq !== entry.seq + 1 || action !== entry.kind) return false;
    return entry.kind !== "take" || entry.slot === slot;
  }

  applied(message) {
    if (this.isAnswerTo(this.inflight[0], message)) this.drop(this.inflight.shift());
    if (message.seq === this.confirmed.seq + 1) this.apply(message);
    else if (message.seq > this.confirmed.seq) this.send({ type: "sync" });
    this.pump();
  }

  apply(message) {
    const before = this.confirmed;
    const tableau = before.tableau.slice();
    if (message.action === "take") tableau[message.slot] = null;
    for (const [slot, card] of Object.entries(message.revealed ?? {})) tableau[slot] = card;
    for (const slot of message.hidden ?? []) tableau[slot] = "?";
    const next = { ...before, tableau, clock_ms: message.elapsed_ms };
    for (const key of CHANGES) if (key in message) next[key] = message[key];
    if (message.action === "undo") next.past = before.past.slice(0, -1);
    else next.past = [...before.past, before];
    this.confirmed = next;
    this.listeners.applied(before, next, message);
  }

  drop(entry) {
    this.queue = this.queue.filter((other) => other !== entry);
  }

  refused(message) {
    if (message.code === "rate_limited") return this.slowDown(message);
    const entry = this.inflight.shift();
    if (!entry || entry.isVoid) return;
    this.drop(entry);
    if (entry.verdict.code === message.code) return;
    if (typeof entry.verdict !== "object") this.rollBack(entry);
    this.listeners.refused(entry, message);
    if (message.code !== "out_of_sync") this.pump();
  }

  /** Too many frames: which of them was dropped is not said, so everything starts from a sync. */
  slowDown(message) {
    this.inflight = [];
    this.queue = [];
    this.changed();
    this.listeners.refused({ kind: "other", slot: null }, message);
    setTimeout(() => this.send({ type: "sync" }), PAUSE_MS);
  }

  /** Takes back what stood on a refused action; actions not sent yet are judged afresh. */
  rollBack(entry) {
    for (const other of this.inflight) other.isVoid = true;
    this.queue = this.queue.filter((other) => !other.sent);
    for (const other of this.queue) other.verdict = null;
    this.changed();
  }
}
