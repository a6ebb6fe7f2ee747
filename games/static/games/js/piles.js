// Draws the stock and the waste.
import { cardName, drawBack, drawFace } from "./cards.js";
import * as motion from "./motion.js";
import { fill, gettext, ngettext } from "./text.js";

const KEPT = 3;
const LAYERS = 5;
const WHOLE_STOCK = 23;

export class Piles {
  constructor({ stock, waste, place, stockCount, wasteCount }) {
    Object.assign(this, { stock, waste, place, stockCount, wasteCount });
    this.stock.prepend(drawBack());
    this.shown = null;
  }

  arrange(layout) {
    this.layout = layout;
    for (const [element, { x, y }] of [[this.stock, layout.stock], [this.place, layout.waste]]) {
      element.style.left = `${x}px`;
      element.style.top = `${y}px`;
    }
  }

  /** Shows a view; `from` is the place on the felt a taken card flies from. */
  render(view, from) {
    const before = this.shown;
    this.shown = { waste: view.waste, stock: view.stock };
    this.renderStock(view);
    this.renderWaste(view, before, from);
    const taken = view.tableau.filter((card) => card === null).length;
    const count = WHOLE_STOCK + 1 - view.stock + taken;
    this.wasteCount.textContent = fill(gettext("waste %(count)s"), { count });
    this.waste.toggleAttribute("data-deep", count > 3);
  }

  renderStock({ stock }) {
    this.stock.dataset.layers = Math.min(LAYERS, Math.ceil(stock / 4));
    this.stock.toggleAttribute("data-empty", stock === 0);
    this.stock.setAttribute("aria-label", this.stockName(stock));
    this.stockCount.textContent = fill(gettext("stock %(count)s"), { count: stock });
    this.stock.dataset.count = stock;
  }

  stockName(count) {
    if (count === 0) return gettext("Stock, empty");
    return fill(ngettext("Stock, %(count)s card: draw", "Stock, %(count)s cards: draw", count), { count });
  }

  renderWaste(view, before, from) {
    const old = before?.waste;
    if (!before || this.waste.children.length === 0) this.showOnly(view.waste);
    else if (from) this.land(view.waste, from);
    else if (view.stock < before.stock) this.drawn(view.waste);
    else if (old === "?" && view.waste !== "?") this.turnUp(view.waste);
    else if (old !== view.waste) this.goBack(view, before);
    this.waste.dataset.card = view.waste;
    const name = view.waste === "?" ? gettext("hidden") : cardName(view.waste);
    this.waste.setAttribute("aria-label", fill(gettext("Waste: %(card)s"), { card: name }));
  }

  card(name) {
    const card = document.createElement("span");
    card.className = "card";
    card.dataset.state = name === "?" ? "down" : "up";
    card.append(drawBack());
    if (name !== "?") card.append(drawFace(name));
    card.dataset.name = name;
    return card;
  }

  showOnly(name) {
    this.waste.replaceChildren(this.card(name));
  }

  push(name) {
    const card = this.card(name);
    this.waste.append(card);
    while (this.waste.children.length > KEPT) this.waste.firstElementChild.remove();
    return card;
  }

  land(name, from) {
    const under = this.waste.lastElementChild;
    if (under) motion.settle(under);
    const { waste } = this.layout;
    motion.fly(this.push(name), { x: from.x - waste.x, y: from.y - waste.y });
  }

  drawn(name) {
    const { stock, waste } = this.layout;
    const card = this.push(name);
    motion.slide(card, { x: stock.x - waste.x, y: stock.y - waste.y });
    if (name !== "?") motion.turn(card, { up: true, axis: "Y" });
  }

  turnUp(name) {
    const card = this.waste.lastElementChild;
    card.append(drawFace(name));
    Object.assign(card.dataset, { state: "up", name });
    motion.turn(card, { up: true, axis: "Y" });
  }

  /** An undo: the card below shows again, and a drawn card slides back to the stock. */
  goBack(view, before) {
    this.waste.lastElementChild.remove();
    if (this.waste.lastElementChild?.dataset.name !== view.waste) this.showOnly(view.waste);
    if (view.stock > before.stock) {
      const { stock, waste } = this.layout;
      motion.slide(this.stock, { x: waste.x - stock.x, y: waste.y - stock.y });
    }
  }

  point(on) {
    this.stock.toggleAttribute("data-hint", on);
  }

  clear() {
    this.shown = null;
    this.waste.replaceChildren();
    this.waste.dataset.card = "";
    this.renderStock({ stock: WHOLE_STOCK });
    this.wasteCount.textContent = fill(gettext("waste %(count)s"), { count: 0 });
  }
}
