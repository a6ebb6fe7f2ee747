// What a tap will most likely do, so that the table can show it before the server has spoken.
// The server checks every action itself; where it answers otherwise, its word replaces this.
import { rankOf } from "./cards.js";
import { coversOn, exposedSlots } from "./layout.js";

export const UNKNOWN = "?";

/** The ranks that fit on a card, ascending. */
export function needs(card, rule) {
  const rank = rankOf(card);
  const around = [rank - 1, rank + 1];
  const ring = around.map((near) => ((near + 12) % 13) + 1);
  const ranks = rule === "C" ? around.filter((near) => near >= 1 && near <= 13) : ring;
  return ranks.sort((low, high) => low - high);
}

function fits(card, view) {
  return needs(view.waste, view.rule).includes(rankOf(card));
}

function takesOf(view) {
  if (view.waste === UNKNOWN) return [];
  return exposedSlots(view.tableau).filter(
    (slot) => view.tableau[slot] !== UNKNOWN && fits(view.tableau[slot], view),
  );
}

function judgeTake(view, slot) {
  const card = view.tableau[slot];
  if (card === null) return { code: "no_card" };
  if (coversOn(view.tableau, slot) > 0) return { code: "blocked" };
  if (card === UNKNOWN || view.waste === UNKNOWN) return "unknown";
  if (view.takes.includes(slot)) return "applies";
  return { code: "not_adjacent", top: view.waste, needs: needs(view.waste, view.rule) };
}

function judgeUndo(view) {
  if (view.undo_allowed === false) return { code: "undo_not_allowed" };
  if (view.past.length > 0) return "applies";
  return view.whole ? { code: "nothing_to_undo" } : "unknown";
}

/** "applies", "unknown" until the server says, or the refusal: `{code, top?, needs?}`. */
export function judge(view, { kind, slot }) {
  if (view.unknown) return "unknown";
  if (kind === "take") return judgeTake(view, slot);
  if (kind === "draw") return view.stock > 0 ? "applies" : { code: "stock_empty" };
  if (kind === "undo") return judgeUndo(view);
  return "unknown";
}

function grow(view, changes) {
  const next = { ...view, ...changes, seq: view.seq + 1, past: [...view.past, view] };
  next.takes = takesOf(next);
  return next;
}

function afterTake(view, slot) {
  const tableau = view.tableau.slice();
  const waste = tableau[slot];
  tableau[slot] = null;
  return grow(view, { tableau, waste, run: view.run + 1, moves: view.moves + 1 });
}

function afterDraw(view) {
  return grow(view, { waste: UNKNOWN, stock: view.stock - 1, run: 0, moves: view.moves + 1 });
}

function afterUndo(view) {
  const before = view.past.at(-1);
  return { ...before, seq: view.seq + 1, moves: view.moves, undo_used: true };
}

/** The view after an action that `judge` said applies. */
export function predict(view, { kind, slot }) {
  if (kind === "take") return afterTake(view, slot);
  if (kind === "draw") return afterDraw(view);
  return afterUndo(view);
}
