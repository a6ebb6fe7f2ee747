"""The long comparison of the solver with the plain searches: `make reference`, some minutes.

The suite runs the same on fewer deals, in `test_plain_search.py`.
"""

import pytest

from tests.solver.comparing import (
    compare_combo,
    compare_draws,
    compare_positions,
    compare_what_is_to_come,
    compare_winnable,
)
from tests.solver.making import make_deals, make_position


@pytest.mark.parametrize("first", range(100_000, 130_000, 1000))
def test_deals_are_judged_as_the_search_does(first: int) -> None:
    assert len(compare_winnable(make_deals(20, first=first))) == 40


@pytest.mark.parametrize("moves", range(1, 50, 4))
def test_positions_are_judged_as_the_search_does(moves: int) -> None:
    deals = make_deals(50, first=200_000 + 1000 * moves)
    states = (make_position(*deal, moves=moves, seed=seed) for seed, deal in enumerate(deals))
    assert len(compare_positions(states)) == 100


@pytest.mark.parametrize("moves", range(12, 44, 4))
def test_positions_end_at_best_as_the_search_says(moves: int) -> None:
    deals = make_deals(10, first=300_000 + 1000 * moves)
    states = (make_position(*deal, moves=moves, seed=seed) for seed, deal in enumerate(deals))
    assert len(compare_what_is_to_come(states)) == 20


@pytest.mark.parametrize("number", range(400_000, 400_025))
def test_deals_take_the_fewest_draws_that_the_search_finds(number: int) -> None:
    assert len(compare_draws(make_deals(1, first=number))) == 2


@pytest.mark.parametrize("number", range(500_000, 500_025))
def test_deals_are_worth_the_combo_that_the_search_finds(number: int) -> None:
    assert len(compare_combo(make_deals(1, first=number))) == 2
