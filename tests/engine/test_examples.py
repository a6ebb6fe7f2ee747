"""The five examples that the rules publish, and the numbers in their text."""

import pytest

from games.engine.cards import Deck, parse_card, rank_of
from games.engine.codes import Rule, format_code, parse_code
from games.engine.errors import ErrorCode
from games.engine.layout import ALL_TAKEN, SLOTS
from games.engine.scoring import scores_of
from games.engine.shuffle import deal_cards
from games.engine.state import Status, exposed, initial, needed_ranks, status_of, takes
from games.engine.view import view_of
from tests.engine.factories import (
    WON_DEAL,
    WON_GAME,
    make_deck,
    make_state,
    play,
    refusal_of,
)

B_EXAMPLE = make_deck("7C", "9D 8S 2D KC AH 5S JD 3C QH 4S", slots={9: "TS"})


def test_1_deal_1_opens_as_published() -> None:
    view = view_of(make_state(deal=parse_code("TP1-E-AAAAAAB").number))
    assert view.waste == "AC"
    assert view.tableau == (
        *["?"] * 18,
        *["3S", "5S", "KC", "4S", "2D", "AS", "KD", "8H", "7C", "9S"],
    )


@pytest.mark.parametrize(("rule", "slots"), [(Rule.EASY, (20, 22, 24)), (Rule.CLASSIC, (22,))])
def test_1_deal_1_allows_three_takes_in_easy_and_one_in_classic(
    rule: Rule, slots: tuple[int, ...]
) -> None:
    assert takes(make_state(deal=1, rule=rule)) == slots


def test_1_king_ace_two_turn_up_the_seven_of_spades() -> None:
    view = view_of(make_state("T20 T23 T22", deal=1))
    assert view.waste == "2D"
    assert view.tableau[9:18] == (*["?"] * 4, "7S", *["?"] * 4)
    shown = [card for card in view.tableau[18:] if card is not None]
    assert shown == ["3S", "5S", "4S", "KD", "8H", "7C", "9S"]


def test_2_deal_3_can_be_won_in_easy() -> None:
    line = (
        "T22 T19 D T18 D T21 D T9 D T23 D D T13 D T20 D T12 T5 T24 T11 D D T14 D T6 D T10 T26 "
        "T1 D T3 D T25 T16 T27 D D D D D T17 D T4 T15 T0 T7 T8 D T2"
    )
    assert format_code(3, Rule.EASY) == "TP1-E-AAAAAAD"
    assert status_of(make_state(line, deal=3)) is Status.WON


def test_2_deal_3_cannot_be_won_in_classic() -> None:
    assert not can_be_won(deal_cards(3), Rule.CLASSIC)
    assert can_be_won(deal_cards(3), Rule.EASY)
    assert can_be_won(deal_cards(1), Rule.CLASSIC)


def can_be_won(deck: Deck, rule: Rule) -> bool:
    """Try every line: all takes at one draw, then the next draw from each table reached.

    A table and rank that fewer draws reached are not tried again, for drawing is always allowed.
    """
    ranks = [rank_of(card) for card in deck]
    fitting = {rank: needed_ranks(rule, rank) for rank in range(1, 14)}
    seen: set[tuple[int, int]] = set()
    tables = {0}
    for waste in ranks[SLOTS:]:
        layer = [(taken, waste) for taken in tables if (taken, waste) not in seen]
        for taken, rank in layer:  # grows as it goes
            for slot in exposed(taken):
                after = (taken | 1 << slot, ranks[slot])
                if ranks[slot] in fitting[rank] and after not in seen:
                    seen.add(after)
                    layer.append(after)
        tables.update(taken for taken, _ in layer)
    return ALL_TAKEN in tables


def test_3_peaks_emptied_at_37_42_and_50_give_750_points() -> None:
    state = make_state(WON_GAME, deal=WON_DEAL)
    assert status_of(state) is Status.WON
    assert state.emptied_at == (37, 42, 50)
    assert scores_of(state).points == 750


def test_4_eight_and_nine_turn_up_the_ten() -> None:
    assert view_of(play(B_EXAMPLE, "T19")).scores.combo == 10
    view = view_of(play(B_EXAMPLE, "T19 T18"))
    assert view.scores.combo == 25
    assert view.tableau[9] == "TS"


def test_4_the_two_is_refused_on_the_nine() -> None:
    refusal = refusal_of(play(B_EXAMPLE, "T19 T18"), "T20")
    assert refusal.code is ErrorCode.NOT_ADJACENT
    assert refusal.top == parse_card("9D")
    assert refusal.needs == (8, 10)


def test_4_the_run_goes_on_to_175() -> None:
    state = play(B_EXAMPLE, "T19 T18 T9 T24 T26 T21 T22")
    assert (state.run, state.combo) == (7, 175)


def test_5_on_an_eight_both_seven_and_nine_fit() -> None:
    deck = make_deck("8S", "7H 9C KS KH KC KD QS QH QC QD")
    assert takes(initial(deck, Rule.CLASSIC)) == (18, 19)


def test_5_a_run_may_turn_back() -> None:
    deck = make_deck("8S", "9S TS 9H 8H KC KD QS QH QC QD")
    assert play(deck, "T18 T19 T20 T21", rule=Rule.CLASSIC).run == 4


def test_5_queen_king_ace_two_runs_in_easy_alone() -> None:
    deck = make_deck("QS", "KS AS 2S 7H 7C 7D 7S 9S 9H 9C")
    assert play(deck, "T18 T19 T20").run == 3
    refusal = refusal_of(play(deck, "T18", rule=Rule.CLASSIC), "T19")
    assert refusal.needs == (12,)
