"""How fast a socket may send: honest clicking passes, a flood is throttled, no game is harmed."""

from __future__ import annotations

from typing import Any

import pytest

from games.ws import bucket
from games.ws.bucket import Bucket
from tests.ws.local import Open, path_of, table


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(bucket, "time", clock)
    return clock


def passed(clock: Clock, each_second: int, seconds: int) -> list[bool]:
    """Return which frames of an even stream a bucket lets through."""
    tokens, verdicts = Bucket(), []
    for _ in range(each_second * seconds):
        verdicts.append(tokens.takes())
        clock.now += 1 / each_second
    return verdicts


def test_fifteen_frames_a_second_pass_for_ever(clock: Clock) -> None:
    assert all(passed(clock, 15, 60))


def test_a_burst_of_thirty_passes(clock: Clock) -> None:
    tokens = Bucket()
    assert [tokens.takes() for _ in range(31)] == [True] * 30 + [False]


def test_two_hundred_a_second_are_throttled_to_fifteen(clock: Clock) -> None:
    verdicts = passed(clock, 200, 3)
    assert 30 + 3 * 15 - 2 <= sum(verdicts) <= 30 + 3 * 16


def test_a_flood_counts_up_and_quick_clicks_do_not(clock: Clock) -> None:
    tokens = Bucket()
    for _ in range(20 * 60):
        tokens.takes()
        clock.now += 1 / 20
    assert tokens.refusals < 10
    for _ in range(200 * 5):
        tokens.takes()
        clock.now += 1 / 200
    assert tokens.refusals > bucket.FLOOD


async def test_too_many_frames_are_refused_and_the_game_stands(
    sockets: Open, settings: Any
) -> None:
    player, game = await table()
    socket = await sockets(path_of(game), player)
    await socket.frame_of("state")
    settings.RATE_LIMITS = True
    for _ in range(200):
        await socket.send("take", seq=0, slot=0)
    codes = [(await socket.frame())["code"] for _ in range(200)]
    assert codes[:30] == ["blocked"] * 30
    assert codes.count("rate_limited") >= 150
    settings.RATE_LIMITS = False
    assert (await socket.ask("take", seq=0, slot=20))["seq"] == 1


async def test_a_refused_flood_is_closed_at_last_and_the_game_stands(
    sockets: Open, settings: Any
) -> None:
    player, game = await table()
    socket = await sockets(path_of(game), player)
    settings.RATE_LIMITS = True
    for _ in range(800):
        await socket.send("draw", seq=0)
    assert await socket.close_code() == 1008
    assert (await (await sockets(path_of(game), player)).frame())["seq"] == 1


async def emptied(sockets: Open, settings: Any) -> Any:
    """Open a socket, draw once and spend what may be sent."""
    player, game = await table()
    socket = await sockets(path_of(game), player)
    await socket.frame_of("state")
    await socket.ask("draw", seq=0)
    settings.RATE_LIMITS = True
    while (await socket.ask("hint"))["type"] == "hint":
        pass
    return socket


async def test_bad_message_comes_before_rate_limited(sockets: Open, settings: Any) -> None:
    socket = await emptied(sockets, settings)
    await socket.send_text("nonsense")
    assert (await socket.frame())["code"] == "bad_message"


async def test_rate_limited_comes_before_a_resend(
    sockets: Open, settings: Any, clock: Clock
) -> None:
    socket = await emptied(sockets, settings)
    refused = await socket.ask("draw", seq=0)
    assert (refused["code"], refused["seq"]) == ("rate_limited", 1)
    clock.now += 1
    assert (await socket.ask("draw", seq=0))["type"] == "applied"
