"""The verdict on a deal: can it be won, with how few draws, and for how many points."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.engine.cards import Deck
from games.engine.codes import Rule
from games.solver.draws import NEVER, fewest_draws

SOLVER_VERSION = 1
"""Raised when a verdict could change, so that stored ones are known to be old."""

DRAWLESS_POINTS = 772
"""`points` of a win without a draw and without undo: 500 − 28 takes + 3 × 100. Each draw costs
one, and no win of at most 51 moves comes near the floor of 0."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What perfect play, seeing every card, makes of a deal.

    `min_draws` is 0–23 and `best_points` 749–772; both are `None` where no play wins.
    """

    winnable: bool
    min_draws: int | None
    best_points: int | None


def solve(deck: Deck, rule: Rule) -> Verdict:
    """Return the exact verdict on a deal; a millisecond on one core."""
    fewest = int(fewest_draws(deck, rule)[-1].min())
    if fewest == NEVER:
        return Verdict(winnable=False, min_draws=None, best_points=None)
    return Verdict(winnable=True, min_draws=fewest, best_points=DRAWLESS_POINTS - fewest)


def solve_many(deals: Iterable[tuple[Deck, Rule]]) -> Iterator[Verdict]:
    """Yield the verdicts on many deals, in order, one by one.

    Stacking deals into one table was measured and gains nothing: one deal's arrays are large
    enough to outweigh the calls, and small enough for the processor's cache.
    """
    for deck, rule in deals:
        yield solve(deck, rule)
