"""The solver against a search that shares no idea with it."""

import pytest

from benchmarks.plain_search import NO_WIN, PlainSearch
from games.engine.cards import Deck
from games.engine.codes import Rule
from games.engine.state import initial
from games.solver.analysis import most_draws, still_winnable
from games.solver.draws import fewest_draws
from games.solver.oracle import solve
from games.solver.tables import tables
from tests.solver.making import make_deals, make_position


@pytest.mark.parametrize(("deck", "rule"), make_deals(3, first=1006) + make_deals(1, first=2**50))
def test_every_position_of_a_deal_is_judged_as_the_search_does(deck: Deck, rule: Rule) -> None:
    search = PlainSearch(initial(deck, rule))
    assert search.draws_to_win() == solve(deck, rule).min_draws

    rows, most, fewest = tables().rows, most_draws(deck, rule), fewest_draws(deck, rule)
    places = [(rows[taken], rank) for taken, _, rank in search.memo]
    most_there, fewest_there = (table[tuple(zip(*places, strict=True))] for table in (most, fewest))
    for (_, drawn, _), draws_left, last, first in zip(
        search.memo, search.memo.values(), most_there.tolist(), fewest_there.tolist(), strict=True
    ):
        assert (drawn <= last) == (draws_left < NO_WIN)
        assert first <= drawn


@pytest.mark.parametrize("moves", [16, 22, 30, 38])
def test_random_positions_are_judged_as_the_search_does(moves: int) -> None:
    verdicts = []
    for seed, (deck, rule) in enumerate(make_deals(20, first=moves * 1000)):
        state = make_position(deck, rule, moves=moves, seed=seed)
        verdicts.append(still_winnable(state))
        assert verdicts[-1] == (PlainSearch(state).draws_to_win() is not None)
    assert set(verdicts) == {True, False}
