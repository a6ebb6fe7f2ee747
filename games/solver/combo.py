"""The most `combo` points of any win, from every state of a deal.

The longer a run, the more its next card scores, so it matters with how long a run a state is
come to. The tables avoid that: they keep the most for each number k of cards that still follow
in the run at hand, counted as if the run began with them. Each card that the run has already
makes each of them worth `CARD_COMBO` more, so a run of r cards adds r × k of those.
"""

from collections import deque
from collections.abc import Iterator

import numpy as np

from games.engine.cards import Deck
from games.engine.codes import Rule
from games.engine.layout import SLOTS, STOCK_SIZE
from games.engine.scoring import CARD_COMBO, CLEARED_COMBO, STOCK_COMBO, combo_gain
from games.solver.outcomes import Outcomes, worth
from games.solver.ways import COLUMNS, Ways, Worths, ways_of

_FIRST_GAINS = np.array([combo_gain(slot, 1, stock_left=None) for slot in range(SLOTS)], np.int16)
"""What each slot's card scores as the first of a run."""

_CLEARED_GAINS = CLEARED_COMBO + STOCK_COMBO * np.arange(STOCK_SIZE, -1, -1, dtype=np.int16)
"""What clearing the table adds after each number of draws."""


def best_combo(deck: Deck, rule: Rule) -> int | None:
    """Return the most `combo` points of any win of a deal, `None` if nothing wins.

    Exact. Some 20 ms on one core, at worst 100; at most 20 MB.
    """
    ((_, drawn),) = deque(_sweep(ways_of(deck, rule)), maxlen=1)
    return worth(drawn[0, 0])


def combos_of(ways: Ways) -> Outcomes:
    """Return the most `combo` points still to come in a win; some 20 ms (at worst 100), 1–60 MB."""
    taken, drawn = zip(*_sweep(ways), strict=True)
    return Outcomes(ways, taken[::-1], drawn[::-1], growth=CARD_COMBO)


def _sweep(ways: Ways) -> Iterator[tuple[Worths, Worths]]:
    """Yield `taken` and `drawn` of each layer (see `Outcomes`), the cleared table first."""
    cleared = ways.layers[SLOTS]
    taken = np.broadcast_to(_CLEARED_GAINS, (1, len(cleared.set_of), COLUMNS))
    # Whoever stands before the cleared table has been given the gains for it.
    yield np.zeros_like(taken), cleared.best_drawn(taken[0, :0])
    for layer in ways.layers[SLOTS - 1 :: -1]:
        follow = np.arange(len(taken), dtype=np.int16)[:, None]
        gains = _FIRST_GAINS[layer.slots] + CARD_COMBO * follow
        worths = taken.take(layer.targets, axis=1)
        worths += gains[:, :, None]
        drawn = layer.best_drawn(worths.max(axis=0))
        taken = np.empty((len(worths) + 1, len(layer.set_of), COLUMNS), dtype=np.int16)
        taken[0] = drawn[layer.set_of, 1:]
        layer.best_takes(worths, taken[1:])
        yield taken, drawn
