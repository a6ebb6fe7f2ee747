"""The solver against searches that share no idea with it; `make reference` compares more."""

import pytest

from benchmarks.plain_search import NO_WIN, PlainSearch
from games.engine.cards import Deck
from games.engine.codes import Rule
from games.engine.state import initial
from games.solver.draws import fewest_draws, most_draws
from games.solver.oracle import solve
from games.solver.tables import tables
from tests.solver.comparing import (
    compare_combo,
    compare_positions,
    compare_what_is_to_come,
    compare_winnable,
)
from tests.solver.making import make_deals, make_position


@pytest.mark.parametrize(("deck", "rule"), make_deals(2, first=1006) + make_deals(1, first=2**50))
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


def test_deals_are_judged_as_the_search_does() -> None:
    assert set(compare_winnable(make_deals(25, first=7000))) == {True, False}


@pytest.mark.parametrize("moves", [16, 22, 30, 38])
def test_random_positions_are_judged_as_the_search_does(moves: int) -> None:
    deals = make_deals(20, first=moves * 1000)
    states = [make_position(*deal, moves=moves, seed=seed) for seed, deal in enumerate(deals)]
    assert set(compare_positions(states)) == {True, False}


@pytest.mark.parametrize("moves", [20, 25, 30])
def test_random_positions_end_at_best_as_the_search_says(moves: int) -> None:
    deals = make_deals(8, first=moves * 2000)
    states = [make_position(*deal, moves=moves, seed=seed) for seed, deal in enumerate(deals)]
    assert set(compare_what_is_to_come(states)) == {True, False}


def test_a_deal_is_worth_the_combo_that_the_search_finds() -> None:
    assert compare_combo(make_deals(1, first=8000)) == [True, True]
