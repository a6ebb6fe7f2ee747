// One table at work: view, hands and session put together. play.js uses it for a game alone,
// race.js for a racer's own table.
import { announceMove, say as announce } from "./announce.js";
import { arrange } from "./arrange.js";
import { bindPointer, keepFocus } from "./input.js";
import * as motion from "./motion.js";
import { Piles } from "./piles.js";
import { Scores } from "./scores.js";
import { Session } from "./session.js";
import * as status from "./status.js";
import { Table } from "./table.js";

function byId(id) {
  return document.getElementById(id);
}

export class Game {
  /**
   * `send(frame)`; `fromStart`: the clock runs before the first action, as in a race;
   * hooks: `ended(view)`, `result(message)`, `changed(view)`, `played(message)`.
   */
  constructor({ send, fromStart = false, hooks = {} }) {
    this.felt = byId("felt");
    Object.assign(this, { send, fromStart, hooks });
    this.table = new Table(byId("peaks"));
    this.piles = new Piles({
      stock: byId("stock"),
      waste: byId("waste"),
      place: byId("waste-place"),
      stockCount: byId("stock-count"),
      wasteCount: byId("waste-count"),
    });
    this.scores = new Scores();
    this.session = this.makeSession();
    this.shown = null;
    this.endSoon = null;
    bindPointer(this.felt, (tap) => this.act(tap.kind, tap.slot));
    new ResizeObserver(() => this.arrange()).observe(this.felt);
    this.arrange();
    this.table.clear();
    this.piles.clear();
  }

  makeSession() {
    const listeners = {
      view: (view) => this.render(view),
      refused: (entry, refusal) => this.refuse(entry, refusal),
      applied: (before, next, message) => this.applied(before, next, message),
    };
    return new Session({ send: this.send, listeners });
  }

  arrange() {
    arrange({ felt: this.felt, table: this.table, piles: this.piles, hasTools: true });
  }

  /** Begins with a whole state: another deal is dealt, the same game goes on. */
  start(state) {
    this.felt.removeAttribute("data-won");
    this.scores.start(state);
    this.session.adopt(state);
    status.sayStanding(state);
  }

  /** Says whether the attempt has had help, which keeps it off the boards. */
  setAssisted(isAssisted) {
    this.scores.isAssisted = isAssisted;
    if (this.shown) this.scores.renderClean(this.shown);
  }

  act(kind, slot = null) {
    motion.finishAll();
    this.clearHint();
    this.session.act(kind, slot);
  }

  hint() {
    if (this.session.isPlaying) this.send({ type: "hint" });
  }

  clearHint() {
    this.table.point(null);
    this.piles.point(false);
  }

  receive(message) {
    if (message.type === "hint") this.showHint(message);
    else if (message.type === "result") this.result(message);
    else if (message.type === "state") this.state(message);
    else this.session.receive(message);
  }

  /** A result may follow its last action at once: the end is shown first. */
  result(message) {
    if (this.endSoon !== null) this.checkEnd();
    this.hooks.result?.(message);
  }

  state(message) {
    const known = this.session.confirmed;
    const isNew = known?.game !== message.game || known.seq !== message.seq;
    if (isNew) this.scores.start(message);
    this.session.receive(message);
    this.setClock(message);
    if (isNew) status.sayStanding(message);
    if (isNew || known.status !== message.status) this.checkEnd();
  }

  setClock(state) {
    const hasBegun = this.fromStart || state.seq > 0;
    const isRunning = hasBegun && ["playing", "stuck"].includes(state.status);
    this.scores.setClock(isRunning ? (state.clock_ms ?? state.elapsed_ms) : state.elapsed_ms, isRunning);
  }

  render(view) {
    const before = this.shown;
    const focused = document.activeElement;
    this.shown = view;
    this.piles.render(view, this.origin(before, view));
    this.table.render(view);
    this.scores.render(view, this.session.confirmed);
    if (!before && view.seq === 0) this.table.deal();
    byId("undo").disabled = this.cannotUndo(view);
    keepFocus(this.table.cards, focused);
    this.hooks.changed?.(view);
  }

  cannotUndo(view) {
    return view.undo_allowed === false || (view.whole && view.past.length === 0) || !this.session.isPlaying;
  }

  /** Where a card that was just taken lay: one card gone that now tops the waste. */
  origin(before, view) {
    if (!before || before.waste === view.waste) return null;
    const gone = view.tableau.flatMap((card, slot) =>
      card === null && before.tableau[slot] !== null ? [slot] : [],
    );
    return gone.length === 1 && before.stock === view.stock ? this.table.layout.slots[gone[0]] : null;
  }

  refuse(entry, refusal) {
    if (entry.kind === "take") this.table.shake(entry.slot);
    else if (entry.kind === "draw") motion.shake(byId("stock"));
    const text = status.sayRefusal(this.session.view, entry, refusal);
    if (text) announce(text);
  }

  applied(before, next, message) {
    this.scores.confirmed(before, next, message.action);
    announceMove(before, next, message);
    this.setClock(next);
    // What was said of a later tap, while this answer was on its way, stays.
    if (this.session.queue.length === 0) status.sayStanding(next);
    this.hooks.played?.(message);
    if (before.status !== next.status) this.endSoon ??= setTimeout(() => this.checkEnd());
  }

  checkEnd() {
    clearTimeout(this.endSoon);
    this.endSoon = null;
    const { confirmed } = this.session;
    this.felt.toggleAttribute("data-won", confirmed.status === "won");
    this.hooks.ended?.(confirmed);
  }

  showHint(hint) {
    this.clearHint();
    const view = this.session.view;
    status.sayHint(view, hint);
    announce(byId("status").textContent);
    if (hint.draw) this.piles.point(true);
    else if (hint.slot !== undefined && hint.slot !== null) this.table.point(hint.slot);
    else this.hooks.ended?.(view);
  }

  /** Clears the felt for another game. */
  clear() {
    motion.finishAll();
    clearTimeout(this.endSoon);
    this.endSoon = null;
    this.session = this.makeSession();
    this.shown = null;
    this.felt.removeAttribute("data-won");
    this.table.clear();
    this.piles.clear();
    this.scores.setClock(0, false);
  }
}
