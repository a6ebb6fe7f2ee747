"""Races and games across two server processes, with PostgreSQL and Redis between them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import redis as redis_client

from games.engine.actions import DRAW, RESIGN, UNDO
from tests.factories import winning_actions
from tests.races.spies import rows_of
from tests.services.processes import free_port
from tests.services.redis import redis_server
from tests.services.server import MakeServer
from tests.ws.clients import Client, Frame, RemoteClient
from tests.ws.remote import Caller, Site, site_of


@dataclass(frozen=True, slots=True)
class Pair:
    """Two server processes on one database."""

    one: Site
    two: Site
    database_url: str

    def log_lines(self) -> int:
        return sum(len(site.server.log().splitlines()) for site in (self.one, self.two))


@pytest.fixture
def pair(server: MakeServer, postgres_url: str, redis_url: str) -> Iterator[Pair]:
    with ExitStack() as opened:
        one, two = (
            opened.enter_context(site_of(server(postgres_url, redis_url=redis_url)))
            for _ in range(2)
        )
        yield Pair(one, two, postgres_url)


@asynccontextmanager
async def racing(pair: Pair, **settings: Any) -> AsyncIterator[tuple[RemoteClient, RemoteClient]]:
    """Seat two guests in a race, each on a process of his own, and greet them."""
    host, rival = pair.one.guest(), pair.two.guest()
    race = pair.one.post("races", host, **settings)
    pair.two.post(f"races/{race['slug']}/join", rival)
    async with AsyncExitStack() as opened:
        mine, theirs = [
            await opened.enter_async_context(greeted(site, race["socket"], racer))
            for site, racer in ((pair.one, host), (pair.two, rival))
        ]
        yield mine, theirs


@asynccontextmanager
async def greeted(site: Site, path: str, racer: Caller) -> AsyncIterator[RemoteClient]:
    """Open a racer's socket; from the greeting on every process counts him as there."""
    async with site.socket(path, racer) as socket:
        assert len((await socket.frame())["racers"]) == 2
        yield socket


async def begin(*racers: Client) -> list[Frame]:
    """Have all be ready; return what they are told of the start."""
    for racer in racers:
        await racer.send("ready")
    return [await racer.frame_of("started") for racer in racers]


async def test_two_race_on_two_processes_from_lobby_to_rematch(pair: Pair) -> None:
    async with racing(pair, deal="TP1-E-AAAAAAB") as (mine, theirs):
        await begin(mine, theirs)
        assert (await mine.frame_of("progress", status="playing"))["connected"] is True
        line = winning_actions(1)
        await mine.play(line[:10])
        told = await theirs.frame_of("progress", moves=10)
        await theirs.play([DRAW] * 4)
        seen = await mine.frame_of("progress", moves=4)
        assert (told["cards_left"] < 28, seen["draws"]) == (True, 4)
        await mine.play(line[10:], 10)
        assert (await theirs.frame_of("progress", status="won"))["cards_left"] == 0
        await theirs.play([RESIGN], 4)
        ends = [await socket.frame_of("finished") for socket in (mine, theirs)]
        assert ends[0] == ends[1]
        assert [row["place"] for row in ends[0]["places"]] == [1, 2]
        statuses = [(await socket.frame_of("result"))["status"] for socket in (mine, theirs)]
        assert statuses == ["won", "resigned"]
        await theirs.send("rematch")
        assert await mine.frame_of("rematch") == await theirs.frame_of("rematch")


async def test_who_is_gone_on_one_process_is_shown_on_the_other(pair: Pair) -> None:
    async with racing(pair) as (mine, theirs):
        await mine.close()
        assert (await theirs.frame_of("progress", connected=False))["status"] == "waiting"


async def test_a_racer_may_change_the_process_and_finds_his_table(pair: Pair) -> None:
    host, rival = pair.one.guest(), pair.two.guest()
    race = pair.one.post("races", host)
    pair.two.post(f"races/{race['slug']}/join", rival)
    async with pair.two.socket(race["socket"], rival) as theirs:
        async with pair.one.socket(race["socket"], host) as mine:
            await begin(mine, theirs)
            applied = await mine.play([DRAW] * 3)
        async with pair.two.socket(race["socket"], host) as mine:
            state = (await mine.frame())["state"]
            assert (state["seq"], state["waste"]) == (3, applied["waste"])
            assert (await mine.play([DRAW], 3))["seq"] == 4
        assert (await theirs.frame_of("progress", moves=4))["cards_left"] == 28


@asynccontextmanager
async def two_tabs(
    pair: Pair, player: Caller, path: str
) -> AsyncIterator[tuple[RemoteClient, RemoteClient]]:
    """Open one game on both processes."""
    async with pair.one.socket(path, player) as one, pair.two.socket(path, player) as two:
        for tab in (one, two):
            await tab.frame_of("state")
        yield one, two


async def test_a_tab_on_another_process_hears_each_action(pair: Pair) -> None:
    player = pair.one.guest()
    async with two_tabs(pair, player, pair.one.game(player)["socket"]) as (one, two):
        for seq in range(5):
            await one.play([DRAW], seq)
        told = [frame for frame in one.heard if frame["type"] == "applied"]
        assert [await two.frame() for _ in range(5)] == told
        await two.play([RESIGN], 5)
        assert (await one.frame_of("result"))["status"] == "resigned"


async def outcome(tab: Client) -> list[str]:
    """Return what a tab was answered: stored, or lost with the state at hand."""
    frame = await tab.frame()
    if frame["type"] == "applied":
        return ["applied", frame["action"]]
    state = await tab.frame_of("state")
    assert state["seq"] == frame["seq"]
    return [frame["code"]]


