"""Who has the link and no seat watches: the race is told to him, and he changes nothing."""

from __future__ import annotations

import pytest

from games.engine.actions import RESIGN
from games.models import Racer
from tests.factories import make_player, winning_actions
from tests.races.lobbies import DEAL, Lobby, call, make_lobby, started
from tests.races.lobbies import Racer as Seated
from tests.ws.clients import Client
from tests.ws.local import Open, stored

pytestmark = pytest.mark.usefixtures("quick_start")

MESSAGES = [
    ("take", {"seq": 0, "slot": 20}),
    ("draw", {"seq": 0}),
    ("undo", {"seq": 1}),
    ("resign", {"seq": 0}),
    ("hint", {}),
    ("chance", {}),
    ("ready", {}),
    ("start", {}),
    ("leave", {}),
    ("rematch", {}),
]


async def watch(lobby: Lobby, *, is_guest: bool = True) -> Client:
    """Open the socket of somebody without a seat, who has been greeted."""
    watcher = await lobby.sockets(lobby.path, await stored(make_player, is_guest=is_guest))
    race = await watcher.frame()
    assert (race["type"], race["watching"], race["state"]) == ("race", True, None)
    return watcher


@pytest.mark.parametrize("is_guest", [True, False])
async def test_who_has_no_seat_is_told_the_race(sockets: Open, is_guest: bool) -> None:
    lobby = await make_lobby(sockets)
    watcher = await watch(lobby, is_guest=is_guest)
    names = [racer["player"] for racer in watcher.heard[0]["racers"]]
    assert names == [racer.name for racer in lobby.racers]


async def test_a_racer_is_told_that_he_does_not_watch(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 1)
    assert lobby.racers[0].socket.heard[0]["watching"] is False


async def test_who_watches_hears_the_race_from_lobby_to_rematch(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    watcher = await watch(lobby)
    host, rival = lobby.racers
    await lobby.start()
    assert await watcher.frame_of("started") == {"type": "started", "state": None}
    await host.socket.play(winning_actions(1))
    assert (await watcher.frame_of("progress", player=host.name))["cards_left"] < 28
    await rival.socket.play([RESIGN])
    assert (await watcher.frame_of("finished"))["deal"] == DEAL
    await host.socket.send("rematch")
    assert (await watcher.frame_of("rematch"))["url"]
    kinds = {frame["type"] for frame in watcher.heard}
    assert kinds == {"race", "ready", "countdown", "started", "progress", "finished", "rematch"}


async def test_who_watches_hears_who_comes_and_goes(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 1, seats=2)
    watcher = await watch(lobby)
    rival = await lobby.enter(await stored(make_player))
    await watcher.frame_of("joined", player=rival.name)
    await rival.socket.send("leave")
    await watcher.frame_of("left", player=rival.name)


async def test_who_comes_while_it_runs_sees_how_each_stands(sockets: Open) -> None:
    lobby = await started(sockets)
    await lobby.racers[0].socket.play(winning_actions(1)[:5])
    watcher = await watch(lobby)
    race = watcher.heard[0]
    assert race["status"] == "running"
    assert race["racers"][0]["moves"] == 5


@pytest.mark.parametrize("is_running", [False, True])
async def test_who_watches_can_do_nothing(sockets: Open, is_running: bool) -> None:
    lobby = await (started if is_running else make_lobby)(sockets)
    watcher = await watch(lobby)
    for kind, fields in MESSAGES:
        await watcher.send(kind, **fields)
        refused = await watcher.frame_of("refused")
        assert (kind, refused["code"], refused["seq"]) == (kind, "not_seated", 0)
    await watcher.send("nonsense")
    assert (await watcher.frame_of("refused"))["code"] == "bad_message"
    await watcher.send("sync")
    assert (await watcher.frame_of("race"))["watching"] is True


async def test_who_watches_is_no_racer_and_is_told_to_nobody(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    watcher = await watch(lobby)
    await watcher.close()
    await lobby.racers[0].socket.nothing()
    assert await stored(Racer.objects.filter(race_id=lobby.slug).count) == 2


async def test_a_racer_is_gone_though_others_still_watch(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    watcher = await watch(lobby)
    await lobby.racers[1].socket.close()
    name = lobby.racers[1].name
    assert (await watcher.frame_of("progress", player=name))["connected"] is False


async def test_who_takes_a_seat_later_races_from_his_next_socket_on(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 1, seats=2)
    player = await stored(make_player)
    watcher = await sockets(lobby.path, player)
    await watcher.frame_of("race", watching=True)
    assert (await call(f"races/{lobby.slug}/join", player)).status_code == 200
    await watcher.frame_of("joined", player=player.name)
    await watcher.close()
    lobby.racers.append(Seated(player))
    assert (await lobby.connect(lobby.racers[1]))["watching"] is False
    tables = await lobby.start()
    assert tables[1]["status"] == "playing"


async def test_who_cleared_is_told_with_place_and_time_at_once(sockets: Open) -> None:
    lobby = await started(sockets, 3)
    watcher = await watch(lobby)
    for place, racer in enumerate(lobby.racers[:2], start=1):
        await racer.socket.play(winning_actions(1))
        told = await watcher.frame_of("progress", player=racer.name, status="won", place=place)
        assert told["duration_ms"] > 0
    await lobby.racers[0].socket.send("sync")
    race = await lobby.racers[0].socket.frame_of("race")
    assert [racer["place"] for racer in race["racers"]] == [1, 2, None]


async def test_who_resigned_has_no_place_before_the_finish(sockets: Open) -> None:
    lobby = await started(sockets, 3)
    watcher = await watch(lobby)
    await lobby.racers[0].socket.play([RESIGN])
    told = await watcher.frame_of("progress", player=lobby.racers[0].name, status="resigned")
    assert told["place"] is None


async def test_a_room_of_watchers_is_closed_behind_them(sockets: Open) -> None:
    from games.ws.hub import hub

    slug = (await call("races", await stored(make_player))).json()["slug"]
    watcher = await watch(Lobby(slug, sockets))
    await watcher.close()
    assert hub().races == {}
