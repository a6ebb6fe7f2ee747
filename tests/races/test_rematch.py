"""From one race to the next: the same people and settings, a fresh deal."""

from __future__ import annotations

import asyncio

import pytest

from games.models import Race
from tests.races.lobbies import Lobby, Racer, make_lobby, started
from tests.ws.local import Open, stored

pytestmark = pytest.mark.usefixtures("quick_start")


async def follow(lobby: Lobby) -> Lobby:
    """Ask for a rematch as the host; all go where they are told to."""
    await lobby.racers[0].socket.send("rematch")
    told = [await racer.socket.frame_of("rematch") for racer in lobby.racers]
    assert all(frame == told[0] for frame in told)
    following = Lobby(told[0]["slug"], lobby.sockets)
    assert told[0]["socket"] == following.path
    assert told[0]["url"] == f"/races/{following.slug}/"
    for racer in lobby.racers:
        await racer.socket.close()
        newcomer = Racer(racer.player)
        race = await following.connect(newcomer)
        assert (race["type"], race["status"]) == ("race", "lobby")
        following.racers.append(newcomer)
    assert [racer["player"] for racer in race["racers"]] == [r.name for r in lobby.racers]
    return following


async def test_twenty_rematches_each_with_a_countdown_and_a_new_deal(sockets: Open) -> None:
    lobby, codes = await make_lobby(sockets, deal=None), set()
    for number in range(1, 21):
        for racer in lobby.racers:
            await racer.socket.send("ready")
        for racer in lobby.racers:
            await racer.socket.frame_of("countdown")
            state = (await racer.socket.frame_of("started"))["state"]
            assert (state["seq"], state["status"]) == (0, "playing")
        codes.add((await lobby.finish())[0]["deal"])
        assert len(codes) == number
        lobby = await follow(lobby)


async def test_a_rematch_keeps_the_settings(sockets: Open) -> None:
    lobby = await started(sockets, deal=None, rule="C", undo=True, seats=5, limit_ms=90_000)
    await lobby.finish()
    following = await follow(lobby)
    before, after = [
        await stored(Race.objects.get, pk=slug) for slug in (lobby.slug, following.slug)
    ]
    for name in ("rule", "undo_allowed", "seats", "limit_ms"):
        assert getattr(before, name) == getattr(after, name)
    assert after.previous_id == before.pk
    assert after.commitment != before.commitment


async def test_a_rematch_of_a_named_deal_is_on_a_fresh_sealed_one(sockets: Open) -> None:
    lobby = await started(sockets)
    await lobby.finish()
    race = await (await follow(lobby)).racers[0].ask("sync")
    assert (race["deal"], len(race["commitment"])) == (None, 64)


async def test_two_who_ask_at_once_meet_in_one_race(sockets: Open) -> None:
    lobby = await started(sockets, 3)
    await lobby.finish()
    await asyncio.gather(*(racer.socket.send("rematch") for racer in lobby.racers))
    slugs = {(await racer.socket.frame_of("rematch"))["slug"] for racer in lobby.racers}
    assert len(slugs) == 1
    assert await stored(Race.objects.filter(previous=lobby.slug).count) == 1


async def test_who_comes_late_is_told_of_the_next_race(sockets: Open) -> None:
    lobby = await started(sockets)
    await lobby.finish()
    await lobby.racers[0].socket.send("rematch")
    told = await lobby.racers[0].socket.frame_of("rematch")
    race = await lobby.connect(lobby.racers[1])
    assert race["next"] == {name: told[name] for name in ("slug", "url", "socket")}


async def test_a_racer_of_the_race_before_is_seated_by_coming(sockets: Open) -> None:
    lobby = await started(sockets, 3)
    await lobby.finish()
    following = await follow(lobby)
    await following.racers[0].socket.frame_of("joined", player=lobby.racers[1].name)
    await following.racers[0].socket.frame_of("joined", player=lobby.racers[2].name)


async def test_who_comes_when_the_rematch_runs_finds_it_closed(sockets: Open) -> None:
    lobby = await started(sockets, 3)
    await lobby.finish()
    await lobby.racers[0].socket.send("rematch")
    slug = (await lobby.racers[0].socket.frame_of("rematch"))["slug"]
    following = Lobby(slug, sockets, [Racer(racer.player) for racer in lobby.racers[:2]])
    for racer in following.racers:
        await following.connect(racer)
    await following.start()
    late = await sockets(following.path, lobby.racers[2].player)
    assert await late.close_code() == 4403
