"""What is left of a race: lines over time, and all boards, after the finish and for whom."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.actions import DRAW, RESIGN, TAKES, UNDO
from games.models import Look, Race
from games.services.race_ends import line_of
from players.models import Player
from tests.factories import (
    SEALED_NUMBER,
    losing_actions,
    make_game,
    make_player,
    make_race,
    make_win,
    winning_actions,
)
from tests.visitors import Bot, fault_of, make_bot, make_browser

pytestmark = pytest.mark.django_db


def finished(*, is_sealed: bool = True) -> tuple[Race, Player, Player]:
    """Store a finished race, a win against a resignation; return it, the winner, the loser."""
    winner, loser = make_player(), make_player()
    number = SEALED_NUMBER if is_sealed else 1
    lines = [winning_actions(number), losing_actions()]
    race = make_race([winner, loser], lines, number=number, is_sealed=is_sealed)
    return race, winner, loser


def replay_path(race: Race) -> str:
    return f"/races/{race.pk}/replay/"


def sees_boards(bot: Any, race: Race) -> bool:
    answer = bot.get(replay_path(race))
    assert answer.status_code == 200
    return b'"boards"' in answer.content


def test_lines_tell_how_the_cards_went() -> None:
    winner, loser = make_player(), make_player()
    lines = [winning_actions(1), (TAKES[20], DRAW, RESIGN)]
    race = make_race([winner, loser], lines, number=1, is_sealed=False)
    told = make_bot().read(f"races/{race.pk}/lines").json()
    first, second = told["racers"]
    assert (told["slug"], told["limit_ms"]) == (race.pk, 600_000)
    assert [first["player"], second["player"]] == [winner.name, loser.name]
    assert (first["place"], second["place"]) == (1, 2)
    assert (first["line"][0], first["line"][-1]) == ([0, 28], [first["duration_ms"], 0])
    assert second["line"] == [[0, 28], [1000, 27], [3000, 27]]
    assert first["scores"].keys() == {"points", "combo", "streak", "cards_left"}
    assert first["game"] == race.games.get(player=winner).pk


def test_a_card_that_was_put_back_is_left_again() -> None:
    game = make_game(make_player(), 1, (TAKES[20], UNDO, DRAW, RESIGN))
    assert line_of(game) == [[0, 28], [0, 27], [1000, 28], [3000, 28]]


def test_lines_are_for_whoever_asks() -> None:
    race, _, _ = finished()
    assert Bot(None).read(f"races/{race.pk}/lines").status_code == 200


@pytest.mark.parametrize("is_sealed", [True, False])
def test_nothing_is_left_of_a_race_that_runs(is_sealed: bool) -> None:
    winner, loser = make_player(), make_player()
    number = SEALED_NUMBER if is_sealed else 1
    lines = [winning_actions(number), (DRAW,)]
    race = make_race([winner, loser], lines, number=number, is_running=True, is_sealed=is_sealed)
    for player in (winner, loser, make_player()):
        bot = make_bot(player)
        assert fault_of(bot.read(f"races/{race.pk}/lines")) == (409, "not_finished")
        assert fault_of(bot.call(f"races/{race.pk}/look")) == (409, "not_finished")
        assert not sees_boards(bot, race)
    assert not Look.objects.exists()


def test_an_unknown_race_leaves_nothing() -> None:
    bot = make_bot()
    assert fault_of(bot.read("races/nowhere/lines")) == (404, "not_found")
    assert fault_of(bot.call("races/nowhere/look")) == (404, "not_found")
    assert bot.get("/races/nowhere/replay/").status_code == 404


def test_racers_see_all_boards_and_it_costs_them_nothing() -> None:
    race, winner, loser = finished()
    for player in (winner, loser):
        bot = make_bot(player)
        assert sees_boards(bot, race)
        assert bot.call(f"races/{race.pk}/look").status_code == 200
    assert not Look.objects.exists()


def test_who_has_finished_the_deal_elsewhere_sees_all_boards() -> None:
    race, _, _ = finished(is_sealed=False)
    player = make_player()
    make_win(player)
    assert sees_boards(make_bot(player), race)


def test_a_stranger_looks_at_a_sealed_races_boards_and_plays_on_assisted() -> None:
    race, _, _ = finished()
    stranger = make_player()
    bot = make_bot(stranger)
    assert not sees_boards(bot, race)
    told = bot.call(f"races/{race.pk}/look")
    assert told.json() == {"slug": race.pk, "replay": replay_path(race)}
    assert sees_boards(bot, race)
    assert Look.objects.get().player == stranger
    game = bot.call("games", {"deal": race.deal.code("E")}).json()
    assert game["assisted"] is True


def test_looking_twice_is_noted_once() -> None:
    race, _, _ = finished()
    bot = make_bot()
    for _ in range(2):
        assert bot.call(f"races/{race.pk}/look").status_code == 200
    assert Look.objects.count() == 1


def test_a_visitor_of_the_page_becomes_a_guest_by_looking() -> None:
    race, _, _ = finished()
    browser = make_browser()
    assert not sees_boards(browser, race)
    assert browser.call(f"/api/v1/races/{race.pk}/look").status_code == 200
    assert browser.player().is_guest
    assert sees_boards(browser, race)


def test_a_named_deal_is_for_those_who_have_finished_it() -> None:
    race, _, _ = finished(is_sealed=False)
    bot = make_bot()
    assert fault_of(bot.call(f"races/{race.pk}/look")) == (403, "not_open")
    assert not sees_boards(bot, race)
    assert not Look.objects.exists()


def test_a_look_at_the_verdict_opens_no_board_of_a_named_deal() -> None:
    race, _, _ = finished(is_sealed=False)
    bot = make_bot()
    assert bot.call("deals/TP1-E-AAAAAAB/verdict").status_code == 200
    assert not sees_boards(bot, race)


def test_a_racer_who_never_acted_looks_as_a_stranger_does() -> None:
    winner, idle = make_player(), make_player()
    race = make_race([winner, idle], [losing_actions(), ()])
    assert not sees_boards(make_bot(idle), race)
    assert make_bot(idle).call(f"races/{race.pk}/look").status_code == 200
    assert sees_boards(make_bot(idle), race)
