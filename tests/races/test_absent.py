"""A racer who is gone: the others see it, wait for his grace, and may then end it for him."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.actions import RESIGN, TAKES
from games.engine.errors import ErrorCode, GameError
from games.models import Game, Race, Racer
from games.services import races
from games.services.clock import now_ms
from games.services.race_views import PRESENCE_MS, view_race
from tests.factories import make_player, make_race
from tests.races.lobbies import Lobby, places_of, started
from tests.ws.local import Open, stored

GRACE_MS = 45_000


def race_with_absent(gone_ms: int, *, began_ms: int = 300_000) -> tuple[Race, Racer, Racer]:
    """Return a running race, a racer who is there and one who went so long ago."""
    players = [make_player(), make_player()]
    start = now_ms() - began_ms
    race = make_race(players, [(), ()], starts_at_ms=start, is_running=True)
    here, away = race.racers.order_by("pk")
    races.seen(race.pk, [here.player_id, away.player_id], now_ms())
    races.gone(race.pk, away.player_id, now_ms() - gone_ms)
    return race, here, away


def code_of(race: Race, by: Any, of: Any) -> ErrorCode:
    with pytest.raises(GameError) as caught:
        races.end_absent(race.pk, by, of.name)
    return caught.value.code


def test_after_the_grace_the_others_may_end_it(db: None) -> None:
    race, here, away = race_with_absent(GRACE_MS)
    races.end_absent(race.pk, here.player, away.player.name)
    away.refresh_from_db()
    game = Game.objects.get(pk=away.game_id)
    assert (game.status, away.ended_by_id, away.done_order) == ("timed_out", here.player_id, 1)
    race.refresh_from_db()
    assert race.finished_at_ms is None


def test_a_second_time_changes_nothing(db: None) -> None:
    race, here, away = race_with_absent(GRACE_MS)
    for _ in range(2):
        races.end_absent(race.pk, here.player, away.player.name)
    assert race.racers.filter(done_order__isnull=False).count() == 1


def test_within_the_grace_it_is_refused(db: None) -> None:
    race, here, away = race_with_absent(GRACE_MS - 5000)
    assert code_of(race, here.player, away.player) is ErrorCode.NOT_ABSENT


def test_who_is_here_cannot_be_ended(db: None) -> None:
    race, here, away = race_with_absent(GRACE_MS)
    races.seen(race.pk, [away.player_id], now_ms())
    assert code_of(race, here.player, away.player) is ErrorCode.NOT_ABSENT


def test_the_grace_runs_from_the_start_at_the_earliest(db: None) -> None:
    race, here, away = race_with_absent(GRACE_MS * 3, began_ms=GRACE_MS - 5000)
    assert code_of(race, here.player, away.player) is ErrorCode.NOT_ABSENT


def test_a_race_has_its_own_grace(db: None) -> None:
    race, here, away = race_with_absent(GRACE_MS)
    Race.objects.filter(pk=race.pk).update(grace_ms=GRACE_MS * 2)
    assert code_of(race, here.player, away.player) is ErrorCode.NOT_ABSENT


def test_only_who_sits_here_may_end_it(db: None) -> None:
    race, here, away = race_with_absent(GRACE_MS)
    assert code_of(race, make_player(), away.player) is ErrorCode.NOT_SEATED
    assert code_of(race, here.player, make_player()) is ErrorCode.NOT_SEATED


def test_a_silent_death_of_his_server_counts_from_its_last_word(db: None) -> None:
    race, here, away = race_with_absent(0)
    at_ms = now_ms()
    races.seen(race.pk, [away.player_id], at_ms - PRESENCE_MS)
    seat = view_race(race.pk, at_ms).seat_of(away.player_id)
    assert seat is not None
    assert (seat.away_since(at_ms), seat.is_connected(at_ms)) == (at_ms - PRESENCE_MS, False)
    assert seat.is_connected(at_ms - 1)
    assert here.player_id != away.player_id


# On the sockets.


async def leave(lobby: Lobby) -> dict[str, Any]:
    """Close the second racer's socket; return what the first is told."""
    host, rival = lobby.racers
    await rival.socket.close()
    return await host.socket.frame_of("progress", player=rival.name, connected=False)


async def test_the_others_see_when_he_went(sockets: Open) -> None:
    lobby = await started(sockets)
    before = now_ms()
    told = await leave(lobby)
    assert before - 1000 <= told["away_since"] <= now_ms()
    back = await lobby.connect(lobby.racers[1])
    assert (back["status"], back["state"]["status"]) == ("running", "playing")
    host = lobby.racers[0]
    told = await host.socket.frame_of("progress", player=lobby.racers[1].name, connected=True)
    assert told["away_since"] is None


async def test_who_comes_back_too_late_is_told_what_happened(sockets: Open) -> None:
    lobby = await started(sockets)
    host, rival = lobby.racers
    await rival.socket.play([TAKES[20]])
    await leave(lobby)
    refused = await host.ask("end_absent", player=rival.name)
    assert (refused["type"], refused["code"]) == ("refused", "not_absent")
    await stored(Race.objects.filter(pk=lobby.slug).update, grace_ms=0)
    await host.socket.send("end_absent", player=rival.name)
    told = await host.socket.frame_of("progress", player=rival.name, status="timed_out")
    assert told["ended_by"] == host.name
    race = await lobby.connect(rival)
    assert (race["status"], race["state"]["status"]) == ("running", "timed_out")
    mine = next(one for one in race["racers"] if one["player"] == rival.name)
    assert mine["ended_by"] == host.name
    await host.socket.play([RESIGN])
    finished = await host.socket.frame_of("finished")
    assert set(places_of(finished)) == {(rival.name, 1, "timed_out"), (host.name, 2, "resigned")}


async def test_ending_the_last_one_finishes_the_race(sockets: Open) -> None:
    lobby = await started(sockets)
    host, rival = lobby.racers
    await leave(lobby)
    await stored(Race.objects.filter(pk=lobby.slug).update, grace_ms=0)
    await host.socket.play([RESIGN])
    await host.socket.send("end_absent", player=rival.name)
    finished = await host.socket.frame_of("finished")
    assert {status for _, _, status in places_of(finished)} == {"timed_out", "resigned"}


@pytest.mark.parametrize("fields", [{}, {"player": 3}, {"player": None}])
async def test_a_message_without_a_name_is_bad(sockets: Open, fields: dict[str, Any]) -> None:
    lobby = await started(sockets)
    refused = await lobby.racers[0].ask("end_absent", **fields)
    assert refused["code"] == "bad_message"
