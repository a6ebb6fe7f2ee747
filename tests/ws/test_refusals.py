"""Each refusal, and which of two comes first. A refusal changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.actions import DRAW, RESIGN, TAKES, UNDO
from games.models import Game
from tests.ws.clients import Client, Frame
from tests.ws.local import Open, path_of, race_table, stored, table

FULL_LOG = [DRAW, UNDO] * 2500


async def greeted(sockets: Open, whose: tuple[Any, Any]) -> Client:
    """Open a table's socket and hear its greeting (and result, if it is over)."""
    player, game = whose
    socket = await sockets(path_of(game), player)
    state = await socket.frame()
    if state["status"] in ("won", "resigned") and not game.race_id:
        await socket.frame_of("result")
    return socket


async def refusal(socket: Client, kind: str, **fields: object) -> Frame:
    """Send what will be refused, see that nothing was changed by it, and return the answer."""
    await socket.send("sync")
    before = await socket.frame_of("state")
    refused = await socket.ask(kind, **fields)
    assert refused["type"] == "refused", refused
    assert refused["seq"] == before["seq"]
    await socket.send("sync")
    after = await socket.frame_of("state")
    assert after | {"clock_ms": 0} == before | {"clock_ms": 0}
    return refused


async def test_a_card_of_the_wrong_rank_is_refused_with_what_fits(sockets: Open) -> None:
    socket = await greeted(sockets, await table())
    assert await refusal(socket, "take", seq=0, slot=18) == {
        "type": "refused",
        "seq": 0,
        "code": "not_adjacent",
        "message": "Must be one rank higher or lower: on AC goes 2 or K.",
        "top": "AC",
        "needs": ["2", "K"],
    }


async def test_a_covered_card_is_blocked(sockets: Open) -> None:
    socket = await greeted(sockets, await table())
    assert await refusal(socket, "take", seq=0, slot=0) == {
        "type": "refused",
        "seq": 0,
        "code": "blocked",
        "message": "This card is blocked: other cards lie on it.",
    }


async def test_a_card_that_is_gone_is_no_card(sockets: Open) -> None:
    socket = await greeted(sockets, await table([TAKES[20]]))
    assert (await refusal(socket, "take", seq=1, slot=20))["code"] == "no_card"


async def test_an_empty_stock_gives_no_card(sockets: Open) -> None:
    socket = await greeted(sockets, await table([DRAW] * 23))
    assert (await refusal(socket, "draw", seq=23))["code"] == "stock_empty"


async def test_nothing_can_be_undone_at_the_start(sockets: Open) -> None:
    socket = await greeted(sockets, await table())
    assert (await refusal(socket, "undo", seq=0))["code"] == "nothing_to_undo"


async def test_undo_is_off_in_a_race(sockets: Open) -> None:
    socket = await greeted(sockets, await race_table([DRAW]))
    assert (await refusal(socket, "undo", seq=1))["code"] == "undo_not_allowed"


async def test_undo_is_on_in_a_race_that_allows_it(sockets: Open) -> None:
    socket = await greeted(sockets, await race_table([DRAW], undo_allowed=True))
    assert (await socket.ask("undo", seq=1))["undo_used"] is True


@pytest.mark.parametrize("kind", ["draw", "undo", "resign"])
async def test_a_game_that_is_over_takes_no_action(sockets: Open, kind: str) -> None:
    socket = await greeted(sockets, await table([DRAW, RESIGN]))
    assert (await refusal(socket, kind, seq=2))["code"] == "game_over"


async def test_a_race_takes_no_action_from_its_end_on(sockets: Open) -> None:
    whose = await race_table(starts_in_ms=-60_000, limit_ms=59_000)
    socket = await greeted(sockets, whose)
    assert (await refusal(socket, "draw", seq=0))["code"] == "game_over"


@pytest.mark.parametrize("kind", ["draw", "undo", "resign"])
async def test_a_race_takes_no_action_before_its_start(sockets: Open, kind: str) -> None:
    socket = await greeted(sockets, await race_table(starts_in_ms=60_000))
    assert (await refusal(socket, kind, seq=0))["code"] == "not_started"


