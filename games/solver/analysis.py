"""What perfect play can still make of any state of a deal, and the line that makes it."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, TypeAlias

from games.engine.actions import Action, Kind
from games.engine.cards import Deck, rank_of
from games.engine.codes import Rule
from games.engine.layout import ALL_TAKEN, PEAKS, SLOTS, STOCK_SIZE
from games.engine.scoring import PEAK_POINTS
from games.engine.state import State, apply, initial, legal_actions
from games.solver.combo import combos_of
from games.solver.draws import Draws, most_draws
from games.solver.finishes import finishes_of
from games.solver.outcomes import Outcomes
from games.solver.tables import tables
from games.solver.ways import Ways, ways_of

Aim: TypeAlias = Literal["points", "combo"]
"""The scoring that a line is to be best under."""


def still_winnable(state: State) -> bool:
    """Tell whether a state can be won by going on from it, without undo. Resigned cannot.

    The quick way for one question: some 2 ms for a deal's first state, then microseconds.
    """
    if state.resigned:
        return False
    most = _kept_most_draws(state.deck, state.rule)
    return bool(state.drawn <= most[tables().rows[state.taken], rank_of(state.waste)])


@dataclass(frozen=True, eq=False)
class Analysis:
    """Everything about one deal under one rule, for states that play can reach.

    What is best is so without undo from the state on; a state's own `points` and `combo`, and
    whatever happened before it, count as they are. A resigned state cannot be won.
    """

    deck: Deck
    rule: Rule

    def is_winnable(self, state: State) -> bool:
        """Tell whether a state can still be won."""
        return self.stock_left(state) is not None

    def stock_left(self, state: State) -> int | None:
        """Return the most cards, 0–23, that a win from a state leaves in the stock."""
        return None if state.resigned else self._finishes.best(state)

    def best_points(self, state: State) -> int | None:
        """Return the most final `points` of any win from a state, `None` if it is lost.

        Each card and draw to come costs a point and each peak brings 100. No win of 51 moves
        comes near the floor of 0.
        """
        left = self.stock_left(state)
        if left is None:
            return None
        moves = SLOTS - state.taken.bit_count() + STOCK_SIZE - left - state.drawn
        return state.points - moves + PEAK_POINTS * (PEAKS - len(state.emptied_at))

    def best_combo(self, state: State) -> int | None:
        """Return the most final `combo` of any win from a state, `None` if it is lost.

        The deal's first such question takes some 20 ms, at worst 100, and keeps up to 60 MB.
        """
        to_come = None if state.resigned else _kept_combos(self.deck, self.rule).best(state)
        return None if to_come is None else state.combo + to_come

    def best(self, state: State, aim: Aim) -> int | None:
        """Return `best_points` or `best_combo`."""
        return self.best_points(state) if aim == "points" else self.best_combo(state)

    @cached_property
    def _finishes(self) -> Outcomes:
        return finishes_of(_kept_ways(self.deck, self.rule))


@lru_cache(maxsize=8)
def analyse(deck: Deck, rule: Rule) -> Analysis:
    """Return the analysis of a deal; the last 8 are kept, 3 to 15 MB each.

    Its first question takes some 20 ms, later ones microseconds. The tables for `combo` are
    kept for the last two deals alone.
    """
    return Analysis(deck, rule)


def best_line(state: State, by: Aim = "points") -> tuple[Action, ...] | None:
    """Return the takes and draws of a best win from a state, `None` if it is lost.

    Empty if the state is won. Some 5 ms once the deal is analysed.
    """
    about = analyse(state.deck, state.rule)
    if about.best(state, by) is None:
        return None
    line = []
    while state.taken != ALL_TAKEN:
        action, state = _best_move(about, state, by)
        line.append(action)
    return tuple(line)


def winning_line(deck: Deck, rule: Rule) -> tuple[Action, ...] | None:
    """Return a win with the fewest draws, from the dealt table on; `None` if there is none."""
    return best_line(initial(deck, rule))


def moves_of(state: State) -> tuple[Action, ...]:
    """Return the takes, ascending, and the draw that the rules allow: what goes forward."""
    return tuple(act for act in legal_actions(state) if act.kind in (Kind.TAKE, Kind.DRAW))


def _best_move(about: Analysis, state: State, aim: Aim) -> tuple[Action, State]:
    """Return the move of a winnable state that keeps the most, a take rather than a draw."""
    nexts = [(action, apply(state, action)) for action in moves_of(state)]
    best = about.best(state, aim)
    return next(move for move in nexts if about.best(move[1], aim) == best)


# A game's owner asks for state after state of one deal; 64 deals are 23 MB.
@lru_cache(maxsize=64)
def _kept_most_draws(deck: Deck, rule: Rule) -> Draws:
    return most_draws(deck, rule)


@lru_cache(maxsize=8)
def _kept_ways(deck: Deck, rule: Rule) -> Ways:
    return ways_of(deck, rule)


@lru_cache(maxsize=2)
def _kept_combos(deck: Deck, rule: Rule) -> Outcomes:
    return combos_of(_kept_ways(deck, rule))
