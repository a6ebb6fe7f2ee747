// A finished game, state by state: its log folded over its deck, as games/engine does it.
// Nothing here touches the page, and nothing is refused: the server checked each action when
// it was played. tests/browser/test_replay.py holds these states against the engine's.
import { rankOf } from "./cards.js";
import { coversOn, exposedSlots, PLACES, SLOTS } from "./layout.js";
import { needs, UNKNOWN } from "./predict.js";

const STOCK = 23;
const FIRST_POINTS = 500;
const PEAK_POINTS = 100;
const CARD_COMBO = 5;
const TOP_COMBO = 50;
const CLEARED_COMBO = 100;
const STOCK_COMBO = 20;
const DRAW_STREAK = -5;
const PEAK_STREAKS = [15, 15, 30];

/** Actions as a log writes them ("D T18 U R"), as `{kind, slot}`. */
export function parseActions(text) {
  const kinds = { T: "take", D: "draw", U: "undo", R: "resign" };
  const words = text.split(" ").filter(Boolean);
  return words.map((word) => ({
    kind: kinds[word[0]],
    slot: word[0] === "T" ? Number(word.slice(1)) : null,
  }));
}

/** The dealt table. `deck`: 52 card names, slots first, then the waste, then the stock. */
export function initial(deck, rule) {
  return {
    deck,
    rule,
    table: deck.slice(0, SLOTS),
    waste: deck[SLOTS],
    drawn: 0,
    run: 0,
    runFrom: 0,
    seq: 0,
    moves: 0,
    undoUsed: false,
    resigned: false,
    points: FIRST_POINTS,
    combo: 0,
    streak: 0,
    emptiedAt: [],
    previous: null,
  };
}

function isEmpty(table, peak) {
  return PLACES.every((place, slot) => place.peak !== peak || table[slot] === null);
}

function comboGain(slot, run, { isWon, drawn }) {
  const top = PLACES[slot].row === 0 ? TOP_COMBO : 0;
  const cleared = isWon ? CLEARED_COMBO + STOCK_COMBO * (STOCK - drawn) : 0;
  return CARD_COMBO * (run + 1) + top + cleared;
}

function afterMove(state, changes) {
  return { ...state, ...changes, seq: state.seq + 1, moves: state.moves + 1, previous: state };
}

function afterTake(state, slot) {
  const table = state.table.slice();
  table[slot] = null;
  const run = state.run + 1;
  const { length } = state.emptiedAt;
  const empties = isEmpty(table, PLACES[slot].peak);
  const end = { isWon: table.every((card) => card === null), drawn: state.drawn };
  return afterMove(state, {
    table,
    run,
    waste: state.table[slot],
    points: Math.max(0, state.points - 1 + (empties ? PEAK_POINTS : 0)),
    combo: state.combo + comboGain(slot, run, end),
    streak: state.streak + run + (empties ? PEAK_STREAKS[length] : 0),
    emptiedAt: empties ? [...state.emptiedAt, state.moves + 1] : state.emptiedAt,
  });
}

function afterDraw(state) {
  return afterMove(state, {
    waste: state.deck[SLOTS + 1 + state.drawn],
    drawn: state.drawn + 1,
    run: 0,
    runFrom: state.combo,
    points: Math.max(0, state.points - 1),
    streak: state.streak + DRAW_STREAK,
  });
}

function afterUndo(state) {
  return { ...state.previous, seq: state.seq + 1, moves: state.moves, undoUsed: true };
}

/** The state after one action. */
export function apply(state, { kind, slot }) {
  if (kind === "take") return afterTake(state, slot);
  if (kind === "draw") return afterDraw(state);
  if (kind === "undo") return afterUndo(state);
  return { ...state, seq: state.seq + 1, resigned: true };
}

/** Every state of a game, the dealt table first: one more than there are actions. */
export function states(deck, rule, actions) {
  const all = [initial(deck, rule)];
  for (const action of actions) all.push(apply(all.at(-1), action));
  return all;
}

function shown(table, slot) {
  if (table[slot] === null) return null;
  return coversOn(table, slot) > 0 ? UNKNOWN : table[slot];
}

function takesOf(state) {
  if (state.resigned) return [];
  const ranks = needs(state.waste, state.rule);
  return exposedSlots(state.table).filter((slot) => ranks.includes(rankOf(state.table[slot])));
}

function statusOf({ table, resigned, drawn }, takes) {
  if (table.every((card) => card === null)) return "won";
  if (resigned) return "resigned";
  return drawn === STOCK && takes.length === 0 ? "stuck" : "playing";
}

/** What the player saw of a state, as the server's frames tell it; `run_gain`: what the run
 *  at hand has brought in combo. */
export function viewOf(state) {
  const takes = takesOf(state);
  const { seq, moves, run, rule, waste, points, combo, streak } = state;
  const left = state.table.filter((card) => card !== null).length;
  return {
    rule,
    seq,
    status: statusOf(state, takes),
    tableau: state.table.map((_, slot) => shown(state.table, slot)),
    waste,
    stock: STOCK - state.drawn,
    moves,
    undo_used: state.undoUsed,
    takes,
    scores: { points, combo, streak, cards_left: left },
    run,
    run_gain: combo - state.runFrom,
    peaks_emptied_at: state.emptiedAt,
  };
}
