"""The states of a deal that are reached and still win, laid out for sweeps over them.

The two tables of draws say which states those are: some thousands of a deal's 100,000. A sweep
goes from the cleared table back to the dealt one, a size of sets at a time, and keeps for every
state what is best to come. What "best" counts is the sweep's.

A state is a set entered by a take, with the taken card's rank on the waste, or a set with a
stock card on the waste (the opening card counts as number 0). Sweeps keep 24 columns for each,
one for every number of draws made so far.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.engine.cards import Deck, rank_of
from games.engine.codes import Rule
from games.engine.layout import SLOTS, STOCK_SIZE
from games.engine.state import State, needed_ranks
from games.solver.draws import Draws, fewest_draws, most_draws, ranks_of
from games.solver.tables import WIDTH, Indices, tables

Worths = NDArray[np.int16]
Truths = NDArray[np.bool_]
COLUMNS = STOCK_SIZE + 1

NO_WIN = -20_000
"""Stands for "no win from here". So low that nothing added to it on the way makes it 0 or more,
which is how a win is told: a whole deal is worth less than 3,000 under any scoring."""


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """The sets of one size, the states among them, and the takes that lead on.

    `first_row` and `sets` say which rows of `tables()` the sets are. `set_of[i]` is the set,
    from 0, of the state number i that a take enters. Take j is of slot `slots[j]`, from set
    `sources[j]` (ascending) into state `targets[j]` of the next layer; `fits[j]` tells on which
    of the 24 stock cards. `rounds` pairs states with takes that fit, a state once a round.
    """

    first_row: int
    sets: int
    set_of: Indices
    slots: Indices
    sources: Indices
    targets: Indices
    fits: Truths
    rounds: tuple[tuple[Indices, Indices], ...]

    def best_takes(self, worths: Worths, best: Worths) -> None:
        """Fill in the best of the takes that fit on each state; (any, takes or states, 24)."""
        best[:] = NO_WIN
        for number, (states, takes) in enumerate(self.rounds):
            found = worths.take(takes, axis=1)
            best[:, states] = np.maximum(best[:, states], found) if number else found

    def best_drawn(self, worths: Worths) -> Worths:
        """Return, for takes worth (takes, 24), what each set is worth with stock card d on top.

        Drawing on counts as well; (sets, 25), where column 24 stands for the empty stock.
        """
        best = np.full((self.sets, COLUMNS + 1), NO_WIN, dtype=np.int16)
        if len(worths):
            starts = _starts(self.sources)
            fitting = np.where(self.fits, worths, np.int16(NO_WIN))
            best[self.sources[starts], :COLUMNS] = np.maximum.reduceat(fitting, starts, axis=0)
        return np.ascontiguousarray(np.maximum.accumulate(best[:, ::-1], axis=1)[:, ::-1])


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """`layers[n]` has n cards taken, 0 to 28. `numbers[row × WIDTH + rank]` is the number, in its
    layer, of the state that taking a card of that rank enters; −1 if it never wins."""

    layers: tuple[Layer, ...]
    numbers: Indices

    def set_in_layer(self, state: State) -> int:
        """Return the place of a state's set among those of its size."""
        return tables().rows[state.taken] - self.layers[state.taken.bit_count()].first_row

    def number(self, state: State) -> int:
        """Return the number of a state that a take has entered; −1 if it never wins."""
        return int(self.numbers[tables().rows[state.taken] * WIDTH + rank_of(state.waste)])


class _Takes(NamedTuple):
    """Takes of `slots` from the sets at `rows` (ascending) into `places`: row × `WIDTH` + rank."""

    slots: Indices
    rows: Indices
    places: Indices


