from collections.abc import Sequence

import pytest

from games.engine.actions import DRAW, RESIGN, UNDO, Action, parse_actions
from games.engine.codes import Rule
from games.engine.errors import Refused
from games.engine.replay import replay
from games.engine.shuffle import deal_cards
from games.engine.state import State, apply, initial
from games.solver.analysis import best_line, winning_line
from games.solver.combo import best_combo
from games.solver.oracle import solve
from games.solver.postmortem import Outlook, alternatives, losing_move, outlooks

DECK = deal_cards(1)
RULE = Rule.CLASSIC
LOST = Outlook(None, None)


def play(actions: Sequence[Action]) -> State:
    played = replay(DECK, RULE, actions)
    assert played.refusal is None
    return played.state


def make_losing_line() -> tuple[Action, ...]:
    """Follow the winning line until a draw loses, and draw."""
    line: list[Action] = []
    for action in winning_line(DECK, RULE) or ():
        here = play(line)
        if here.drawn < 23 and DRAW not in alternatives(here):
            return (*line, DRAW)
        line.append(action)
    raise AssertionError("no draw loses")


LINE = make_losing_line()
LOSING = len(LINE) - 1


def test_the_losing_move_is_named() -> None:
    assert losing_move(DECK, RULE, LINE) == LOSING
    assert losing_move(DECK, RULE, (*LINE, DRAW, DRAW)) == LOSING


def test_a_game_that_can_still_be_won_has_no_losing_move() -> None:
    assert losing_move(DECK, RULE, ()) is None
    assert losing_move(DECK, RULE, LINE[:-1]) is None


def test_a_win_has_no_losing_move() -> None:
    assert losing_move(DECK, RULE, winning_line(DECK, RULE) or ()) is None


def test_a_deal_that_was_lost_from_the_start_has_no_losing_move() -> None:
    assert losing_move(deal_cards(3), RULE, (DRAW, DRAW)) is None


def test_a_losing_move_that_was_undone_did_not_lose() -> None:
    assert losing_move(DECK, RULE, (*LINE, UNDO)) is None
    assert losing_move(DECK, RULE, (*LINE, DRAW, UNDO, UNDO)) is None


def test_undoing_only_what_came_later_leaves_the_losing_move() -> None:
    assert losing_move(DECK, RULE, (*LINE, DRAW, UNDO)) == LOSING


def test_of_two_losing_moves_the_one_that_stood_is_named() -> None:
    assert losing_move(DECK, RULE, (*LINE, UNDO, DRAW)) == LOSING + 2


def test_resigning_loses_no_deal() -> None:
    assert losing_move(DECK, RULE, (*LINE[:-1], RESIGN)) is None
    assert losing_move(DECK, RULE, (*LINE, RESIGN)) == LOSING


def test_an_action_that_the_rules_refuse_is_refused() -> None:
    with pytest.raises(Refused):
        losing_move(DECK, RULE, parse_actions("T0"))
    with pytest.raises(Refused):
        outlooks(DECK, RULE, (UNDO,))


def test_alternatives_are_the_moves_that_still_win() -> None:
    before = play(LINE[:-1])
    assert alternatives(before)
    for action in alternatives(before):
        assert best_line(apply(before, action)) is not None
    assert alternatives(play(LINE)) == ()


def test_a_won_or_resigned_game_has_no_alternatives() -> None:
    assert alternatives(play(winning_line(DECK, RULE) or ())) == ()
    assert alternatives(apply(initial(DECK, RULE), RESIGN)) == ()


def test_outlooks_begin_with_the_verdict_of_the_deal() -> None:
    (first,) = outlooks(DECK, RULE, ())
    assert first == Outlook(solve(DECK, RULE).best_points, best_combo(DECK, RULE))
    assert first.is_winnable


def test_outlooks_end_with_the_scores_of_a_win() -> None:
    line = winning_line(DECK, RULE) or ()
    won = play(line)
    assert outlooks(DECK, RULE, line)[-1] == Outlook(won.points, won.combo)


def test_outlooks_never_get_better_without_undo() -> None:
    seen = outlooks(DECK, RULE, LINE)
    for scores in (
        [each.best_points or 0 for each in seen],
        [each.best_combo or 0 for each in seen],
    ):
        assert scores == sorted(scores, reverse=True)
    assert [each.is_winnable for each in seen] == [True] * len(LINE) + [False]


def test_an_undo_brings_the_outlook_back() -> None:
    seen = outlooks(DECK, RULE, (*LINE, UNDO))
    assert seen[-2] == LOST
    assert seen[-1] == seen[-3]


def test_a_resigned_game_has_no_outlook() -> None:
    assert outlooks(DECK, RULE, (RESIGN,))[-1] == LOST