async def test_of_two_actions_at_one_length_on_two_processes_one_is_stored(
    server: MakeServer, postgres_url: str
) -> None:
    """No Redis between them: the database alone decides."""
    with site_of(server(postgres_url)) as first, site_of(server(postgres_url)) as second:
        pair = Pair(first, second, postgres_url)
        player = first.guest()
        for _ in range(10):
            game = first.game(player)
            async with two_tabs(pair, player, game["socket"]) as (one, two):
                await asyncio.gather(one.send("draw", seq=0), two.send("take", seq=0, slot=20))
                answers = [await outcome(tab) for tab in (one, two)]
                await assert_one_won(postgres_url, game["id"], answers)


async def assert_one_won(url: str, game_id: str, answers: list[list[str]]) -> None:
    """Exactly one was stored; the other lost, and may have heard of the first besides."""
    [(seq, log)] = rows_of(url, f"SELECT seq, log FROM games_game WHERE id = '{game_id}'")
    kept = "draw" if bytes(log)[0] == DRAW.code else "take"
    assert seq == 1
    assert ["applied", kept] in answers
    assert all(answer in (["applied", kept], ["out_of_sync"]) for answer in answers)


async def test_a_stale_process_answers_from_the_database(
    server: MakeServer, postgres_url: str
) -> None:
    """Without Redis the second process has heard nothing; it looks before it says no."""
    with site_of(server(postgres_url)) as first, site_of(server(postgres_url)) as second:
        player = first.guest()
        path = first.game(player)["socket"]
        async with two_tabs(Pair(first, second, postgres_url), player, path) as (one, two):
            answers = [await one.play([action], seq) for seq, action in enumerate([DRAW] * 3)]
            await two.send("draw", seq=3)
            assert (await two.frame_of("applied", seq=4))["stock"] == 19
            assert [frame for frame in two.heard if frame["type"] == "applied"][:3] == answers
            await one.send("take", seq=1, slot=20)
            assert (await one.frame_of("refused"))["code"] == "out_of_sync"
            assert (await one.frame_of("state"))["seq"] == 4


# Redis.


async def test_moves_go_on_while_redis_is_away_and_news_when_it_is_back(
    server: MakeServer, postgres_url: str, tmp_path: Path
) -> None:
    port = free_port()
    async with AsyncExitStack() as opened:
        with redis_server(tmp_path, port) as url:
            one, two = (
                opened.enter_context(site_of(server(postgres_url, redis_url=url))) for _ in range(2)
            )
            pair = Pair(one, two, postgres_url)
            mine, theirs = await opened.enter_async_context(racing(pair, undo=True))
            await begin(mine, theirs)
        assert (await mine.play([DRAW] * 20))["seq"] == 20
        assert (await theirs.play([DRAW] * 20))["seq"] == 20
        assert pair.log_lines() < 10, one.server.log()
        with redis_server(tmp_path, port):
            await news_again(mine, theirs)


async def news_again(mine: Client, theirs: Client) -> None:
    """Move until the other process hears of it; within ten seconds it does."""
    async with asyncio.timeout(10):
        seq = 20
        while not any(frame.get("moves", 0) > 20 for frame in theirs.heard):
            await mine.play([DRAW if seq % 2 == 0 else UNDO], seq)
            seq += 1
            await theirs.send("hint")
            await theirs.frame_of("hint")


async def test_a_reader_that_stalls_costs_the_others_nothing(pair: Pair) -> None:
    player = pair.one.guest()
    path = pair.one.game(player)["socket"]
    async with (
        two_tabs(pair, player, path) as (mine, other),
        pair.two.socket(path, player) as stalled,
    ):
        await stalled.frame_of("state")
        stalled.connection.transport.pause_reading()
        for seq in range(0, 300, 2):
            await mine.send("draw", seq=seq)
            await mine.send("undo", seq=seq + 1)
        for tab in (mine, other):
            assert [(await tab.frame())["seq"] for _ in range(300)] == list(range(1, 301))
        stalled.connection.transport.resume_reading()
        await stalled.send("sync")
        assert (await stalled.frame_of("state"))["seq"] == 300
        assert pair.log_lines() < 10, pair.two.server.log()


def open_files(site: Site) -> int:
    return len(list(Path(f"/proc/{site.server.process.pid}/fd").iterdir()))


def memory_kb(site: Site) -> int:
    status = Path(f"/proc/{site.server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


async def test_rejected_handshakes_leave_nothing_behind(pair: Pair, redis_url: str) -> None:
    stranger = pair.one.guest()
    path = pair.one.game(pair.one.guest())["socket"]
    slug = pair.one.post("races", pair.one.guest())["socket"]
    with redis_client.from_url(redis_url) as watcher:
        await reject(pair.one, stranger, path, slug, times=20)
        before = len(watcher.client_list()), open_files(pair.one)
        await reject(pair.one, stranger, path, slug, times=200)
        assert len(watcher.client_list()) <= before[0]
        assert open_files(pair.one) <= before[1] + 2


async def reject(site: Site, stranger: Caller, *paths: str, times: int) -> None:
    for number in range(times):
        async with site.socket(paths[number % len(paths)], stranger) as socket:
            assert await socket.close_code() == 4403


async def test_games_that_come_and_go_leave_no_memory_behind(
    server: MakeServer, sqlite_url: str
) -> None:
    with site_of(server(sqlite_url)) as site:
        player = site.guest()
        await cycles(site, player, 100)
        before = memory_kb(site)
        await cycles(site, player, 100)
        assert memory_kb(site) - before < 10_000


async def cycles(site: Site, player: Caller, times: int) -> None:
    for _ in range(times):
        async with site.socket(site.game(player)["socket"], player) as socket:
            await socket.play([DRAW, DRAW])
