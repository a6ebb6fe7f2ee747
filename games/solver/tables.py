"""Every set of taken cards that play can reach, and every take that leads from set to set.

The layout alone decides them, so they are the same 22,932 sets for every deal. They are kept
in order of size: whatever is known of all sets of one size gives the next size in one step.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from games.engine.layout import COVER_MASKS, SLOTS

Indices = NDArray[np.intp]

WIDTH = 16
"""Columns of a set's row in the solver's tables: column 1–13 is the waste's rank, 0 repeats
the king and 14 the ace where they are neighbours. 16 so that a row is one machine word pair."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """All takes that lead from the sets of one size to those of the next, ordered by target.

    A take is `slots[i]` (0–27) out of the set whose row begins at `sources[i]` into the one at
    `targets[i]`: places in a flat table of `WIDTH` columns a set. The takes into the k-th of
    the `target_rows` begin at `starts[k]`.
    """

    slots: Indices
    sources: Indices
    targets: Indices
    starts: Indices
    source_rows: slice
    target_rows: slice


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """`rows[taken]` is the row of a bit mask of taken slots; row 0 is the dealt table and the
    last row the cleared one. `steps[n]` leads from n taken cards to n + 1."""

    rows: dict[int, int]
    steps: tuple[Step, ...]


@cache
def tables() -> Tables:
    """Build the tables once a process: some 30 ms, and 6 MB kept."""
    sets, first = np.zeros(1, dtype=np.int64), 0
    masks, steps = [sets], []
    for _ in range(SLOTS):
        sets, step = _grow(sets, first)
        first = step.target_rows.start
        masks.append(sets)
        steps.append(step)
    every = np.concatenate(masks).tolist()
    return Tables({mask: row for row, mask in enumerate(every)}, tuple(steps))


def _grow(sets: NDArray[np.int64], first: int) -> tuple[NDArray[np.int64], Step]:
    """Return the sets one larger than these (whose rows begin at `first`) and the way there."""
    sources, slots = _exposed(sets)
    grown, targets = np.unique(sets[sources] | np.int64(1) << slots, return_inverse=True)
    order = np.argsort(targets, kind="stable")
    ordered = targets[order]
    after = first + len(sets)
    step = Step(
        slots=slots[order],
        sources=(first + sources[order]) * WIDTH,
        targets=(after + ordered) * WIDTH,
        starts=np.searchsorted(ordered, np.arange(len(grown))),
        source_rows=slice(first, after),
        target_rows=slice(after, after + len(grown)),
    )
    return grown, step


def _exposed(sets: NDArray[np.int64]) -> tuple[Indices, Indices]:
    """Return each pair of a set's index and a slot that is exposed when the set is taken."""
    slots = np.arange(SLOTS)
    covers = np.array(COVER_MASKS)
    there = sets[:, None] >> slots & 1 == 0
    sources, exposed_slots = np.nonzero(there & (sets[:, None] & covers == covers))
    return sources, exposed_slots
