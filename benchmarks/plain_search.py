"""The plain way to solve a deal: depth first with a memo, as most published solvers do it.

Kept as the measure of the real solver: in the benchmark for its speed, in the tests for its
answers, for it shares no idea with the tables.
"""

from games.engine.cards import rank_of
from games.engine.layout import ALL_TAKEN, SLOTS, STOCK_SIZE
from games.engine.state import State, exposed, needed_ranks

NO_WIN = 100


class PlainSearch:
    """Searches one deal from any of its states; `seen` counts the positions it looked into."""

    def __init__(self, state: State) -> None:
        self.ranks = [rank_of(card) for card in state.deck]
        self.fits = [needed_ranks(state.rule, rank) if rank else () for rank in range(14)]
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
        best, fits = NO_WIN, self.fits[rank]
        for slot in exposed(taken):
            if self.ranks[slot] in fits:
                best = min(best, self._search(taken | 1 << slot, drawn, self.ranks[slot]))
        if drawn < STOCK_SIZE and best:
            next_rank = self.ranks[SLOTS + 1 + drawn]
            best = min(best, 1 + self._search(taken, drawn + 1, next_rank))
        return best
