"""What is told of a lobby's other settings, of who waits, of who left, and of the score."""

from __future__ import annotations

from typing import Any

from games.engine.actions import RESIGN, TAKES
from games.models import Race
from games.services import lobbies
from games.ws.hub import hub
from tests.factories import make_player
from tests.races.lobbies import Lobby, Racer, call, make_lobby, started
from tests.ws.clients import Client, Frame
from tests.ws.local import Open, stored


async def change(lobby: Lobby, by: Racer, **settings: Any) -> Any:
    return await call(f"races/{lobby.slug}/settings", by.player, **settings)


# Settings.


async def test_new_settings_are_told_to_all_and_ready_marks_are_taken_back(sockets: Open) -> None:
    lobby = await make_lobby(sockets, seats=3)
    host, rival = lobby.racers
    await rival.socket.send("ready")
    await host.socket.frame_of("ready", player=rival.name, ready=True)
    answer = await change(lobby, host, deal=None, undo=True, seats=4, grade="fair", best_of=3)
    assert answer.status_code == 200
    for racer in lobby.racers:
        race = await racer.socket.frame_of("race")
        assert (race["undo"], race["seats"], race["grade"]) == (True, 4, "fair")
        assert (race["best_of"], race["deal"]) == (3, None)
        assert race["commitment"] == answer.json()["commitment"]
        assert [racer["ready"] for racer in race["racers"]] == [False, False]


async def test_settings_of_another_are_refused_and_nothing_is_told(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    answer = await change(lobby, lobby.racers[1], seats=4)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_host")
    await lobby.racers[0].socket.nothing()


async def test_settings_come_too_late_for_a_race_that_has_begun(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    await lobby.racers[0].socket.send("start")
    await lobby.racers[0].socket.frame_of("countdown")
    answer = await change(lobby, lobby.racers[0], seats=4)
    assert (answer.status_code, answer.json()["code"]) == (409, "running")


# Leaving.


async def test_who_leaves_in_one_tab_has_left_in_all(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    host, rival = lobby.racers
    other = await sockets(lobby.path, rival.player)
    await other.frame()
    await rival.socket.send("leave")
    await host.socket.frame_of("left", player=rival.name)
    assert (await other.frame_of("left"))["player"] == rival.name
    assert await other.close_code() == 1000


async def test_a_lobby_of_yesterday_is_closed(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    old = Race.objects.filter(pk=lobby.slug)
    await stored(old.update, created_ms=(await stored(old.get)).created_ms - lobbies.LOBBY_MS)
    await hub()._sweep()
    for racer in lobby.racers:
        await racer.socket.frame_of("left")
        assert await racer.socket.close_code() == 1000
    answer = await call(f"races/{lobby.slug}/join", await stored(make_player))
    assert answer.json()["code"] == "over"


# Waiting.


async def wait(lobby: Lobby, player: Any, **body: Any) -> Frame:
    answer = await call(f"races/{lobby.slug}/wait", player, **body)
    assert answer.status_code == 200
    return dict(answer.json())


async def late(lobby: Lobby) -> tuple[Any, Client]:
    """Return somebody who came too late and watches."""
    player = await stored(make_player)
    socket = await lobby.sockets(lobby.path, player)
    assert (await socket.frame())["watching"] is True
    return player, socket


async def test_who_waits_is_told_and_led_to_a_seat(sockets: Open, quick_start: None) -> None:
    lobby = await started(sockets)
    player, socket = await late(lobby)
    told = await wait(lobby, player)
    assert told == {
        "slug": lobby.slug,
        "url": f"/races/{lobby.slug}/",
        "socket": lobby.path,
        "seated": False,
    }
    waiting = {"type": "waiting", "players": [player.name]}
    assert await socket.frame_of("waiting") == waiting
    assert await lobby.racers[0].socket.frame_of("waiting") == waiting
    await lobby.finish()
    await lobby.racers[0].socket.send("rematch")
    following = await socket.frame_of("rematch")
    race = await (await sockets(following["socket"], player)).frame()
    assert (race["seats"], race["watching"], race["number"]) == (3, False, 2)
    assert player.name in [racer["player"] for racer in race["racers"]]
    assert race["previous"] == {"slug": lobby.slug, "url": f"/races/{lobby.slug}/?this=1"}


async def test_who_comes_later_sees_who_waits(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    player, _ = await late(lobby)
    await wait(lobby, player)
    await lobby.racers[0].socket.frame_of("waiting")
    assert (await lobby.racers[0].ask("sync"))["waiting"] == [player.name]
    await wait(lobby, player, wait=False)
    assert (await lobby.racers[0].socket.frame_of("waiting"))["players"] == []


async def test_who_waits_where_a_seat_is_free_sits_at_once(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 1, seats=2)
    player = await stored(make_player)
    assert (await wait(lobby, player))["seated"] is True
    assert (await lobby.racers[0].socket.frame_of("joined"))["player"] == player.name


# The score.


async def test_the_score_is_told_with_the_finish_and_goes_on(
    sockets: Open, quick_start: None
) -> None:
    lobby = await started(sockets, best_of=3)
    host, rival = lobby.racers
    await host.socket.play([TAKES[20], RESIGN])
    await rival.socket.play([RESIGN])
    score = [{"player": host.name, "wins": 1}, {"player": rival.name, "wins": 0}]
    for racer in lobby.racers:
        assert (await racer.socket.frame_of("finished"))["score"] == score
    await rival.socket.send("rematch")
    following = await host.socket.frame_of("rematch")
    race = await (await sockets(following["socket"], host.player)).frame()
    assert (race["number"], race["best_of"]) == (2, 3)
    assert sorted(race["score"], key=lambda row: -row["wins"]) == score
