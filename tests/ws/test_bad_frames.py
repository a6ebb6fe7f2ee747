"""Frames that are no message: each is refused, none closes the socket, none changes anything."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.ws.clients import Client
from tests.ws.local import Open, path_of, race_table, table

NO_OBJECTS = ["", " ", "hello", "{", "[]", "null", "3", '"take"', "[1, 2]", "NaN", "{'a': 1}", "{}"]
DEEP = "[" * 3000
TAKE: dict[str, Any] = {"type": "take", "seq": 0, "slot": 20}
NO_SLOTS = [28, -1, 1.5, 20.0, "3", True, False, None, [], {}, 10**30, 2**63]
NO_SEQS = [-1, 0.0, 0.5, "0", True, None, [0], 10**30, 2**63]
NO_TYPES = ["fly", "TAKE", "", None, 7, True, ["take"], {"type": "take"}, "applied", "state"]


async def greeted(sockets: Open) -> Client:
    player, game = await table()
    socket = await sockets(path_of(game), player)
    await socket.frame()
    return socket


async def assert_bad(socket: Client, text: str) -> None:
    """Send a text; it is refused as a bad message, and the game stands as before."""
    await socket.send_text(text)
    refused = await socket.frame()
    assert refused == {
        "type": "refused",
        "seq": 0,
        "code": "bad_message",
        "message": "This message cannot be read.",
    }
    assert (await socket.ask("sync"))["seq"] == 0


@pytest.mark.parametrize("text", [*NO_OBJECTS, DEEP], ids=lambda text: text[:9] or "empty")
async def test_a_text_that_is_no_json_object(sockets: Open, text: str) -> None:
    await assert_bad(await greeted(sockets), text)


async def test_slots_that_are_none(sockets: Open) -> None:
    socket = await greeted(sockets)
    for slot in NO_SLOTS:
        await assert_bad(socket, json.dumps(TAKE | {"slot": slot}))


async def test_lengths_that_are_none(sockets: Open) -> None:
    socket = await greeted(sockets)
    for kind in ("take", "draw", "undo", "resign"):
        for seq in NO_SEQS:
            await assert_bad(socket, json.dumps(TAKE | {"type": kind, "seq": seq}))


async def test_numbers_too_large_for_any_number_type(sockets: Open) -> None:
    socket = await greeted(sockets)
    for huge in ("1e999", "9" * 5000, "-" + "9" * 400):
        await assert_bad(socket, f'{{"type": "draw", "seq": {huge}}}')


async def test_unknown_types(sockets: Open) -> None:
    socket = await greeted(sockets)
    for kind in NO_TYPES:
        await assert_bad(socket, json.dumps(TAKE | {"type": kind}))


@pytest.mark.parametrize("kind", ["ready", "start", "leave", "rematch"])
async def test_a_races_messages_on_a_games_socket(sockets: Open, kind: str) -> None:
    await assert_bad(await greeted(sockets), json.dumps({"type": kind}))


@pytest.mark.parametrize("name", ["type", "seq", "slot"])
async def test_a_missing_field(sockets: Open, name: str) -> None:
    rest = {key: value for key, value in TAKE.items() if key != name}
    await assert_bad(await greeted(sockets), json.dumps(rest))


async def test_a_binary_frame(sockets: Open) -> None:
    socket = await greeted(sockets)
    await socket.send_bytes(json.dumps(TAKE).encode())
    assert (await socket.frame())["code"] == "bad_message"
    assert (await socket.ask("take", seq=0, slot=20))["type"] == "applied"


async def test_unknown_extra_fields_are_ignored(sockets: Open) -> None:
    socket = await greeted(sockets)
    applied = await socket.ask("take", seq=0, slot=20, id=7, state={"a": []}, undo_used=True)
    assert (applied["type"], applied["undo_used"]) == ("applied", False)


async def test_a_thousand_bad_messages_close_nothing(sockets: Open, settings: Any) -> None:
    socket = await greeted(sockets)
    settings.RATE_LIMITS = True
    for _ in range(1000):
        await socket.send_text("nonsense")
    assert {(await socket.frame())["code"] for _ in range(1000)} == {"bad_message"}
    assert (await socket.ask("take", seq=0, slot=20))["type"] == "applied"


async def test_a_ready_that_is_no_truth_value(sockets: Open) -> None:
    player, game = await race_table()
    socket = await sockets(f"/ws/races/{game.race_id}/", player)
    await socket.frame_of("race")
    await socket.send("ready", ready="yes")
    assert (await socket.frame_of("refused"))["code"] == "bad_message"
