"""The rules of play: takes, draws, refusals, the end."""

import pytest

from games.engine.actions import DRAW, RESIGN, TAKES, UNDO
from games.engine.cards import parse_card
from games.engine.codes import Rule
from games.engine.errors import ErrorCode, Refused
from games.engine.shuffle import deal_cards
from games.engine.state import (
    Status,
    apply,
    exposed,
    hint,
    initial,
    legal_actions,
    needed_ranks,
    status_of,
    takes,
)
from tests.engine.factories import (
    STUCK_DEAL,
    STUCK_GAME,
    WON_DEAL,
    WON_GAME,
    every_state,
    make_deck,
    make_state,
    play,
    refusal_of,
)


def test_the_bottom_row_alone_starts_exposed() -> None:
    assert exposed(make_state().taken) == tuple(range(18, 28))


def test_a_take_puts_the_card_on_the_waste() -> None:
    state = make_state("T20")
    assert state.waste == parse_card("KC")
    assert (state.seq, state.moves, state.run) == (1, 1, 1)


def test_a_draw_turns_the_next_stock_card_and_ends_the_run() -> None:
    state = make_state("T20 D")
    assert state.waste == deal_cards(1)[29]
    assert (state.drawn, state.run, state.moves) == (1, 0, 2)


def test_a_draw_is_allowed_while_a_card_fits() -> None:
    assert takes(make_state()) != ()
    assert DRAW in legal_actions(make_state())


@pytest.mark.parametrize(
    ("rule", "rank", "needs"),
    [
        (Rule.EASY, 8, (7, 9)),
        (Rule.EASY, 13, (1, 12)),
        (Rule.EASY, 1, (2, 13)),
        (Rule.EASY, 2, (1, 3)),
        (Rule.CLASSIC, 8, (7, 9)),
        (Rule.CLASSIC, 13, (12,)),
        (Rule.CLASSIC, 1, (2,)),
    ],
)
def test_neighbours_in_rank(rule: Rule, rank: int, needs: tuple[int, ...]) -> None:
    assert needed_ranks(rule, rank) == needs


def test_a_card_of_the_wrong_rank_is_refused_with_the_ranks_that_fit() -> None:
    refusal = refusal_of(make_state(), "T18")
    assert refusal.code is ErrorCode.NOT_ADJACENT
    assert (refusal.top, refusal.needs) == (parse_card("AC"), (2, 13))


def test_a_covered_card_is_blocked_even_if_its_rank_fits() -> None:
    deck = make_deck("5S", slots={9: "6S"})
    assert refusal_of(initial(deck, Rule.EASY), "T9").code is ErrorCode.BLOCKED


def test_a_card_with_one_cover_left_is_blocked() -> None:
    assert refusal_of(make_state("T20"), "T11").code is ErrorCode.BLOCKED


def test_a_slot_already_taken_has_no_card() -> None:
    assert refusal_of(make_state("T20"), "T20").code is ErrorCode.NO_CARD


def test_an_empty_stock_is_refused() -> None:
    state = make_state(STUCK_GAME, deal=STUCK_DEAL)
    assert refusal_of(state, "D").code is ErrorCode.STOCK_EMPTY


def test_an_undo_at_the_start_is_refused() -> None:
    assert refusal_of(make_state(), "U").code is ErrorCode.NOTHING_TO_UNDO


@pytest.mark.parametrize("action", ["T0", "D", "U", "R"])
def test_a_won_game_is_over(action: str) -> None:
    state = make_state(WON_GAME, deal=WON_DEAL)
    assert refusal_of(state, action).code is ErrorCode.GAME_OVER
    assert legal_actions(state) == ()
    assert takes(state) == ()


@pytest.mark.parametrize("action", ["T20", "D", "U", "R"])
def test_a_resigned_game_is_over(action: str) -> None:
    state = make_state("D R")
    assert refusal_of(state, action).code is ErrorCode.GAME_OVER
    assert legal_actions(state) == ()
    assert takes(state) == ()


def test_resigning_is_an_action_but_no_move() -> None:
    state = make_state("D R")
    assert status_of(state) is Status.RESIGNED
    assert (state.seq, state.moves, state.points) == (2, 1, 499)


def test_a_refused_action_changes_nothing() -> None:
    state, same = make_state("T20"), make_state("T20")
    assert refusal_of(state, "T0").code is ErrorCode.BLOCKED
    assert state == same


def test_won_at_the_28th_take_whatever_the_stock_holds() -> None:
    before, after = list(every_state(deal_cards(WON_DEAL), WON_GAME))[-2:]
    assert status_of(before) is Status.PLAYING
    assert status_of(after) is Status.WON
    assert after.drawn == 22


def test_stuck_when_the_stock_is_empty_and_nothing_fits() -> None:
    *earlier, last = every_state(deal_cards(STUCK_DEAL), STUCK_GAME)
    assert {status_of(state) for state in earlier} == {Status.PLAYING}
    assert status_of(last) is Status.STUCK
    assert hint(last) is None


def test_an_empty_stock_with_a_fitting_card_is_not_stuck() -> None:
    state = make_state(" ".join(["D"] * 23), deal=1)
    assert takes(state) != ()
    assert status_of(state) is Status.PLAYING


def test_stuck_is_not_over() -> None:
    state = make_state(STUCK_GAME, deal=STUCK_DEAL)
    assert legal_actions(state) == (UNDO, RESIGN)
    assert status_of(apply(state, UNDO)) is Status.PLAYING
    assert status_of(apply(state, RESIGN)) is Status.RESIGNED


@pytest.mark.parametrize(
    ("rule", "status"), [(Rule.EASY, Status.PLAYING), (Rule.CLASSIC, Status.STUCK)]
)
def test_only_easy_goes_on_with_an_ace_on_the_last_king(rule: Rule, status: Status) -> None:
    deck = make_deck("2S", "AS AH AC AD 7S 7H 7C 7D 9S 9H", slots={51: "KS"})
    assert status_of(play(deck, STUCK_GAME, rule=rule)) is status


def test_a_hint_prefers_the_take_that_turns_up_a_card() -> None:
    deck = make_deck("8S", "7S 2H 9C 8D 7H KD QS QH QC 2S")
    state = play(deck, "T20 T21")
    assert takes(state) == (18, 22)
    assert hint(state) == TAKES[22]


def test_a_hint_of_equal_takes_names_the_lowest_slot() -> None:
    assert hint(make_state()) == TAKES[20]


def test_a_hint_draws_when_no_card_fits() -> None:
    deck = make_deck("5S", "KC KD KH KS QS QH QC QD 9S 9H")
    assert hint(initial(deck, Rule.EASY)) == DRAW


def test_a_hint_at_the_end_is_none() -> None:
    assert hint(make_state(WON_GAME, deal=WON_DEAL)) is None
    assert hint(make_state("R")) is None


def test_apply_accepts_exactly_the_legal_actions() -> None:
    for state in every_state(deal_cards(WON_DEAL), WON_GAME):
        legal = legal_actions(state)
        for action in (*TAKES, DRAW, UNDO, RESIGN):
            if action in legal:
                assert apply(state, action).seq == state.seq + 1
            else:
                with pytest.raises(Refused):
                    apply(state, action)