@pytest.mark.parametrize("seq", [0, 2, 3, 2**62])
async def test_another_length_is_out_of_sync_and_gets_the_state(sockets: Open, seq: int) -> None:
    socket = await greeted(sockets, await table([TAKES[20]]))
    refused = await socket.ask("draw", seq=seq)
    assert (refused["code"], refused["seq"]) == ("out_of_sync", 1)
    state = await socket.frame()
    assert (state["type"], state["seq"], state["waste"]) == ("state", 1, "KC")


@pytest.mark.parametrize("kind", ["draw", "undo"])
async def test_a_full_log_takes_no_more(sockets: Open, kind: str) -> None:
    socket = await greeted(sockets, await table(FULL_LOG))
    assert (await refusal(socket, kind, seq=5000))["code"] == "log_full"


async def test_a_full_log_still_takes_a_resignation(sockets: Open) -> None:
    player, game = await table(FULL_LOG)
    socket = await greeted(sockets, (player, game))
    applied = await socket.ask("resign", seq=5000)
    assert (applied["seq"], applied["status"]) == (5001, "resigned")
    assert (await stored(Game.objects.get, pk=game.pk)).seq == 5001


async def test_the_last_action_but_one_is_stored(sockets: Open) -> None:
    socket = await greeted(sockets, await table(FULL_LOG[:-1]))
    assert (await socket.ask("undo", seq=4999))["seq"] == 5000


# Which of two faults is told.


async def test_not_started_comes_before_out_of_sync(sockets: Open) -> None:
    socket = await greeted(sockets, await race_table(starts_in_ms=60_000))
    assert (await refusal(socket, "draw", seq=7))["code"] == "not_started"


async def test_game_over_comes_before_out_of_sync(sockets: Open) -> None:
    socket = await greeted(sockets, await table([DRAW, RESIGN]))
    assert (await refusal(socket, "draw", seq=7))["code"] == "game_over"


async def test_game_over_comes_before_undo_not_allowed(sockets: Open) -> None:
    socket = await greeted(sockets, await race_table([DRAW, RESIGN]))
    assert (await refusal(socket, "undo", seq=2))["code"] == "game_over"


async def test_out_of_sync_comes_before_undo_not_allowed(sockets: Open) -> None:
    socket = await greeted(sockets, await race_table([DRAW]))
    assert (await socket.ask("undo", seq=7))["code"] == "out_of_sync"


async def test_out_of_sync_comes_before_log_full(sockets: Open) -> None:
    socket = await greeted(sockets, await table(FULL_LOG))
    assert (await socket.ask("draw", seq=5001))["code"] == "out_of_sync"


async def test_undo_not_allowed_comes_before_the_rules(sockets: Open) -> None:
    socket = await greeted(sockets, await race_table())
    assert (await refusal(socket, "undo", seq=0))["code"] == "undo_not_allowed"


async def test_log_full_comes_before_the_rules(sockets: Open) -> None:
    socket = await greeted(sockets, await table(FULL_LOG))
    assert (await refusal(socket, "take", seq=5000, slot=0))["code"] == "log_full"


# Resends.


async def test_a_resend_is_answered_as_the_first_time_and_stored_once(sockets: Open) -> None:
    player, game = await table()
    socket = await greeted(sockets, (player, game))
    first = await socket.ask("take", seq=0, slot=20)
    await socket.ask("draw", seq=1)
    assert await socket.ask("take", seq=0, slot=20) == first
    assert (await stored(Game.objects.get, pk=game.pk)).seq == 2


async def test_a_resend_is_answered_after_the_end_too(sockets: Open) -> None:
    player, game = await table()
    socket = await greeted(sockets, (player, game))
    first = await socket.ask("draw", seq=0)
    last, result = await socket.ask("resign", seq=1), await socket.frame()
    assert await socket.ask("draw", seq=0) == first
    assert [await socket.ask("resign", seq=1), await socket.frame()] == [last, result]
    assert (await stored(Game.objects.get, pk=game.pk)).seq == 2


async def test_a_resend_of_another_socket_is_answered_the_same(sockets: Open) -> None:
    player, game = await table()
    first = await (await greeted(sockets, (player, game))).ask("draw", seq=0)
    assert await (await greeted(sockets, (player, game))).ask("draw", seq=0) == first


async def test_another_slot_at_a_stored_seq_is_no_resend(sockets: Open) -> None:
    socket = await greeted(sockets, await table([TAKES[20]]))
    assert (await socket.ask("take", seq=0, slot=22))["code"] == "out_of_sync"
