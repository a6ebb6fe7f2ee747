"""How hard a deal is for people: the share of wins of a careful but ordinary player.

That player sees what everybody sees: the cards that lie face up and the waste's top card. A card
that fits is always taken, and the stock is drawn from when none does. Of several that fit, each
counts two for every card that it turns up and one if another face-up card would go on from it,
so that the run goes on. To that comes a mood of nought to three, new for each card at each move:
a difference of one is overlooked in two cases of nine, a difference of two in one of eighteen.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from games.engine.cards import Deck
from games.engine.codes import Rule
from games.engine.layout import COVER_MASKS, SLOTS, STOCK_SIZE
from games.engine.state import needed_ranks
from games.solver.draws import ranks_of
from games.solver.tables import WIDTH, Indices, tables

DIFFICULTY_VERSION = 1
"""Raised when a share could change, so that stored ones are known to be old."""

PLAYOUTS = 200
SEED = 1

_MOOD = 300
"""The mood in hundredths, so that everything is counted in whole numbers."""
_TURNED = 200
_FOLLOWED = 100


class Grade(StrEnum):
    """A deal's difficulty in one word."""

    GENTLE = "gentle"
    FAIR = "fair"
    TOUGH = "tough"
    BRUTAL = "brutal"


LEAST_SHARES = {Grade.GENTLE: 0.75, Grade.FAIR: 0.35, Grade.TOUGH: 0.05, Grade.BRUTAL: 0.0}
"""The least share of wins of each grade, best first. Of random deals that can be won, these are
35, 27, 20 and 17 in 100 in Easy, 13, 18, 23 and 46 in Classic."""


def difficulty(deck: Deck, rule: Rule, seed: int = SEED) -> float:
    """Return the share of `PLAYOUTS` games, 0–1, that the ordinary player wins; some 4 ms.

    The same deal, rule and seed (0 to 2³² − 1) give the same share on every machine.
    """
    deal = _Deal(ranks_of(deck), _fitting(rule))
    games = deal.begin()
    for mood in _moods(seed):
        games = deal.move(games, mood)
    return float(np.mean(games.rows == len(tables().rows) - 1))


def grade_of(share: float) -> Grade:
    """Return the grade of a winnable deal's share of wins (0–1)."""
    return next(grade for grade, least in LEAST_SHARES.items() if share >= least)


@dataclass(frozen=True, slots=True)
class _Games:
    """Games side by side: the row of each one's set, the waste's rank, the draws made."""

    rows: Indices
    waste: Indices
    drawn: Indices


class _Deal:
    """One deal, played by the ordinary player in many games at once."""

    def __init__(self, ranks: Indices, fitting: NDArray[np.bool_]) -> None:
        self.ranks = ranks
        self.fits = fitting[:, ranks[:SLOTS]]
        # Whole numbers up to 28, which a product of matrices keeps exact.
        self.follows = self.fits[ranks[:SLOTS]].astype(np.float32)

    def begin(self) -> _Games:
        still = np.zeros(PLAYOUTS, dtype=np.intp)
        return _Games(still, np.full(PLAYOUTS, self.ranks[SLOTS]), still)

    def move(self, games: _Games, mood: NDArray[np.int16]) -> _Games:
        """Take or draw in each game; a game that is won or stuck stays as it is."""
        sight = _sight()
        face_up = sight.exposed[games.rows]
        followed = face_up.astype(np.float32) @ self.follows > 0
        liking = mood + sight.turned[games.rows] + _FOLLOWED * followed
        liking[~(face_up & self.fits[games.waste])] = -1
        slots = liking.argmax(axis=1)
        takes = liking[np.arange(PLAYOUTS), slots] >= 0
        draws = ~takes & (games.drawn < STOCK_SIZE)
        drawn = games.drawn + draws
        turned_up = np.where(takes, self.ranks[slots], self.ranks[SLOTS + drawn])
        return _Games(
            rows=np.where(takes, sight.nexts[games.rows, slots], games.rows),
            waste=np.where(takes | draws, turned_up, games.waste),
            drawn=drawn,
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    """What the layout alone tells of each set and slot, (22,932, 28): whether the card is
    exposed, what it counts for turning up others, and the row of the set without it."""

    exposed: NDArray[np.bool_]
    turned: NDArray[np.int16]
    nexts: NDArray[np.int32]


@cache
def _sight() -> _Sight:
    """Build the tables once a process: some 30 ms, 4.5 MB."""
    sets = np.array(list(tables().rows))[:, None]
    covers = np.array(COVER_MASKS)
    exposed = (sets >> np.arange(SLOTS) & 1 == 0) & (sets & covers == covers)
    nexts = np.zeros(exposed.shape, dtype=np.int32)
    for step in tables().steps:
        nexts[step.sources // WIDTH, step.slots] = step.targets // WIDTH
    face_up = exposed.sum(axis=1)
    turned = (face_up[nexts] - face_up[:, None] + 1) * _TURNED
    return _Sight(exposed, np.where(exposed, turned, 0).astype(np.int16), nexts)


@cache
def _fitting(rule: Rule) -> NDArray[np.bool_]:
    """Tell which ranks fit on which, (14, 14); row and column 0 are no rank."""
    fitting = np.zeros((14, 14), dtype=np.bool_)
    for rank in range(1, 14):
        fitting[rank, list(needed_ranks(rule, rank))] = True
    return fitting


@lru_cache(maxsize=4)
def _moods(seed: int) -> NDArray[np.int16]:
    """Return the moods of all moves, games and slots; numpy has promised never to change them."""
    shape = (SLOTS + STOCK_SIZE, PLAYOUTS, SLOTS)
    return np.random.RandomState(seed).randint(_MOOD, size=shape, dtype=np.int16)
