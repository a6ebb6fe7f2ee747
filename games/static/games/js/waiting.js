// Who came too late for a race waits for the next one of its chain, and is led there.
import { CallError, post } from "./http.js";
import { fill, gettext, ngettext } from "./text.js";

const SHOWN_NAMES = 3;

function waitUrl(slug) {
  return `/api/v1/races/${slug}/wait`;
}

/** "Heron waits for the next race.", or "" where nobody does. */
export function waitingWords({ waiting, me }) {
  const others = waiting.filter((player) => player !== me);
  const count = others.length;
  if (count === 0) return waiting.length ? gettext("You wait for the next race.") : "";
  const names = others.slice(0, SHOWN_NAMES).join(", ") + (count > SHOWN_NAMES ? " …" : "");
  return fill(
    ngettext("%(names)s waits for the next race.", "%(names)s wait for the next race.", count),
    { names },
  );
}

export class Waiting {
  /** Its buttons carry `data-wait`, its words go to `data-waiting`. `onFault(text)` is told faults. */
  constructor({ race, onFault }) {
    Object.assign(this, { race, onFault });
    this.buttons = document.querySelectorAll("[data-wait]");
    for (const button of this.buttons) button.addEventListener("click", () => this.toggle());
  }

  get isMine() {
    return this.race.waiting.includes(this.race.me);
  }

  /** Whether the reader has no seat here and there is none to be had. */
  get isOffered() {
    const { own, next, status, racers, seats } = this.race;
    return !own && !next && (status !== "lobby" || racers.length >= seats);
  }

  render() {
    for (const button of this.buttons) {
      button.hidden = !this.isOffered;
      button.textContent = this.isMine ? gettext("Wait no longer") : gettext("Wait for the next race");
      button.setAttribute("aria-pressed", String(this.isMine));
    }
    for (const line of document.querySelectorAll("[data-waiting]")) {
      line.textContent = this.race.next ? "" : waitingWords(this.race);
    }
  }

  async toggle() {
    try {
      const { url, seated } = await post(waitUrl(this.race.slug), { wait: !this.isMine });
      // Who was nobody yet is a guest now, which his page has to learn.
      if (seated || !this.race.me || url !== this.race.url) return location.assign(url);
      this.note(!this.isMine);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.onFault(error.message);
    }
    return undefined;
  }

  note(waits) {
    const others = this.race.waiting.filter((player) => player !== this.race.me);
    this.race.waiting = waits ? [...others, this.race.me] : others;
    this.render();
  }

  /** Takes the seat that was waited for, and goes there; the page there says if there is none. */
  async follow({ slug, url }) {
    try {
      const told = await post(waitUrl(slug));
      location.assign(told.url);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      location.assign(url);
    }
  }
}
