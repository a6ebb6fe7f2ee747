// What is stepped through: actions, the states they lead to, and when each was made. The game
// that was played is one; a line of play that goes on from one of its states is another.
import { parseActions, states, viewOf } from "./replay_state.js";

const LINE_PAUSE_MS = 900;

export class Timeline {
  /** `from`: the state, by its index, at which a line leaves the game; null in the game itself.
   *  `aim`: the scoring under which that line is the best. */
  constructor({ deck, rule, actions, times, isTimedOut = false, from = null, aim = null }) {
    Object.assign(this, { deck, rule, actions, times, isTimedOut, from, aim });
    this.views = states(deck, rule, actions).map(viewOf);
    this.outlook = null;
  }

  static ofGame({ cards, rule, actions, times_ms: times, status }) {
    const isTimedOut = status === "timed_out";
    return new Timeline({ deck: cards.split(" "), rule, actions: parseActions(actions), times, isTimedOut });
  }

  get last() {
    return this.actions.length;
  }

  get isLine() {
    return this.from !== null;
  }

  /** Milliseconds of the game at a state; in a line its clock stands where the line began. */
  clockAt(index) {
    const at = this.isLine ? Math.min(index, this.from) : index;
    return at === 0 ? 0 : this.times[at - 1];
  }

  /** The step that led to a state; to the dealt table none did. */
  step(index) {
    return {
      action: this.actions[index - 1],
      before: this.views[index - 1],
      after: this.views[index],
      isTimedOut: this.isTimedOut && index === this.last,
    };
  }

  get steps() {
    return this.actions.map((_, place) => this.step(place + 1));
  }

  /** Goes on from the state after `from` actions by a line as the server writes it. */
  goOn({ from, line, aim }) {
    const { deck, rule } = this;
    const more = parseActions(line);
    const begin = this.clockAt(from);
    const times = more.map((_, place) => begin + LINE_PAUSE_MS * (place + 1));
    const next = new Timeline({
      deck,
      rule,
      actions: [...this.actions.slice(0, from), ...more],
      times: [...this.times.slice(0, from), ...times],
      from,
      aim,
    });
    const best = { [aim]: this.outlook[from][aim] };
    next.outlook = [...this.outlook.slice(0, from + 1), ...more.map(() => best)];
    return next;
  }
}

/** Indices, from 1, of the actions that an undo took back. */
export function undone(actions) {
  const open = [];
  const taken = new Set();
  actions.forEach(({ kind }, place) => {
    if (kind === "undo") taken.add(open.pop());
    else if (kind !== "resign") open.push(place + 1);
  });
  return taken;
}
