// "Can this game still be won?": a switch for the game at hand alone. Whoever turns it on hears
// beforehand that it makes the attempt an assisted one; then the page asks after each action.
import { say as announce } from "./announce.js";
import { gettext } from "./text.js";

const KEY = "tripeaks-chance";

function byId(id) {
  return document.getElementById(id);
}

/** The game for which this tab's player last turned it on: a reload goes on asking. */
function consented() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(game) {
  try {
    sessionStorage.setItem(KEY, game ?? "");
  } catch {
    // Then a reload asks for the consent again.
  }
}

export class Chance {
  /** `game`: the table; `send(frame)` says whether it went out; `onAssisted()`: from now on the
   *  attempt is an assisted one. */
  constructor({ game, send, onAssisted }) {
    Object.assign(this, { game, send, onAssisted });
    this.switch = byId("chance");
    this.dialog = byId("chance-dialog");
    this.isOn = false;
    this.forget();
    this.switch.addEventListener("change", () => this.turn(this.switch.checked));
    this.dialog.addEventListener("close", () => this.consent(this.dialog.returnValue === "yes"));
  }

  forget() {
    this.answer = null;
    this.isAsking = false;
  }

  /** Another game is at hand: it is asked about only if its player has said so. */
  begin(state, isAssisted) {
    this.isAssisted = isAssisted;
    this.isOn = consented() === state.game;
    this.forget();
    this.render();
  }

  turn(isOn) {
    if (isOn && !this.isAssisted) {
      this.switch.checked = false;
      this.dialog.returnValue = "";
      this.dialog.showModal();
    } else this.set(isOn);
  }

  consent(isGiven) {
    if (isGiven) this.set(true);
    byId("stock").focus({ preventScroll: true });
  }

  set(isOn) {
    this.isOn = isOn;
    keep(isOn ? this.game.session.confirmed?.game : null);
    if (!isOn) this.forget();
    this.render();
    this.follow();
  }

  /** Asks about the state that the server has confirmed, one question at a time. */
  follow() {
    const { session } = this.game;
    const isNew = this.answer?.seq !== session.confirmed?.seq;
    if (this.isOn && session.isPlaying && isNew && !this.isAsking) {
      this.isAsking = this.send({ type: "chance" });
    }
    this.render();
  }

  /** The line is lost: what was asked will not be answered. */
  pause() {
    this.isAsking = false;
  }

  receive(message) {
    const before = this.answer?.winnable;
    this.isAsking = false;
    this.isAssisted = true;
    this.onAssisted();
    if (!this.isOn) return;
    this.answer = message;
    if (before !== message.winnable) announce(`${this.words}.`);
    this.follow();
  }

  get words() {
    return this.answer.winnable ? gettext("Still winnable") : gettext("Lost from here");
  }

  render() {
    const { session } = this.game;
    const sign = byId("sign");
    this.switch.checked = this.isOn;
    this.switch.disabled = !session.isPlaying;
    sign.hidden = !this.isOn || !session.isPlaying || this.answer === null;
    if (sign.hidden) return;
    sign.dataset.tone = this.answer.winnable ? "good" : "bad";
    sign.toggleAttribute("data-old", this.answer.seq !== session.confirmed.seq);
    sign.firstElementChild.textContent = this.words;
  }
}
