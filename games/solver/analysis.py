"""What perfect play can still make of any state of a deal, and the line that wins it."""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from games.engine.actions import DRAW, TAKES, Action
from games.engine.cards import Deck, rank_of
from games.engine.codes import Rule
from games.engine.layout import ALL_TAKEN, SLOTS, STOCK_SIZE
from games.engine.state import State, needed_ranks
from games.solver.draws import NEVER, Draws, fewest_draws, ranks_of
from games.solver.tables import WIDTH, Indices, tables

LOST = -1
"""Stands for "not at any number of draws" where the most are kept."""


def still_winnable(state: State) -> bool:
    """Tell whether a state can be won by going on from it, without undo. Resigned cannot."""
    if state.resigned:
        return False
    most = _kept_most_draws(state.deck, state.rule)
    return bool(state.drawn <= most[tables().rows[state.taken], rank_of(state.waste)])


def most_draws(deck: Deck, rule: Rule) -> Draws:
    """Return the most draws, 0–23 or `LOST`, at which each set and waste rank still wins.

    A state wins if it has drawn that often or less. Some milliseconds; 367 KB.
    """
    ranks = ranks_of(deck)
    known = tables()
    most = np.full((len(known.rows), WIDTH), LOST, dtype=np.int8)
    most[-1] = STOCK_SIZE
    flat = most.reshape(-1)
    below, same, above = flat, flat[1:], flat[2:]
    last = _last_draws(ranks[SLOTS + 1 :])
    column = ranks[:SLOTS] - 1
    for step in reversed(known.steps):
        columns = column.take(step.slots)
        wins = same.take(step.targets + columns)
        sources = step.sources + columns
        np.maximum.at(below, sources, wins)
        np.maximum.at(above, sources, wins)
        _draw_and_join(most[step.source_rows], last, rule)
    return most


def winning_line(deck: Deck, rule: Rule) -> tuple[Action, ...] | None:
    """Return a win with the fewest draws, from the dealt table on; `None` if there is none."""
    fewest = fewest_draws(deck, rule)
    drawn, rank = _soonest(fewest, ALL_TAKEN)
    if drawn == NEVER:
        return None
    place = _Place(ALL_TAKEN, drawn, rank)
    backwards = [place]
    while place.taken or place.drawn:
        place = _before(place, deck, rule, fewest)
        backwards.append(place)
    return tuple(_action(earlier, later) for earlier, later in pairwise(reversed(backwards)))


class _Place(NamedTuple):
    """A state as the tables know it; `rank` is the waste's."""

    taken: int
    drawn: int
    rank: int


# A game's owner asks for state after state of one deal; 64 deals are 23 MB.
@lru_cache(maxsize=64)
def _kept_most_draws(deck: Deck, rule: Rule) -> Draws:
    return most_draws(deck, rule)


def _last_draws(stock: Indices) -> Draws:
    """Return the last draw, 1–23, no later than each number that turns up each rank, else 0.

    Flat, 25 entries a column: `LOST` first, then 0 to 23.
    """
    last = np.zeros((WIDTH, STOCK_SIZE + 2), dtype=np.int8)
    for draw, rank in enumerate(stock.tolist(), start=1):
        last[rank, draw + 1 :] = draw
    return last.reshape(-1)


def _draw_and_join(most: Draws, last: Draws, rule: Rule) -> None:
    """Finish the rows of one size, which so far know the takes alone."""
    if rule is Rule.EASY:
        np.maximum(most[:, 13], most[:, 0], out=most[:, 13])
        np.maximum(most[:, 1], most[:, 14], out=most[:, 1])
    # Whoever may take after the draw numbered `turning` may draw up to it from any earlier state.
    turning = last.take(most + (np.arange(WIDTH) * (STOCK_SIZE + 2) + 1)).max(axis=1)
    np.maximum(most, turning[:, None] - 1, out=most)


def _before(place: _Place, deck: Deck, rule: Rule, fewest: Draws) -> _Place:
    """Return a place that play reaches and from which one take or draw leads to this one."""
    rows = tables().rows
    for slot in range(SLOTS):
        row = rows.get(place.taken ^ 1 << slot) if place.taken >> slot & 1 else None
        if row is None or rank_of(deck[slot]) != place.rank:
            continue
        for near in needed_ranks(rule, place.rank):
            if fewest[row, near] == place.drawn:
                return _Place(place.taken ^ 1 << slot, place.drawn, near)
    drawn, rank = _soonest(fewest, place.taken)
    if drawn < place.drawn - 1:
        drawn, rank = place.drawn - 1, rank_of(deck[SLOTS + place.drawn - 1])
    return _Place(place.taken, drawn, rank)


def _soonest(fewest: Draws, taken: int) -> tuple[int, int]:
    """Return the fewest draws at which a set is reached, and the waste's rank then."""
    row = fewest[tables().rows[taken]]
    rank = int(row[1:14].argmin()) + 1
    return int(row[rank]), rank


def _action(earlier: _Place, later: _Place) -> Action:
    taken = earlier.taken ^ later.taken
    return TAKES[taken.bit_length() - 1] if taken else DRAW
