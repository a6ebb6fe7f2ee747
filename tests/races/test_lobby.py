"""A race before its start: who may come in, who begins, and what is told of it."""

from __future__ import annotations

import pytest

from games.models import Race
from tests.factories import make_player
from tests.races.lobbies import DEAL, Lobby, Racer, call, make_lobby, started
from tests.ws.local import Open, stored


async def test_a_lobby_is_greeted_with_the_whole_race(sockets: Open) -> None:
    player = await stored(make_player)
    slug = (await call("races", player, deal=DEAL)).json()["slug"]
    socket = await sockets(f"/ws/races/{slug}/", player)
    race = await socket.frame()
    assert race.pop("now") > 0
    assert race == {
        "type": "race",
        "slug": slug,
        "url": f"/races/{slug}/",
        "rule": "E",
        "undo": False,
        "status": "lobby",
        "host": player.name,
        "seats": 2,
        "limit_ms": 600_000,
        "commitment": None,
        "deal": DEAL,
        "nonce": None,
        "starts_at": None,
        "ends_at": None,
        "places": None,
        "next": None,
        "state": None,
        "racers": [
            {
                "player": player.name,
                "ready": False,
                "cards_left": 28,
                "peaks": 0,
                "peaks_left": [9, 9, 10],
                "moves": 0,
                "draws": 0,
                "run": 0,
                "status": "waiting",
                "connected": True,
                "place": None,
            }
        ],
    }


async def test_a_race_is_opened_with_its_addresses(sockets: Open) -> None:
    answer = await call("races", await stored(make_player), deal=DEAL, seats=3)
    told = answer.json()
    slug = told["slug"]
    assert answer.status_code == 201
    assert told == {
        "slug": slug,
        "url": f"/races/{slug}/",
        "socket": f"/ws/races/{slug}/",
        "commitment": None,
    }


async def test_a_race_without_a_named_deal_is_sealed(sockets: Open) -> None:
    player = await stored(make_player)
    told = (await call("races", player)).json()
    race = await stored(Race.objects.get, pk=told["slug"])
    frame = await (await sockets(told["socket"], player)).frame()
    assert len(bytes.fromhex(told["commitment"])) == 32
    assert (frame["commitment"], frame["deal"], frame["nonce"]) == (told["commitment"], None, None)
    assert race.deal_id >= 2**35
    assert len(bytes.fromhex(race.nonce)) == 16


BAD_SETTINGS = [
    {"seats": 1},
    {"seats": 9},
    {"seats": "2"},
    {"seats": 2.5},
    {"limit_ms": 0},
    {"limit_ms": -1},
    {"limit_ms": 10**12},
    {"undo": "yes"},
    {"rule": "X"},
    {"deal": "TP1-E-AAAAAA"},
    {"deal": -1},
]


@pytest.mark.parametrize("wished", BAD_SETTINGS, ids=str)
async def test_settings_out_of_range_are_refused(sockets: Open, wished: object) -> None:
    answer = await call("races", await stored(make_player), **wished)  # type: ignore[arg-type]
    assert answer.status_code == 400
    assert set(answer.json()) == {"code", "message"}


async def test_who_joins_and_comes_is_told_to_who_is_there(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 1, seats=2)
    rival = Racer(await stored(make_player, is_guest=True))
    assert (await call(f"races/{lobby.slug}/join", rival.player)).status_code == 200
    joined = await lobby.racers[0].socket.frame()
    assert joined == {"type": "joined", "player": rival.name, "ready": False, "host": None}
    race = await lobby.connect(rival)
    progress = await lobby.racers[0].socket.frame()
    assert [racer["player"] for racer in race["racers"]] == [lobby.racers[0].name, rival.name]
    assert (progress["player"], progress["connected"]) == (rival.name, True)


