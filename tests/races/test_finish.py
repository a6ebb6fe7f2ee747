"""A race's end: places, the opened deal, what proves that it was fixed, each one's result."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from games.engine.actions import DRAW, RESIGN, TAKES
from games.engine.codes import parse_code
from games.models import Deal, Game, Race, Result
from games.services import races
from games.services.clock import now_ms
from tests.factories import make_player, make_race, stuck_actions, winning_actions
from tests.races.lobbies import DEAL, Lobby, call, make_lobby, places_of, started
from tests.ws.clients import Frame
from tests.ws.local import Open, stored

pytestmark = pytest.mark.usefixtures("quick_start")


async def test_the_first_to_clear_is_first_though_slower_ones_have_more_points(
    sockets: Open,
) -> None:
    lobby = await started(sockets, 3)
    first, second, third = lobby.racers
    line = winning_actions(1)
    await second.socket.play(line)
    await third.socket.play([RESIGN])
    await first.socket.play(line)
    finished = await third.socket.frame_of("finished")
    expected = [(second.name, 1, "won"), (first.name, 2, "won"), (third.name, 3, "resigned")]
    assert places_of(finished) == expected
    assert finished["places"][0]["cards_left"] == 0
    assert finished["places"][0]["points"] == 751 == finished["places"][1]["points"]


async def test_the_end_of_a_race_on_a_named_deal(sockets: Open) -> None:
    lobby = await started(sockets)
    host, rival = lobby.racers
    await host.socket.play([TAKES[20], RESIGN])
    await rival.socket.play([RESIGN])
    finished = await host.socket.frame_of("finished")
    assert finished["places"][0].pop("duration_ms") >= 0
    assert finished == {
        "type": "finished",
        "deal": DEAL,
        "nonce": None,
        "commitment": None,
        "places": [
            {
                "player": host.name,
                "place": 1,
                "status": "resigned",
                "cards_left": 27,
                "points": 499,
            },
            {
                "player": rival.name,
                "place": 2,
                "status": "resigned",
                "cards_left": 28,
                "points": 500,
                "duration_ms": finished["places"][1]["duration_ms"],
            },
        ],
    }


async def test_equals_share_a_place_and_the_next_one_skips(sockets: Open) -> None:
    lobby = await started(sockets, 4)
    first, *others = lobby.racers
    await first.socket.play([TAKES[20], RESIGN])
    for racer in others[:2]:
        await racer.socket.play([RESIGN])
    await others[2].socket.play([DRAW, RESIGN])
    finished = await first.socket.frame_of("finished")
    assert [place for _, place, _ in places_of(finished)] == [1, 2, 2, 4]
    assert places_of(finished)[3][0] == others[2].name


async def test_each_gets_his_result_after_the_finish(sockets: Open) -> None:
    lobby = await started(sockets)
    line = winning_actions(1)
    await lobby.racers[1].socket.play(line)
    await lobby.racers[0].socket.play([RESIGN])
    for racer, status, rank in zip(lobby.racers, ["resigned", "won"], [None, 1], strict=True):
        await racer.socket.frame_of("finished")
        result = await racer.socket.frame()
        assert (result["type"], result["status"], result["rank"]) == ("result", status, rank)
        assert result["deal"] == DEAL


async def test_all_racers_stuck_finish_the_race(sockets: Open) -> None:
    lobby = await started(sockets, deal="TP1-E-AAAAAAC")
    line = stuck_actions(2)
    for racer in lobby.racers:
        await racer.socket.play(line)
    finished = await lobby.racers[0].socket.frame_of("finished")
    assert [status for _, _, status in places_of(finished)] == ["stuck", "stuck"]


async def sealed(sockets: Open, **settings: Any) -> tuple[Lobby, str]:
    """Start a race on a sealed deal; return it with its commitment."""
    lobby = await make_lobby(sockets, deal=None, **settings)
    race = await lobby.racers[0].ask("sync")
    await lobby.start()
    return lobby, race["commitment"]


async def test_a_sealed_race_proves_that_its_deal_was_fixed(sockets: Open) -> None:
    lobby, commitment = await sealed(sockets)
    for finished in await lobby.finish():
        proof = hashlib.sha256(f"{finished['deal']}:{finished['nonce']}".encode()).hexdigest()
        assert proof == commitment == finished["commitment"]
    race = await stored(Race.objects.get, pk=lobby.slug)
    assert parse_code(finished["deal"]).number == race.deal_id


async def test_a_sealed_classic_race_is_opened_with_its_own_letter(sockets: Open) -> None:
    lobby, _ = await sealed(sockets, rule="C")
    finished = (await lobby.finish())[0]
    assert finished["deal"].startswith("TP1-C-")


async def test_a_finished_race_is_greeted_with_its_places(sockets: Open) -> None:
    lobby, _ = await sealed(sockets)
    finished = (await lobby.finish())[0]
    race = await lobby.connect(lobby.racers[0])
    assert race["status"] == "finished"
    for name in ("places", "deal", "nonce", "commitment"):
        assert race[name] == finished[name]


def published(slug: str) -> list[bool]:
    results = Result.objects.filter(game__race=slug)
    return list(results.values_list("is_published", flat=True))


async def test_results_are_published_by_the_finish_and_not_before(sockets: Open) -> None:
    lobby, _ = await sealed(sockets)
    await lobby.racers[0].socket.play([RESIGN])
    assert await stored(published, lobby.slug) == [False]
    await lobby.racers[1].socket.play([RESIGN])
    assert await stored(published, lobby.slug) == [True, True]


# Time.


async def test_the_time_limit_ends_the_race_for_who_still_plays(sockets: Open) -> None:
    lobby = await make_lobby(sockets, limit_ms=1000)
    host, rival = lobby.racers
    await lobby.start()
    await host.socket.play([TAKES[20]])
    finished = await host.socket.frame_of("finished")
    expected = [(host.name, 1, "timed_out"), (rival.name, 2, "timed_out")]
    assert places_of(finished) == expected
    result = await host.socket.frame_of("result")
    assert (result["status"], result["unranked"]) == ("timed_out", "not_won")
    assert result["scores"]["cards_left"] == 27


async def test_who_is_done_keeps_his_end_when_the_others_time_out(sockets: Open) -> None:
    lobby = await make_lobby(sockets, limit_ms=1000)
    host, rival = lobby.racers
    await lobby.start()
    await rival.socket.play([RESIGN])
    finished = await host.socket.frame_of("finished")
    assert {status for _, _, status in places_of(finished)} == {"timed_out", "resigned"}


async def overdue_race() -> Race:
    players = [await stored(make_player) for _ in range(2)]
    options: dict[str, Any] = {"starts_at_ms": now_ms() - 60_000, "limit_ms": 59_000}
    return await stored(make_race, players, [[DRAW], []], is_running=True, **options)


def seal(race: Race) -> None:
    Deal.objects.filter(pk=race.deal_id).update(is_sealed=True)


async def test_a_race_that_nobody_watches_is_ended_by_any_process(sockets: Open) -> None:
    race = await overdue_race()
    assert await stored(races.overdue, now_ms()) == [race.pk]
    assert await stored(races.close_due, race.pk) is True
    assert await stored(races.close_due, race.pk) is False
    statuses = await stored(lambda: set(race.games.values_list("status", flat=True)))
    assert statuses == {"timed_out"}
    assert await stored(races.overdue, now_ms()) == []


async def test_a_race_that_is_not_due_is_not_ended(sockets: Open) -> None:
    players = [await stored(make_player) for _ in range(2)]
    race = await stored(make_race, players, starts_at_ms=now_ms(), is_running=True)
    assert await stored(races.close_due, race.pk) is False
    assert await stored(races.overdue, now_ms()) == []


async def test_who_comes_back_after_the_end_finds_the_race_finished(sockets: Open) -> None:
    race = await overdue_race()
    player = await stored(lambda: race.racers.order_by("pk")[0].player)
    socket = await sockets(f"/ws/races/{race.pk}/", player)
    finished = await socket.frame_of("finished")
    assert [status for _, _, status in places_of(finished)] == ["timed_out", "timed_out"]


async def test_an_action_at_the_limit_is_refused_and_not_stored(sockets: Open) -> None:
    race = await overdue_race()
    player = await stored(lambda: race.racers.order_by("pk")[0].player)
    socket = await sockets(f"/ws/races/{race.pk}/", player)
    await socket.send("draw", seq=1)
    assert (await socket.frame_of("refused"))["code"] == "game_over"
    assert (await stored(Game.objects.get, race=race, player=player)).seq == 1


# What players see of it elsewhere.


async def board(lobby: Lobby, code: str) -> Frame:
    def read() -> Frame:
        from django.test import Client

        answer: Frame = Client().get(f"/api/v1/deals/{code}/board").json()
        return answer

    return await stored(read)


async def test_a_races_win_is_on_the_board_at_the_finish(sockets: Open) -> None:
    lobby = await started(sockets)
    await lobby.racers[0].socket.play(winning_actions(1))
    await lobby.racers[1].socket.play([RESIGN])
    await lobby.racers[1].socket.frame_of("finished")
    rows = (await board(lobby, DEAL))["rows"]
    assert [row["player"] for row in rows] == [lobby.racers[0].name]


async def test_a_guest_races_as_an_account_does(sockets: Open) -> None:
    lobby = await started(sockets, 2, guests=2)
    await lobby.racers[0].socket.play(winning_actions(1))
    await lobby.racers[1].socket.play([RESIGN])
    result = await lobby.racers[0].socket.frame_of("result")
    assert (result["rank"], result["provisional"]) == (1, True)
    assert (await board(lobby, DEAL))["rows"] == []
    assert (await call(f"races/{lobby.slug}/join", lobby.racers[0].player)).status_code == 200
