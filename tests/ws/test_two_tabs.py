"""Several sockets on one game: of what is sent at one length, the database stores one."""

from __future__ import annotations

import asyncio
from typing import Any

from games.engine.actions import DRAW
from games.engine.log import decode_log
from games.models import Game
from tests.ws.clients import Client, Frame
from tests.ws.local import Open, path_of, stored, table


async def tabs(sockets: Open, count: int) -> tuple[Any, list[Client]]:
    """Open a new game in several tabs and hear the greetings."""
    player, game = await table()
    opened = [await sockets(path_of(game), player) for _ in range(count)]
    for tab in opened:
        await tab.frame_of("state")
    return game, opened


async def sync(*tabs: Client) -> None:
    """Pass over whatever still comes, up to a state that is asked for now."""
    for tab in tabs:
        await tab.send("hint")
        await tab.frame_of("hint")


async def answer_of(tab: Client) -> Frame:
    """Return the next refusal with its state, or the next applied."""
    frame = await tab.frame()
    return frame if frame["type"] == "applied" else await tab.frame_of("state") | {"lost": frame}


async def test_every_other_socket_of_a_game_hears_what_was_applied(sockets: Open) -> None:
    _, (mine, second, third) = await tabs(sockets, 3)
    applied = await mine.ask("take", seq=0, slot=20)
    assert [await second.frame(), await third.frame()] == [applied, applied]
    for tab in (mine, second, third):
        await tab.nothing()


async def test_every_socket_hears_the_result(sockets: Open) -> None:
    _, (mine, other) = await tabs(sockets, 2)
    await mine.send("resign", seq=0)
    for tab in (mine, other):
        assert [(await tab.frame())["type"] for _ in range(2)] == ["applied", "result"]


async def test_a_refusal_is_told_to_its_sender_alone(sockets: Open) -> None:
    _, (mine, other) = await tabs(sockets, 2)
    assert (await mine.ask("take", seq=0, slot=0))["code"] == "blocked"
    await other.nothing()


async def test_of_two_actions_at_one_length_one_is_stored(sockets: Open) -> None:
    """Once with a draw and an undo at every length, so that the log grows by one each time."""
    game, (one, two) = await tabs(sockets, 2)
    await one.play([DRAW])
    await two.frame_of("applied")
    for seq in range(1, 15):
        await asyncio.gather(one.send("draw", seq=seq), two.send("undo", seq=seq))
        answers = [await answer_of(tab) for tab in (one, two)]
        await sync(one, two)
        assert {answer["seq"] for answer in answers} == {seq + 1}
    assert (await stored(Game.objects.get, pk=game.pk)).seq == 15


async def test_the_loser_gets_out_of_sync_and_the_state(sockets: Open) -> None:
    game, (one, two) = await tabs(sockets, 2)
    await asyncio.gather(one.send("draw", seq=0), two.send("take", seq=0, slot=20))
    heard = [[await tab.frame()] for tab in (one, two)]
    loser = two if heard[0][0]["action"] == "draw" else one
    refused, state = await loser.frame_of("refused"), await loser.frame()
    assert (refused["code"], refused["seq"]) == ("out_of_sync", 1)
    assert (state["type"], state["seq"]) == ("state", 1)
    assert heard[0] == heard[1]
    row = await stored(Game.objects.get, pk=game.pk)
    assert [entry.action.kind.value for entry in decode_log(row.log)] == [heard[0][0]["action"]]


async def test_the_same_action_of_two_tabs_is_stored_once(sockets: Open) -> None:
    game, (one, two) = await tabs(sockets, 2)
    await asyncio.gather(one.send("draw", seq=0), two.send("draw", seq=0))
    first, second = await one.frame(), await two.frame()
    assert first == second
    assert first["seq"] == (await stored(Game.objects.get, pk=game.pk)).seq == 1


async def test_many_actions_sent_at_once_are_applied_in_order(sockets: Open) -> None:
    """Twelve quick taps: none waits for the answer of the one before."""
    game, (mine, other) = await tabs(sockets, 2)
    for seq in range(12):
        await mine.send("draw", seq=seq)
    assert [(await mine.frame())["seq"] for _ in range(12)] == list(range(1, 13))
    assert [(await other.frame())["seq"] for _ in range(12)] == list(range(1, 13))
    assert (await stored(Game.objects.get, pk=game.pk)).seq == 12


async def test_the_last_socket_that_leaves_takes_the_room_along(sockets: Open) -> None:
    from games.ws.hub import hub

    game, (one, two) = await tabs(sockets, 2)
    await one.close()
    assert list(hub().games) == [game.pk]
    await two.close()
    assert hub().games == {}
