// Draws the peaks: 28 places that each show a face, a back or nothing.
import { cardName, drawBack, drawFace } from "./cards.js";
import { coversOn, PLACES, SLOTS } from "./layout.js";
import * as motion from "./motion.js";
import { gettext, fill } from "./text.js";

const TURNED_MS = 160;

function stateOf(card) {
  if (card === null) return "gone";
  return card === "?" ? "down" : "up";
}

function nameOf(view, slot) {
  const card = view.tableau[slot];
  if (card === null) return gettext("empty");
  if (card === "?") {
    return coversOn(view.tableau, slot) > 0 ? gettext("hidden, covered") : gettext("hidden");
  }
  const name = cardName(card);
  return view.takes.includes(slot) ? fill(gettext("%(card)s, playable"), { card: name }) : name;
}

export class Table {
  constructor(root) {
    this.root = root;
    this.cards = Array.from({ length: SLOTS }, (_, slot) => this.place(slot));
    this.root.append(...this.cards);
    this.shown = null;
  }

  place(slot) {
    const card = document.createElement("button");
    card.type = "button";
    card.className = "card";
    card.dataset.slot = slot;
    card.dataset.row = PLACES[slot].row;
    card.dataset.state = "gone";
    card.append(drawBack());
    return card;
  }

  /** Puts every place where the layout says. */
  arrange(layout) {
    this.layout = layout;
    layout.slots.forEach(({ x, y }, slot) => {
      this.cards[slot].style.left = `${x}px`;
      this.cards[slot].style.top = `${y}px`;
    });
  }

  /** Shows a view, moving from what was shown before. */
  render(view) {
    const before = this.shown?.tableau;
    this.shown = view;
    const returned = this.returned(before, view.tableau);
    view.tableau.forEach((card, slot) => {
      this.draw(slot, before?.[slot], card);
      this.label(slot, view);
    });
    if (returned.length === 1) this.comeBack(returned[0]);
  }

  returned(before, now) {
    if (!before) return [];
    return now.flatMap((card, slot) => (card !== null && before[slot] === null ? [slot] : []));
  }

  draw(slot, old, card) {
    const element = this.cards[slot];
    if (old === card && old !== undefined) return;
    element.dataset.state = stateOf(card);
    element.dataset.card = card ?? "";
    if (card !== null && card !== "?") this.face(element, card);
    if (old === "?" && card !== null) motion.turn(element, { up: true, axis: this.axis });
    if (old && old !== "?" && card === "?") this.turnDown(element);
    if (card === null) element.querySelector(".face")?.remove();
  }

  get axis() {
    return this.layout.name === "tall" ? "X" : "Y";
  }

  face(element, card) {
    element.querySelector(".face")?.remove();
    element.append(drawFace(card));
  }

  turnDown(element) {
    motion.turn(element, { up: false, axis: this.axis });
    const face = element.querySelector(".face");
    setTimeout(() => face?.remove(), TURNED_MS);
  }

  label(slot, view) {
    const element = this.cards[slot];
    const card = view.tableau[slot];
    const open = card !== null && coversOn(view.tableau, slot) === 0;
    element.toggleAttribute("data-open", open);
    element.toggleAttribute("data-fits", view.takes.includes(slot) && view.status === "playing");
    element.tabIndex = open ? 0 : -1;
    const name = nameOf(view, slot);
    if (element.getAttribute("aria-label") !== name) element.setAttribute("aria-label", name);
  }

  comeBack(slot) {
    const { waste, slots } = this.layout;
    motion.fly(this.cards[slot], { x: waste.x - slots[slot].x, y: waste.y - slots[slot].y });
  }

  /** A card that cannot be taken trembles. */
  shake(slot) {
    motion.shake(this.cards[slot]);
  }

  /** Points at one card until the next action. */
  point(slot) {
    for (const card of this.cards) delete card.dataset.hint;
    if (slot !== null) this.cards[slot].dataset.hint = "";
  }

  /** A fresh deal comes down row by row. */
  deal() {
    const { stock, slots } = this.layout;
    this.cards.forEach((card, slot) => {
      const from = { x: (stock.x - slots[slot].x) * 0.12, y: (stock.y - slots[slot].y) * 0.12 };
      motion.deal(card, { delay: 14 * slot, from });
    });
  }

  /** Marks that the whole table waits for its cards. */
  clear() {
    this.shown = null;
    for (const card of this.cards) {
      card.querySelector(".face")?.remove();
      Object.assign(card.dataset, { state: "down", card: "?" });
      card.removeAttribute("data-fits");
      card.tabIndex = -1;
      card.setAttribute("aria-label", gettext("hidden, covered"));
    }
  }
}
