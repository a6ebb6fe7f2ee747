// What the solver found out about a finished game, asked for once.
import { get } from "./http.js";
import { parseActions } from "./replay_state.js";
import { undone } from "./replay_timeline.js";

const AIMS = ["points", "combo"];

function read(entry) {
  return entry === null ? null : { points: entry[0], combo: entry[1] };
}

/** The move that lost: its index from 0, the action, and what still won there. */
function readLosing(losing) {
  if (losing === null) return null;
  const [action] = parseActions(losing.action);
  return { index: losing.index, action, alternatives: parseActions(losing.alternatives.join(" ")) };
}

export class PostMortem {
  /** `game`: the timeline of what was played, which is given its outlook. */
  constructor({ replay, game }) {
    this.base = `/api/v1/games/${replay.game}`;
    this.replay = replay;
    this.game = game;
    this.lines = new Map();
    this.losing = null;
    this.best = null;
  }

  get isKnown() {
    return this.best !== null;
  }

  get isWon() {
    return this.replay.status === "won";
  }

  /** Asks for the analysis. Throws a CallError. */
  async load() {
    const found = await get(`${this.base}/analysis`);
    this.game.outlook = found.outlook.map(read);
    this.losing = readLosing(found.losing);
    this.best = found.best;
  }

  /** The best line from a state of the game, as the server writes it. Throws a CallError. */
  async line(at, aim) {
    const key = `${at} ${aim}`;
    if (!this.lines.has(key)) {
      const found = await get(`${this.base}/line?at=${at}&by=${aim}`);
      this.lines.set(key, found.actions);
    }
    return this.lines.get(key);
  }

  /** Per scoring: the proven best, what was reached, and how far that is below it. */
  gaps() {
    return AIMS.map((aim) => {
      const yours = this.replay.scores[aim];
      return { aim, best: this.best[aim], yours, gap: this.best[aim] - yours };
    });
  }

  /** The moves, undone ones left out, that lowered what could be reached, the dearest first:
   *  the index of the state before each and by how much. */
  drops(aim) {
    const { outlook, actions } = this.game;
    const isUndone = undone(actions);
    const found = actions.flatMap(({ kind }, index) => {
      if (kind === "undo" || isUndone.has(index + 1)) return [];
      const [before, after] = [outlook[index], outlook[index + 1]];
      const cost = before && after ? before[aim] - after[aim] : 0;
      return cost > 0 ? [{ index, cost }] : [];
    });
    return found.sort((one, other) => other.cost - one.cost);
  }
}
