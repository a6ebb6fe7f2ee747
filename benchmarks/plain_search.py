"""The plain ways to solve a deal: depth first with a memo, as most published solvers do it.

Kept as the measure of the real solver: in the benchmark for its speed, in the tests for its
answers, for they share no idea with its tables.
"""

from games.engine.cards import rank_of
from games.engine.layout import ALL_TAKEN, SLOTS, STOCK_SIZE
from games.engine.scoring import combo_gain
from games.engine.state import State, exposed, needed_ranks

NO_WIN = 100
WORTHLESS = -10_000
"""The `combo` points of what does not win: less than any win brings."""


class _Deal:
    """What the searches read of a deal: ranks, and which fit on which."""

    def __init__(self, state: State) -> None:
        self.ranks = [rank_of(card) for card in state.deck]
        self.fits = [needed_ranks(state.rule, rank) if rank else () for rank in range(14)]

    def takes(self, taken: int, rank: int) -> list[int]:
        """Return the slots whose card may be taken."""
        fits = self.fits[rank]
        return [slot for slot in exposed(taken) if self.ranks[slot] in fits]

    def next_rank(self, drawn: int) -> int:
        """Return the rank that the next draw turns up."""
        return self.ranks[SLOTS + 1 + drawn]


class PlainWin(_Deal):
    """Looks for any win of one deal, from any of its states; `lost` are those without one."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.lost: set[tuple[int, int, int]] = set()
        self.start = (state.taken, state.drawn, rank_of(state.waste))

    def is_winnable(self) -> bool:
        return self._wins(*self.start)

    def _wins(self, taken: int, drawn: int, rank: int) -> bool:
        if taken == ALL_TAKEN:
            return True
        key = (taken, drawn, rank)
        if key in self.lost:
            return False
        if any(
            self._wins(taken | 1 << slot, drawn, self.ranks[slot])
            for slot in self.takes(taken, rank)
        ) or (drawn < STOCK_SIZE and self._wins(taken, drawn + 1, self.next_rank(drawn))):
            return True
        self.lost.add(key)
        return False


class PlainSearch(_Deal):
    """Finds the fewest draws of one deal from any of its states; `seen` counts positions."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.memo: dict[tuple[int, int, int], int] = {}
        self.start = (state.taken, state.drawn, rank_of(state.waste))

    @property
    def seen(self) -> int:
        return len(self.memo)

    def draws_to_win(self) -> int | None:
        """Return the fewest further draws that win from the state, `None` if nothing wins."""
        fewest = self._search(*self.start)
        return None if fewest >= NO_WIN else fewest

    def _search(self, taken: int, drawn: int, rank: int) -> int:
        if taken == ALL_TAKEN:
            return 0
        key = (taken, drawn, rank)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._look_on(taken, drawn, rank)
        return found

    def _look_on(self, taken: int, drawn: int, rank: int) -> int:
        best = NO_WIN
        for slot in self.takes(taken, rank):
            best = min(best, self._search(taken | 1 << slot, drawn, self.ranks[slot]))
        if drawn < STOCK_SIZE and best:
            best = min(best, 1 + self._search(taken, drawn + 1, self.next_rank(drawn)))
        return best


class PlainCombo(_Deal):
    """Finds the most `combo` points that a win still brings, from any state of one deal."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.memo: dict[tuple[int, int, int, int], int] = {}
        self.start = (state.taken, state.drawn, rank_of(state.waste), state.run)

    def to_come(self) -> int | None:
        most = self._search(*self.start)
        return None if most < 0 else most

    def _search(self, taken: int, drawn: int, rank: int, run: int) -> int:
        if taken == ALL_TAKEN:
            return 0
        key = (taken, drawn, rank, run)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._look_on(taken, drawn, rank, run)
        return found

    def _look_on(self, taken: int, drawn: int, rank: int, run: int) -> int:
        most = WORTHLESS
        for slot in self.takes(taken, rank):
            after = taken | 1 << slot
            stock_left = STOCK_SIZE - drawn if after == ALL_TAKEN else None
            gain = combo_gain(slot, run + 1, stock_left=stock_left)
            most = max(most, gain + self._search(after, drawn, self.ranks[slot], run + 1))
        if drawn < STOCK_SIZE:
            most = max(most, self._search(taken, drawn + 1, self.next_rank(drawn), 0))
        return most
