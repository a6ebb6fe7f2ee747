"""The four scorings, each as what one action adds; every finished game has all of them."""

from dataclasses import dataclass
from typing import Protocol

from games.engine.layout import ALL_TAKEN, ROW_OF

SCORING_VERSION = 1
"""Stored with every result: boards never mix two ways of counting."""

FIRST_POINTS = 500
PEAK_POINTS = 100
CARD_COMBO = 5
TOP_COMBO = 50
CLEARED_COMBO = 100
STOCK_COMBO = 20
DRAW_STREAK = -5
PEAK_STREAKS = (15, 15, 30)


@dataclass(frozen=True, slots=True)
class Scores:
    """A game under each rule: `points` (0 or more), `combo` (0 or more), `streak` (any whole
    number) and `cards_left` on the table (0–28)."""

    points: int
    combo: int
    streak: int
    cards_left: int


class Scored(Protocol):
    """What scores are read from: a state."""

    @property
    def points(self) -> int: ...
    @property
    def combo(self) -> int: ...
    @property
    def streak(self) -> int: ...
    @property
    def taken(self) -> int: ...


def scores_of(state: Scored) -> Scores:
    """Return all four scores of a state."""
    cards_left = (ALL_TAKEN & ~state.taken).bit_count()
    return Scores(state.points, state.combo, state.streak, cards_left)


def points_after(points: int, *, peak_emptied: bool = False) -> int:
    """Return `points` after a take or a draw: −1, +100 for an emptied peak, never below 0."""
    return max(0, points - 1 + (PEAK_POINTS if peak_emptied else 0))


def combo_gain(slot: int, run: int, *, stock_left: int | None) -> int:
    """Return what the take of `slot` as the run's card number `run` (1 or more) adds to `combo`.

    `stock_left` is the stock's size if this take wins the game, otherwise `None`.
    """
    gain = CARD_COMBO * run + CARD_COMBO
    if ROW_OF[slot] == 0:
        gain += TOP_COMBO
    if stock_left is not None:
        gain += CLEARED_COMBO + STOCK_COMBO * stock_left
    return gain


def streak_gain(run: int, *, emptied: int | None) -> int:
    """Return what a take as the run's card number `run` (1 or more) adds to `streak`.

    `emptied` is how many peaks were empty before, if this take emptied one, otherwise `None`.
    """
    return run if emptied is None else run + PEAK_STREAKS[emptied]
