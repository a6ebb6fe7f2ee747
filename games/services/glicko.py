"""Glicko-2, after Mark Glickman's "Example of the Glicko-2 system" (2022).

The one package of it was last released in 2024 and keeps its state in objects of its own; this
is the paper in a page, on values. Ratings and deviations are on the familiar scale (1500 ± 350).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

SCALE = 173.7178
# How much volatility may change; the paper's example has the same.
TAU = 0.5
TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of a player: a rating, how far it may be off, and how steady he is."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


UNKNOWN = Strength()


def aged(strength: Strength, periods: float) -> Strength:
    """Return a strength after rating periods without a game (parts of one count too).

    The deviation grows to that of an unknown player at most.
    """
    grown = math.hypot(strength.deviation, strength.volatility * SCALE * math.sqrt(periods))
    deviation = min(grown, UNKNOWN.deviation)
    return Strength(strength.rating, deviation, strength.volatility)


def rated(strength: Strength, games: Sequence[tuple[Strength, float]]) -> Strength:
    """Return a strength after the games of one period: opponents and scores (1, ½ or 0).

    With no game it is the strength itself; the time that passes is `aged`'s to add.
    """
    if not games:
        return strength
    own = (strength.rating - UNKNOWN.rating) / SCALE
    phi = strength.deviation / SCALE
    information = gain = 0.0
    for opponent, score in games:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (own - (opponent.rating - UNKNOWN.rating) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(strength.volatility, phi, variance, variance * gain)
    narrowed = 1 / math.sqrt(1 / (phi**2 + volatility**2) + information)
    rating = UNKNOWN.rating + SCALE * (own + narrowed**2 * gain)
    return Strength(rating, SCALE * narrowed, volatility)


def _weight(phi: float) -> float:
    """Return how much a game against somebody of this deviation tells (the paper's g)."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(before: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility: the root of the paper's step 5, by the Illinois method."""
    start = math.log(before**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        pull = math.exp(x) * (delta**2 - spread) / (2 * spread**2)
        return pull - (x - start) / TAU**2

    low, high = start, _other_side(start, phi, variance, delta, slope=slope)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _other_side(
    start: float, phi: float, variance: float, delta: float, *, slope: Callable[[float], float]
) -> float:
    """Return where the search may begin on the root's other side."""
    if delta**2 > phi**2 + variance:
        return math.log(delta**2 - phi**2 - variance)
    steps = 1
    while slope(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