async def test_a_newcomer_hears_the_race_first(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 1, seats=8)
    for _ in range(7):
        rival = Racer(await stored(make_player))
        await call(f"races/{lobby.slug}/join", rival.player)
        assert (await lobby.connect(rival))["type"] == "race"


async def test_joining_twice_changes_nothing(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    answer = await call(f"races/{lobby.slug}/join", lobby.racers[1].player)
    assert answer.status_code == 200
    await lobby.racers[0].socket.send("sync")
    assert len((await lobby.racers[0].socket.frame())["racers"]) == 2


async def refused(lobby: Lobby) -> tuple[int, str, object]:
    answer = await call(f"races/{lobby.slug}/join", await stored(make_player))
    return answer.status_code, answer.json()["code"], answer.json().get("next")


async def test_a_full_race_is_refused(sockets: Open) -> None:
    assert await refused(await make_lobby(sockets)) == (409, "full", None)


async def test_a_running_race_is_refused(sockets: Open, quick_start: None) -> None:
    lobby = await started(sockets, seats=3)
    assert await refused(lobby) == (409, "running", None)


async def test_a_race_that_is_over_is_refused_and_names_the_newest(
    sockets: Open, quick_start: None
) -> None:
    lobby = await started(sockets)
    await lobby.finish()
    assert await refused(lobby) == (409, "over", None)
    await lobby.racers[0].socket.send("rematch")
    following = (await lobby.racers[0].socket.frame_of("rematch"))["slug"]
    told = {
        "slug": following,
        "url": f"/races/{following}/",
        "socket": f"/ws/races/{following}/",
    }
    assert await refused(lobby) == (409, "over", told)


async def test_a_race_that_everybody_left_is_over(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 1)
    await lobby.racers[0].socket.send("leave")
    assert await lobby.racers[0].socket.close_code() == 1000
    assert await refused(lobby) == (409, "over", None)


async def test_an_unknown_race_cannot_be_joined(sockets: Open) -> None:
    answer = await call("races/nowhere/join", await stored(make_player))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(("slug", "code"), [("", 4403), ("nowhere", 4404)])
async def test_the_socket_is_for_racers_alone(sockets: Open, slug: str, code: int) -> None:
    lobby = await make_lobby(sockets)
    socket = await sockets(f"/ws/races/{slug or lobby.slug}/", await stored(make_player))
    assert await socket.close_code() == code


async def test_a_stranger_at_the_door_leaves_no_room_behind(sockets: Open) -> None:
    from games.ws.hub import hub

    player = await stored(make_player)
    slug = (await call("races", player)).json()["slug"]
    socket = await sockets(f"/ws/races/{slug}/", await stored(make_player))
    assert await socket.close_code() == 4403
    assert hub().races == {}


async def test_nobody_signed_in_is_closed_with_4401(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 1)
    assert await (await sockets(lobby.path)).close_code() == 4401


# Leaving.


async def test_who_leaves_the_lobby_is_told_and_closed(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    host, rival = lobby.racers
    await rival.socket.send("leave")
    left = await host.socket.frame_of("left")
    assert left == {"type": "left", "player": rival.name, "ready": False, "host": host.name}
    assert await rival.socket.close_code() == 1000
    assert await (await sockets(lobby.path, rival.player)).close_code() == 4403


async def test_the_hosts_office_passes_on_when_he_leaves(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 3)
    host, heir, third = lobby.racers
    await host.socket.send("leave")
    assert (await third.socket.frame_of("left"))["host"] == heir.name
    await heir.socket.send("start")
    assert (await third.socket.frame_of("countdown"))["starts_at"] > 0


async def test_a_socket_that_closes_leaves_the_seat(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    host, rival = lobby.racers
    await rival.socket.close()
    away = await host.socket.frame_of("progress")
    assert (away["player"], away["connected"]) == (rival.name, False)
    assert (await lobby.connect(rival))["status"] == "lobby"


# Beginning.


async def test_being_ready_is_told_to_all_and_can_be_taken_back(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    host, rival = lobby.racers
    for is_ready in (True, False):
        await rival.socket.send("ready", ready=is_ready)
        told = {"type": "ready", "player": rival.name, "ready": is_ready, "host": None}
        assert await host.socket.frame_of("ready") == told
        assert await rival.socket.frame_of("ready") == told


async def test_one_racer_alone_does_not_start(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 1)
    host = lobby.racers[0].socket
    assert (await host.ask("ready"))["type"] == "ready"
    await host.nothing()


async def test_all_being_ready_starts_three_seconds_ahead(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    for racer in lobby.racers:
        await racer.socket.send("ready")
    told = [await racer.socket.frame_of("countdown") for racer in lobby.racers]
    assert told[0]["starts_at"] == told[1]["starts_at"]
    for countdown in told:
        assert set(countdown) == {"type", "starts_at", "now"}
        assert 3000 <= countdown["starts_at"] - countdown["now"] <= 10_000


async def test_two_of_three_being_ready_do_not_start(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 3)
    for racer in lobby.racers[:2]:
        await racer.socket.send("ready")
        await lobby.racers[2].socket.frame_of("ready")
    await lobby.racers[2].socket.nothing()


async def test_who_was_waited_for_may_leave_and_the_others_start(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 3)
    for racer in lobby.racers[:2]:
        await racer.socket.send("ready")
        await lobby.racers[2].socket.frame_of("ready")
    await lobby.racers[2].socket.send("leave")
    assert (await lobby.racers[0].socket.frame_of("countdown"))["starts_at"] > 0


async def test_the_host_starts_whoever_is_ready(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    await lobby.racers[0].socket.send("start")
    for racer in lobby.racers:
        countdown = await racer.socket.frame_of("countdown")
        assert countdown["starts_at"] - countdown["now"] >= 3000


async def refusal(racer: Racer, kind: str, **fields: object) -> str:
    await racer.socket.send(kind, **fields)
    answer = await racer.socket.frame_of("refused")
    assert answer["message"]
    return str(answer["code"])


async def test_only_the_host_starts(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    assert await refusal(lobby.racers[1], "start") == "not_host"


async def test_the_host_cannot_start_alone(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 1)
    assert await refusal(lobby.racers[0], "start") == "too_few_racers"


async def test_a_start_that_is_announced_stands(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    host, rival = lobby.racers
    await host.socket.send("start")
    starts_at = (await host.socket.frame_of("countdown"))["starts_at"]
    assert await refusal(host, "start") == "running"
    assert await refusal(rival, "ready", ready=False) == "running"
    await host.socket.send("sync")
    assert (await host.socket.frame_of("race"))["starts_at"] == starts_at


async def test_no_rematch_before_the_finish(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    assert await refusal(lobby.racers[0], "rematch") == "not_finished"


async def test_no_action_and_no_card_before_the_start(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    host, rival = lobby.racers
    assert await refusal(host, "draw", seq=0) == "not_started"
    await host.socket.send("start")
    await host.socket.frame_of("countdown")
    for kind in ("draw", "undo", "resign", "hint"):
        assert await refusal(host, kind, seq=0) == "not_started"
    await rival.socket.send("sync")
    race = await rival.socket.frame_of("race")
    assert (race["status"], race["state"]) == ("countdown", None)


async def test_a_races_game_shows_no_card_before_the_start(sockets: Open) -> None:
    lobby = await make_lobby(sockets)
    host = lobby.racers[0]
    await host.socket.send("start")
    await host.socket.frame_of("countdown")
    race = await stored(Race.objects.get, pk=lobby.slug)
    game = await stored(race.games.get, player=host.player)
    state = await (await sockets(f"/ws/games/{game.pk}/", host.player)).frame()
    assert state["status"] == "waiting"
    assert (state["tableau"], state["waste"], state["takes"]) == (["?"] * 28, "?", [])
