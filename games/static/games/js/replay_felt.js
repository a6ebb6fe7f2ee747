// The felt of a replay: the table's cards and piles, to be looked at only.
import { arrange } from "./arrange.js";
import * as motion from "./motion.js";
import { Piles } from "./piles.js";
import { Table } from "./table.js";
import { fill, gettext, ngettext } from "./text.js";

const byId = (id) => document.getElementById(id);

class StillTable extends Table {
  label(slot, view) {
    super.label(slot, view);
    const card = this.cards[slot];
    card.removeAttribute("data-open");
    card.setAttribute("aria-disabled", "true");
    card.tabIndex = -1;
  }
}

class StillPiles extends Piles {
  stockName(count) {
    if (count === 0) return gettext("Stock, empty");
    return fill(ngettext("Stock, %(count)s card", "Stock, %(count)s cards", count), { count });
  }
}

/** Slots whose card went to the waste in one action; none where more than that happened. */
function taken(before, view) {
  if (!before || before.stock !== view.stock) return [];
  return view.tableau.flatMap((card, slot) =>
    card === null && before.tableau[slot] !== null ? [slot] : [],
  );
}

export class ReplayFelt {
  constructor() {
    this.felt = byId("felt");
    this.table = new StillTable(byId("peaks"));
    this.piles = new StillPiles({
      stock: byId("stock"),
      waste: byId("waste"),
      place: byId("waste-place"),
      stockCount: byId("stock-count"),
      wasteCount: byId("waste-count"),
    });
    this.shown = null;
    new ResizeObserver(() => this.arrange()).observe(this.felt);
    this.arrange();
  }

  arrange() {
    arrange({ felt: this.felt, table: this.table, piles: this.piles, hasTools: false });
  }

  /** Shows a view; cards move only between neighbouring states. */
  show(view, { isJump }) {
    motion.finishAll();
    const gone = isJump ? [] : taken(this.shown, view);
    this.piles.render(view, gone.length === 1 ? this.table.layout.slots[gone[0]] : null);
    this.table.render(view);
    this.felt.toggleAttribute("data-won", view.status === "won");
    if (isJump) motion.finishAll();
    this.shown = view;
  }

  /** Marks, on the table at which a game was lost, the move that lost it and those that still
   *  won: `{action, alternatives}`, or null to take the marks away. */
  mark(turn) {
    const targets = [...this.table.cards, this.piles.stock];
    for (const target of targets) {
      target.removeAttribute("data-lost");
      target.removeAttribute("data-still-won");
    }
    if (!turn) return;
    this.target(turn.action).dataset.lost = "";
    for (const action of turn.alternatives) this.target(action).dataset.stillWon = "";
  }

  target({ kind, slot }) {
    return kind === "draw" ? this.piles.stock : this.table.cards[slot];
  }
}
