"""What a sweep has found, to be asked state by state."""

from dataclasses import dataclass

import numpy as np

from games.engine.state import State
from games.solver.ways import Ways, Worths


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """The best that a win can still bring from every state of a deal, in the sweep's own unit.

    For each size of sets, 0 to 28: `drawn[set, draws]` for the states after a draw (25 columns,
    see `Layer.best_drawn`), and `taken[k, state, draws]` for those after a take, if k tells of
    states that are worth `growth` × k more for each card of the run that led to them.
    """

    ways: Ways
    taken: tuple[Worths, ...]
    drawn: tuple[Worths, ...]
    growth: int = 0

    def best(self, state: State) -> int | None:
        """Return the best of a state that is not resigned, `None` if it cannot be won."""
        size = state.taken.bit_count()
        if state.run == 0:
            return worth(self.drawn[size][self.ways.set_in_layer(state), state.drawn])
        number = self.ways.number(state)
        if number < 0:
            return None
        found = self.taken[size][:, number, state.drawn]
        return worth((found + self.growth * state.run * np.arange(len(found))).max())


def worth(found: np.integer) -> int | None:
    """Return a number out of the tables, `None` for one that stands for no win."""
    return int(found) if found >= 0 else None
