"""The fewest draws at which each set of taken cards is reached, and the most that still win.

Drawing is always allowed, so whoever has drawn less can do all that one who has drawn more can
do, drawing on as far as needed. One small number for each set and rank therefore says
everything about a deal.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.engine.cards import Deck, rank_of
from games.engine.codes import Rule
from games.engine.layout import SLOTS, STOCK_SIZE
from games.solver.tables import WIDTH, Indices, tables

Draws: TypeAlias = NDArray[np.int8]
"""Numbers of draws, one row a set of `tables()`, `WIDTH` columns as described there."""

NEVER = 100
"""Stands for "not at any number of draws" where the fewest are kept."""

LOST = -1
"""Stands for "not at any number of draws" where the most are kept."""


def ranks_of(deck: Deck) -> Indices:
    """Return the rank, 1 to 13, of each card of a deck, in deck order."""
    return np.array([rank_of(card) for card in deck], dtype=np.intp)


def fewest_draws(deck: Deck, rule: Rule) -> Draws:
    """Return the fewest draws, 0–23 or `NEVER`, for every set and waste rank of a deal.

    The deck is one that `parse_deck` or `deal_cards` gives. A millisecond; 367 KB.
    """
    ranks = ranks_of(deck)
    ahead = _draws_ahead(ranks[SLOTS + 1 :])
    if rule is Rule.EASY:
        _join_king_and_ace(ahead)
    known = tables()
    fewest = np.empty((len(known.rows), WIDTH), dtype=np.int8)
    fewest[0] = ahead[0]
    fewest[0, ranks[SLOTS]] = 0
    if rule is Rule.EASY:
        _join_king_and_ace(fewest[:1])
    flat = fewest.reshape(-1)
    # A rank's neighbours sit one column to either side: three views save three additions.
    below, same, above = flat, flat[1:], flat[2:]
    column = ranks[:SLOTS] - 1
    for step in known.steps:
        columns = column.take(step.slots)
        sources = step.sources + columns
        taken_at = np.minimum(below.take(sources), above.take(sources))
        soonest = np.minimum.reduceat(taken_at, step.starts)
        reached = fewest[step.target_rows]
        ahead.take(soonest, axis=0, out=reached, mode="clip")
        np.minimum.at(same, step.targets + columns, taken_at)
        if rule is Rule.EASY:
            _join_king_and_ace(reached)
    return fewest


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


def _draws_ahead(stock: Indices) -> Draws:
    """Return the number of the draw, 1–23, that next puts each rank on the waste, else `NEVER`.

    The row is the number of draws made so far; from 23 on up to `NEVER` nothing is ahead.
    """
    ahead = np.full((NEVER + 1, WIDTH), NEVER, dtype=np.int8)
    for drawn in reversed(range(STOCK_SIZE)):
        ahead[drawn] = ahead[drawn + 1]
        ahead[drawn, stock[drawn]] = drawn + 1
    return ahead


def _join_king_and_ace(draws: Draws) -> None:
    """Repeat the king below the ace and the ace above the king, as Easy has it."""
    draws[:, 0] = draws[:, 13]
    draws[:, 14] = draws[:, 1]


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
