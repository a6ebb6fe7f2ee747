"""The post-mortem's calls: who may see them, and their values against the solver's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest

from games.engine.actions import DRAW, RESIGN, UNDO, Action, Kind, format_action, parse_actions
from games.engine.codes import Rule
from games.engine.shuffle import deal_cards
from games.engine.state import State, apply, initial, legal_actions
from games.models import Game
from games.services.verdicts import proof_of
from games.solver.postmortem import alternatives, losing_move, outlooks
from players.models import Player
from tests.factories import (
    SEALED_NUMBER,
    losing_actions,
    make_game,
    make_player,
    make_race,
    undone_win,
    winning_actions,
)
from tests.visitors import Bot, fault_of, make_bot

pytestmark = pytest.mark.django_db
# Deal 3 can be won in Easy and cannot in Classic.
UNWINNABLE = (3, Rule.CLASSIC)


def state_of(actions: Sequence[Action], number: int = 1, rule: Rule = Rule.EASY) -> State:
    state = initial(deal_cards(number), rule)
    for action in actions:
        state = apply(state, action)
    return state


@lru_cache(maxsize=1)
def lost_actions() -> tuple[Action, ...]:
    """Return a game of deal 1 that follows a win to its first fork, goes wrong and resigns."""
    line = winning_actions(1)
    for cut in range(len(line)):
        here = state_of(line[:cut])
        forward = [act for act in legal_actions(here) if act.kind in (Kind.TAKE, Kind.DRAW)]
        wrong = [action for action in forward if action not in alternatives(here)]
        if wrong:
            return (*line[:cut], wrong[0], RESIGN)
    raise AssertionError("no move of this line loses")


def finished(
    actions: Sequence[Action], number: int = 1, rule: Rule = Rule.EASY
) -> tuple[Bot, Game, Player]:
    """Store a finished game; return a program signed in as its player, the game and the player."""
    player = make_player()
    game = make_game(player, number, actions, rule=rule)
    return make_bot(player), game, player


def analysis(actions: Sequence[Action], number: int = 1, rule: Rule = Rule.EASY) -> Any:
    bot, game, _ = finished(actions, number, rule)
    answer = bot.read(f"games/{game.pk}/analysis")
    assert answer.status_code == 200, answer.content
    return answer.json()


def solved(actions: Sequence[Action], number: int = 1, rule: Rule = Rule.EASY) -> list[Any]:
    """Return the outlook as the solver itself finds it."""
    return [
        [outlook.best_points, outlook.best_combo] if outlook.is_winnable else None
        for outlook in outlooks(deal_cards(number), rule, actions)
    ]


def test_a_win_is_analysed_to_its_end() -> None:
    line = winning_actions(1)
    told = analysis(line)
    won = state_of(line)
    assert told["outlook"] == solved(line)
    assert told["outlook"][-1] == [won.points, won.combo]
    assert told["losing"] is None
    assert told["best"] == proof_of(1, "E").told()


def test_what_could_be_reached_begins_with_the_proven_best() -> None:
    told = analysis(winning_actions(1))
    assert told["outlook"][0] == [told["best"]["points"], told["best"]["combo"]]


def test_a_lost_game_names_its_losing_move_and_what_still_won() -> None:
    line = lost_actions()
    told = analysis(line)
    index = len(line) - 2
    assert losing_move(deal_cards(1), Rule.EASY, line) == index
    still = [format_action(action) for action in alternatives(state_of(line[:index]))]
    assert told["losing"] == {
        "index": index,
        "action": format_action(line[index]),
        "alternatives": still,
    }
    assert still
    assert told["outlook"] == solved(line)
    assert [entry is None for entry in told["outlook"][index:]] == [False, True, True]


def test_a_losing_move_that_was_taken_back_lost_nothing() -> None:
    lost = lost_actions()[:-1]
    line = (*lost, UNDO, *winning_actions(1)[len(lost) - 1 :])
    told = analysis(line)
    assert told["losing"] is None
    assert told["outlook"] == solved(line)
    assert told["outlook"][len(lost)] is None
    assert told["outlook"][len(lost) + 1] == told["outlook"][len(lost) - 1]


def test_a_draw_taken_back_costs_nothing() -> None:
    told = analysis(undone_win(1))
    assert told["outlook"][2] == told["outlook"][0]


def test_a_deal_that_cannot_be_won_has_no_outlook_and_no_losing_move() -> None:
    told = analysis(losing_actions(3), *UNWINNABLE)
    assert told["outlook"] == [None] * 5
    assert told["losing"] is None
    assert told["best"]["winnable"] is False


def test_who_gave_up_what_could_be_won_lost_by_no_move() -> None:
    told = analysis([RESIGN])
    assert told["losing"] is None
    assert [entry is None for entry in told["outlook"]] == [False, True]


@pytest.mark.parametrize("aim", ["points", "combo"])
@pytest.mark.parametrize("at", [0, 5, 12])
def test_a_line_replays_to_a_win_that_is_as_good_as_was_said(at: int, aim: str) -> None:
    line = winning_actions(1)
    bot, game, _ = finished(line)
    told = bot.read(f"games/{game.pk}/line?at={at}&by={aim}").json()
    won = state_of((*line[:at], *parse_actions(told["actions"])))
    best = bot.read(f"games/{game.pk}/analysis").json()["outlook"][at]
    assert (told["at"], told["by"]) == (at, aim)
    assert won.taken.bit_count() == 28
    assert (won.points if aim == "points" else won.combo) == best[aim == "combo"]


def test_a_line_goes_from_the_start_by_points_unless_it_is_said() -> None:
    bot, game, _ = finished([DRAW, RESIGN])
    told = bot.read(f"games/{game.pk}/line").json()
    assert told == bot.read(f"games/{game.pk}/line?at=0&by=points").json()


def test_after_the_win_the_line_is_empty_and_after_the_loss_there_is_none() -> None:
    won, game, _ = finished(winning_actions(1))
    assert won.read(f"games/{game.pk}/line?at={game.seq}").json()["actions"] == ""
    lost, other, _ = finished(lost_actions())
    assert lost.read(f"games/{other.pk}/line?at={other.seq - 1}").json()["actions"] is None


@pytest.mark.parametrize("at", [-1, 3, 10**9])
def test_a_position_that_the_game_does_not_have_is_refused(at: int) -> None:
    bot, game, _ = finished([DRAW, RESIGN])
    assert fault_of(bot.read(f"games/{game.pk}/line?at={at}")) == (400, "unknown_action")


@pytest.mark.parametrize("query", ["at=x", "at=1.5", "at=", "by=streak", "by="])
def test_nonsense_in_a_question_is_refused(query: str) -> None:
    bot, game, _ = finished([DRAW, RESIGN])
    status, _code = fault_of(bot.read(f"games/{game.pk}/line?{query}"))
    assert 400 <= status < 500


CALLS = pytest.mark.parametrize("call", ["analysis", "line"])


@CALLS
def test_a_stranger_sees_it_once_he_has_finished_the_deal(call: str) -> None:
    _, game, _ = finished(winning_actions(1))
    stranger = make_player()
    bot = make_bot(stranger)
    make_game(stranger, 1, [DRAW])
    assert fault_of(bot.read(f"games/{game.pk}/{call}")) == (403, "not_finished")
    make_game(stranger, 1, [RESIGN], rule=Rule.CLASSIC)
    assert bot.read(f"games/{game.pk}/{call}").status_code == 200


@CALLS
def test_nobody_signed_in_sees_it(call: str) -> None:
    _, game, _ = finished(winning_actions(1))
    assert fault_of(Bot(None).read(f"games/{game.pk}/{call}")) == (403, "not_finished")


@CALLS
def test_a_game_that_goes_on_is_not_analysed_for_its_player(call: str) -> None:
    player = make_player()
    make_game(player, 1, [RESIGN])
    game = make_game(player, 1, [DRAW])
    assert fault_of(make_bot(player).read(f"games/{game.pk}/{call}")) == (403, "not_finished")


@CALLS
def test_a_sealed_game_is_not_analysed_before_its_race_is_finished(call: str) -> None:
    racers = [make_player(), make_player()]
    line = winning_actions(SEALED_NUMBER)
    running = make_race(racers, [line, ()], is_running=True)
    game = running.games.get(player=racers[0])
    for racer in racers:
        answer = make_bot(racer).read(f"games/{game.pk}/{call}")
        assert fault_of(answer) == (403, "not_finished")


@CALLS
def test_a_finished_race_is_analysed_for_its_racers(call: str) -> None:
    racers = [make_player(), make_player()]
    race = make_race(racers, [losing_actions(2), ()])
    for game in race.games.all():
        assert make_bot(racers[0]).read(f"games/{game.pk}/{call}").status_code == 200
        assert fault_of(make_bot().read(f"games/{game.pk}/{call}")) == (403, "not_finished")


@CALLS
def test_an_unknown_game_is_not_found(call: str) -> None:
    assert fault_of(make_bot().read(f"games/nowhere/{call}")) == (404, "not_found")
