"""Four scorings of one game."""

from itertools import pairwise

import pytest

from games.engine.cards import Deck, parse_deck
from games.engine.scoring import combo_gain, points_after, scores_of, streak_gain
from games.engine.shuffle import deal_cards
from games.engine.state import State, takes
from tests.engine.factories import (
    WON_DEAL,
    WON_GAME,
    every_state,
    make_state,
    play,
)

# A deck whose 28 cards go without a draw: the ranks rise by one in the order of taking.
STRAIGHT_ORDER = (*range(27, 17, -1), *range(17, 8, -1), *range(8, 2, -1), 2, 1, 0)


def straight_deck() -> Deck:
    ranks, suits = "23456789TJQKA", "SHDC"
    rising = [rank + suit for suit in suits for rank in ranks]
    cards = [""] * 28 + ["AC"] + rising[28:51]
    for name, slot in zip(rising, STRAIGHT_ORDER, strict=False):
        cards[slot] = name
    return parse_deck(" ".join(cards))


STRAIGHT = " ".join(f"T{slot}" for slot in STRAIGHT_ORDER)


def gains(name: str, states: list[State]) -> list[int]:
    scores = [getattr(state, name) for state in states]
    return [after - before for before, after in pairwise(scores)]


def test_the_best_points_are_772() -> None:
    state = play(straight_deck(), STRAIGHT)
    assert scores_of(state).points == 772
    assert scores_of(state).cards_left == 0


def test_a_win_with_the_whole_stock_drawn_is_749() -> None:
    deck = list(straight_deck())
    deck[28], deck[51] = deck[51], deck[28]
    assert play(tuple(deck), "D " * 23 + STRAIGHT).points == 749


def test_points_start_at_500_and_lose_one_a_move() -> None:
    states = list(
        every_state(deal_cards(1), "T20 D T18" if 18 in takes(make_state("T20 D")) else "T20 D D")
    )
    assert [state.points for state in states] == [500, 499, 498, 497]


def test_an_emptied_peak_is_worth_100_as_well_as_its_move() -> None:
    states = list(every_state(deal_cards(WON_DEAL), WON_GAME))
    assert [move for move, gain in enumerate(gains("points", states), 1) if gain == 99] == [
        37, 42, 50,
    ]  # fmt: skip


@pytest.mark.parametrize(("points", "after"), [(500, 499), (1, 0), (0, 0)])
def test_points_never_go_below_zero(points: int, after: int) -> None:
    assert points_after(points) == after


@pytest.mark.parametrize(("run", "gain"), [(1, 10), (2, 15), (3, 20), (28, 145)])
def test_combo_of_a_card_grows_with_the_run(run: int, gain: int) -> None:
    assert combo_gain(18, run, stock_left=None) == gain


def test_combo_adds_50_for_a_row_1_card() -> None:
    assert combo_gain(2, 1, stock_left=None) == combo_gain(3, 1, stock_left=None) + 50


def test_combo_adds_100_and_20_a_stock_card_at_the_win() -> None:
    assert combo_gain(2, 1, stock_left=3) == 10 + 50 + 100 + 3 * 20


def test_combo_of_the_straight_win() -> None:
    run = sum(5 * card + 5 for card in range(1, 29))
    assert play(straight_deck(), STRAIGHT).combo == run + 3 * 50 + 100 + 23 * 20


def test_a_draw_scores_no_combo() -> None:
    assert make_state("T20 D").combo == make_state("T20").combo == 10


def test_streak_counts_the_run_and_loses_5_a_draw() -> None:
    states = list(every_state(deal_cards(1), "T20 T23 T22 D D"))
    assert gains("streak", states) == [1, 2, 3, -5, -5]


def test_streak_may_go_below_zero() -> None:
    assert make_state("D D").streak == -10


@pytest.mark.parametrize(("emptied", "gain"), [(None, 4), (0, 19), (1, 19), (2, 34)])
def test_streak_adds_15_15_and_30_for_the_peaks(emptied: int | None, gain: int) -> None:
    assert streak_gain(4, emptied=emptied) == gain


def test_streak_of_the_straight_win() -> None:
    assert play(straight_deck(), STRAIGHT).streak == sum(range(1, 29)) + 60


def test_cards_left_counts_the_table() -> None:
    assert scores_of(make_state()).cards_left == 28
    assert scores_of(make_state("T20 D")).cards_left == 27
