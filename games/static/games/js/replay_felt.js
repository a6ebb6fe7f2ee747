// The felt of a replay: the table's cards and piles, to be looked at only.
import { layoutFor } from "./geometry.js";
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

function put(id, { x, y, width, height }) {
  const { style } = byId(id);
  Object.assign(style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
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
    const width = Math.max(this.felt.clientWidth, 240);
    const height = Math.max(this.felt.clientHeight, 200);
    // No tools stand beside the waste here, so it needs the lesser room, as without a panel.
    const layout = layoutFor({ width, height, panel: false });
    this.felt.dataset.layout = layout.name;
    this.felt.style.setProperty("--cw", `${layout.cardWidth}px`);
    this.felt.style.setProperty("--ch", `${layout.cardHeight}px`);
    this.table.arrange(layout);
    this.piles.arrange(layout);
    for (const id of ["status", "controls"]) put(id, layout[id]);
    put("range", layout.peaks);
    put("bar", { x: 0, y: 0, width, height: 0, ...layout.bar });
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
}
