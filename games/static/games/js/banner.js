// A lost line cannot be overlooked: a banner across the felt and a dimmed table.
import { fill, gettext, ngettext } from "./text.js";

const PATIENCE_MS = 1500;

function sentence(reason) {
  switch (reason) {
    case "restart":
      return gettext("The server restarts. Your game is kept, back in a moment …");
    case "fault":
      return gettext("The server had a fault. Your game is kept, connecting again …");
    case "offline":
      return gettext("You are offline. Your game is kept and goes on when the network is back …");
    case "signed_out":
      return gettext("You are no longer signed in here. Reload the page or sign in.");
    case "forbidden":
      return gettext("This game belongs to somebody else.");
    case "unknown":
      return gettext("This game does not exist (any more).");
    default:
      return gettext("Connection lost. Your game is kept, connecting again …");
  }
}

function unsavedSentence(count) {
  if (count === 0) return "";
  const text = ngettext("%(count)s move is not saved yet.", "%(count)s moves are not saved yet.", count);
  return fill(text, { count });
}

export class Banner {
  /** `onRetry()` tries again; `onBack()` runs when the line is back after a loss. */
  constructor({ felt, onRetry, onBack }) {
    Object.assign(this, { felt, onBack });
    this.box = document.getElementById("banner");
    this.button = this.box.querySelector("button");
    this.button.addEventListener("click", () => (this.isFinal ? location.reload() : onRetry()));
    this.isLost = false;
    this.unsaved = 0;
  }

  /** Takes in how many actions the server has not stored yet, and says so while the line is lost. */
  count(unsaved) {
    if (unsaved === this.unsaved) return;
    this.unsaved = unsaved;
    if (this.isLost) this.write();
  }

  /** Follows the connection: connecting, open, lost or closed. */
  follow(status, reason) {
    clearTimeout(this.timer);
    this.isFinal = status === "closed";
    if (status === "open") this.hide();
    else if (status === "connecting" && !this.isLost) {
      this.timer = setTimeout(() => this.show("lost"), PATIENCE_MS);
    } else if (status !== "connecting") this.show(reason);
  }

  show(reason) {
    this.isLost = true;
    this.reason = reason;
    this.felt.toggleAttribute("data-offline", true);
    this.box.hidden = false;
    this.box.querySelector(".spinner").toggleAttribute("hidden", this.isFinal);
    this.write();
    this.button.textContent = this.isFinal ? gettext("Reload") : gettext("Try now");
    const signIn = this.box.querySelector("a");
    signIn.hidden = reason !== "signed_out";
  }

  write() {
    const words = `${sentence(this.reason)} ${unsavedSentence(this.unsaved)}`;
    this.box.querySelector("[data-words]").textContent = words.trim();
  }

  hide() {
    this.felt.toggleAttribute("data-offline", false);
    this.box.hidden = true;
    if (this.isLost) this.onBack?.();
    this.isLost = false;
  }
}