def ways_of(deck: Deck, rule: Rule) -> Ways:
    """Find the states of a deal that are reached and still win; some 10 ms, 2 to 10 MB."""
    ranks = ranks_of(deck)
    winning = _winning_takes(ranks, fewest_draws(deck, rule), most_draws(deck, rule))
    places_of, numbers = _numbered(winning)
    neighbours, stock = _neighbours(rule), ranks[SLOTS:]
    layers = []
    for rows, places, takes in zip(_row_ranges(), places_of, winning, strict=True):
        fitting = neighbours[:, ranks[takes.slots]]
        layers.append(
            Layer(
                first_row=rows.start,
                sets=len(rows),
                set_of=places // WIDTH - rows.start,
                slots=takes.slots,
                sources=takes.rows - rows.start,
                targets=numbers[takes.places],
                fits=(fitting[:, :, None] == stock).any(axis=0),
                rounds=_rounds(numbers[takes.rows * WIDTH + fitting]),
            )
        )
    return Ways(tuple(layers), numbers)


@cache
def _takes_by_source() -> tuple[_Takes, ...]:
    """Return the layout's takes from each size of sets on, in order of their source.

    `places` have column 0; from the cleared table there are none.
    """
    takes = []
    for step in tables().steps:
        order = np.argsort(step.sources, kind="stable")
        takes.append(_Takes(step.slots[order], step.sources[order] // WIDTH, step.targets[order]))
    nothing = np.empty(0, dtype=np.intp)
    return (*takes, _Takes(nothing, nothing, nothing))


def _winning_takes(ranks: Indices, fewest: Draws, most: Draws) -> list[_Takes]:
    """Return those takes of a deal after which a win is left, however early they are made."""
    soonest = fewest[:, 1:14].min(axis=1)
    earliest, latest = fewest.reshape(-1), most.reshape(-1)
    winning = []
    for takes in _takes_by_source():
        places = takes.places + ranks[takes.slots]
        last = latest[places]
        wins = (earliest[places] <= last) & (soonest[takes.rows] <= last)
        winning.append(_Takes(takes.slots[wins], takes.rows[wins], places[wins]))
    return winning


def _numbered(winning: Sequence[_Takes]) -> tuple[list[Indices], Indices]:
    """Return the places that takes enter, by size of the set, and each place's number there."""
    entered = np.zeros(len(tables().rows) * WIDTH, dtype=np.bool_)
    for takes in winning:
        entered[takes.places] = True
    numbers = np.full(len(entered), -1, dtype=np.intp)
    places_of = []
    for rows in _row_ranges():
        first = rows.start * WIDTH
        places = first + np.flatnonzero(entered[first : rows.stop * WIDTH])
        numbers[places] = np.arange(len(places))
        places_of.append(places)
    return places_of, numbers


def _row_ranges() -> list[range]:
    """Return the rows of `tables()` that hold the sets of each size, 0 to 28."""
    slices = [step.source_rows for step in tables().steps] + [tables().steps[-1].target_rows]
    return [range(rows.start, rows.stop) for rows in slices]


@cache
def _neighbours(rule: Rule) -> Indices:
    """Return for each rank the two that fit on it, (2, 14); 0 where there is none."""
    pairs = [(0, 0)] + [(*needed_ranks(rule, rank), 0)[:2] for rank in range(1, 14)]
    return np.array(pairs, dtype=np.intp).T


def _rounds(numbers: Indices) -> tuple[tuple[Indices, Indices], ...]:
    """Sort the states that each take fits on, (2, takes) or −1, into rounds as `Layer` says."""
    states = numbers.reshape(-1)
    order = np.argsort(states, kind="stable")[np.count_nonzero(states < 0) :]
    states, takes = states[order], order % numbers.shape[1]
    starts = _starts(states)
    lengths = np.diff(starts, append=len(states))
    rounds = []
    for number in range(lengths.max(initial=0)):
        firsts = starts[lengths > number]
        rounds.append((states[firsts], takes[firsts + number]))
    return tuple(rounds)


def _starts(ascending: Indices) -> Indices:
    """Return where each new value begins."""
    return np.flatnonzero(np.diff(ascending, prepend=-1))
