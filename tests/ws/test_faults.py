"""A fault of ours: its socket is told and closed with 1011, and nobody else notices."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from django.db import OperationalError

from games.ws import game_consumer
from tests.ws.local import Open, path_of, race_table, table

SECRET = "the deck is 3S 5S KC"


@pytest.fixture
def broken_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(live: object) -> None:
        raise RuntimeError(SECRET)

    monkeypatch.setattr(game_consumer, "hint_frame", fail)


@pytest.fixture
def errors(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.ERROR):
        yield caplog


async def test_a_fault_is_told_logged_and_closed_with_1011(
    sockets: Open, broken_hint: None, errors: pytest.LogCaptureFixture
) -> None:
    player, game = await table()
    socket = await sockets(path_of(game), player)
    await socket.frame_of("state")
    await socket.ask("draw", seq=0)
    assert await socket.ask("hint") == {
        "type": "server_error",
        "code": "server_error",
        "message": "Something broke on our side. Please try again.",
    }
    assert await socket.close_code() == 1011
    assert f"{game.pk} at 1" in errors.text


async def test_a_fault_of_one_socket_leaves_the_others_open(
    sockets: Open, broken_hint: None, errors: pytest.LogCaptureFixture
) -> None:
    player, game = await table()
    broken, other = [await sockets(path_of(game), player) for _ in range(2)]
    await broken.send("hint")
    assert await broken.close_code() == 1011
    await other.frame_of("state")
    assert (await other.ask("draw", seq=0))["type"] == "applied"
    assert SECRET not in str(broken.heard)


async def test_a_fault_at_the_door_of_a_race_is_told_too(
    sockets: Open, monkeypatch: pytest.MonkeyPatch, errors: pytest.LogCaptureFixture
) -> None:
    faults = [RuntimeError(SECRET)]

    def fail_once(*_: object) -> None:
        if faults:
            raise faults.pop()

    monkeypatch.setattr("games.services.races.seen", fail_once)
    player, game = await race_table()
    socket = await sockets(f"/ws/races/{game.race_id}/", player)
    assert (await socket.frame())["type"] == "server_error"
    assert await socket.close_code() == 1011


async def test_a_race_that_cannot_be_left_leaves_no_room_behind(
    sockets: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.ws.hub import hub

    player, game = await race_table()
    socket = await sockets(f"/ws/races/{game.race_id}/", player)
    await socket.frame_of("race")

    def fail(*_: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr("games.services.races.seen", fail)
    with pytest.raises(OperationalError):
        await socket.close()
    assert hub().races == {}
    assert hub().games == {}
