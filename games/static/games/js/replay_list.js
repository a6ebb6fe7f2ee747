// The list of a game's actions beside the felt; a press on one leads to it.
import { cardLabel, cardName } from "./cards.js";
import { undone } from "./replay_timeline.js";
import { lineOf } from "./replay_words.js";
import { gettext } from "./text.js";

function part(name, text) {
  const box = document.createElement("span");
  box.className = name;
  box.textContent = text;
  return box;
}

function cardPart(card) {
  const box = part("move-card", cardLabel(card));
  box.toggleAttribute("data-red", "HD".includes(card[1]));
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", cardName(card));
  return box;
}

function button(step, index) {
  const line = lineOf(step);
  const row = document.createElement("button");
  row.type = "button";
  row.tabIndex = -1;
  row.dataset.index = index;
  row.dataset.kind = step.action.kind;
  row.append(part("move-number", `${index}.`));
  if (line.card) row.append(cardPart(line.card));
  row.append(part("move-what", line.what), part("move-gain", line.gain));
  return row;
}

export class MoveList {
  /** `steps`: one per action, in order; `onPick(index)`: the state after that many actions. */
  constructor(root, { steps, onPick }) {
    this.root = root;
    this.fill(steps);
    root.addEventListener("click", ({ target }) => {
      const row = target.closest("[data-index]");
      if (row) onPick(Number(row.dataset.index));
    });
  }

  /** Lists other steps; those after the first `from` are a line's, not the game's. */
  fill(steps, { from = null } = {}) {
    this.rows = steps.map((step, place) => button(step, place + 1));
    for (const index of undone(steps.map(({ action }) => action))) {
      this.rows[index - 1].dataset.undone = "";
    }
    if (from !== null) for (const row of this.rows.slice(from)) row.dataset.line = "";
    const items = this.rows.map((row) => {
      const item = document.createElement("li");
      item.append(row);
      return item;
    });
    this.root.replaceChildren(...items);
    this.current = null;
  }

  /** Marks the move that lost the game, `{index}` from 0, or none. */
  markLosing(losing) {
    if (!losing) return;
    const row = this.rows[losing.index];
    row.dataset.losing = "";
    row.querySelector(".move-gain").before(part("move-lost", gettext("lost it")));
  }

  /** Marks the action that led to a state, 0 being the dealt table, and brings it in sight. */
  show(index) {
    const hadFocus = this.root.contains(document.activeElement);
    this.current?.removeAttribute("aria-current");
    this.rows.forEach((row, place) => (row.tabIndex = place === Math.max(0, index - 1) ? 0 : -1));
    this.current = this.rows[index - 1] ?? null;
    this.current?.setAttribute("aria-current", "step");
    this.scroll(this.current);
    if (hadFocus) (this.current ?? this.rows[0]).focus({ preventScroll: true });
  }

  scroll(row) {
    const { scrollTop, clientHeight } = this.root;
    const top = row ? row.offsetTop : 0;
    const bottom = row ? top + row.offsetHeight : 0;
    if (top < scrollTop || bottom > scrollTop + clientHeight) {
      this.root.scrollTop = top - clientHeight / 2;
    }
  }
}
