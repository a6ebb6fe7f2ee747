"""Committed moves a second, and how long an answer takes, beside a raw echo in the same run.

    python -m benchmarks.sockets [--seconds 5] [--sockets 50 200 1000] [--database sqlite]

One server process runs on the first core; PostgreSQL (durable as shipped: fsync and
synchronous_commit on) and this client share the second. Each socket plays in a closed loop: it
sends its next action when the last one is answered: the first card that fits, else a draw;
where stuck, it takes twenty actions back and goes on; a game is left for a fresh one once it is
won or has some 150 actions. The echo answers the same frames with themselves.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from benchmarks.socket_client import Client
from tests.services.address import URL
from tests.services.postgres import cluster
from tests.services.processes import free_port, running

GAME_ACTIONS = 150
GAMES_A_SOCKET = 40
DEALS = 300
DURABLE = {"fsync": "on", "full_page_writes": "on"}


@dataclass
class Tally:
    """What a run counts: answers, and how long each took in seconds."""

    is_counting: bool = False
    times: list[float] = field(default_factory=list)
    there: int = 0

    def add(self, seconds: float) -> None:
        if self.is_counting:
            self.times.append(seconds)


@dataclass(frozen=True)
class Figures:
    """Answers a second, and the median and the 99th percentile in milliseconds."""

    rate: float
    p50_ms: float
    p99_ms: float


@contextmanager
def on_core(core: int, command: list[str], env: dict[str, str], port: int) -> Iterator[int]:
    """Run a server process bound to one core until the block ends; yields its port."""
    import urllib.request

    def ready() -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                return True
        except OSError:
            return False

    with tempfile.TemporaryDirectory() as folder:
        pinned = ["taskset", "-c", str(core), *command]
        with running(pinned, log=Path(folder) / "log", ready=ready, env=env):
            yield port


async def echo_one(port: int, tally: Tally, stop: asyncio.Event) -> None:
    client = await Client.connect(port, "/", {})
    tally.there += 1
    frame = b'{"type":"take","seq":12,"slot":19}'
    while not stop.is_set():
        began = time.perf_counter()
        client.send(frame)
        await client.receive()
        tally.add(time.perf_counter() - began)
    client.close()


def next_action(answer: dict[str, object], undoing: int) -> tuple[bytes, int]:
    """Return the frame to send next, and how many undos are still to follow it."""
    seq, takes = answer["seq"], answer["takes"]
    assert isinstance(seq, int)
    assert isinstance(takes, list)
    if answer["status"] == "stuck" and not undoing:
        undoing = 20
    if undoing:
        return b'{"type":"undo","seq":%d}' % seq, undoing - 1
    if takes:
        return b'{"type":"take","seq":%d,"slot":%d}' % (seq, takes[0]), 0
    return b'{"type":"draw","seq":%d}' % seq, 0


async def play_one(
    port: int, token: str, games: list[str], tally: Tally, stop: asyncio.Event
) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    for game in games:
        client = await Client.connect(port, f"/ws/games/{game}/", headers)
        answer = orjson.loads(await client.receive())
        tally.there += game == games[0]
        undoing = 0
        while answer["status"] != "won" and answer["seq"] < GAME_ACTIONS and not stop.is_set():
            frame, undoing = next_action(answer, undoing)
            began = time.perf_counter()
            client.send(frame)
            answer = orjson.loads(await client.receive())
            tally.add(time.perf_counter() - began)
            assert answer["type"] == "applied", answer
        client.close()
        if stop.is_set():
            return
    raise RuntimeError("this socket has played all its games; give it more")


async def measure(
    work: list[asyncio.Task[None]], tally: Tally, stop: asyncio.Event, s: float
) -> Figures:
    """Once all sockets are there, count for `s` seconds, and return the figures."""
    while tally.there < len(work):
        await asyncio.sleep(0.05)
        await _raise_faults(work)
    await asyncio.sleep(min(2.0, s / 2))
    tally.is_counting = True
    began = time.perf_counter()
    await asyncio.sleep(s)
    tally.is_counting = False
    took = time.perf_counter() - began
    stop.set()
    await asyncio.gather(*work)
    ordered = sorted(tally.times)
    return Figures(
        rate=len(ordered) / took,
        p50_ms=1000 * statistics.median(ordered),
        p99_ms=1000 * ordered[int(len(ordered) * 0.99)],
    )


async def _raise_faults(work: list[asyncio.Task[None]]) -> None:
    for task in work:
        if task.done():
            await task


async def run_echo(port: int, count: int, seconds: float) -> Figures:
    tally, stop = Tally(), asyncio.Event()
    work = [asyncio.create_task(echo_one(port, tally, stop)) for _ in range(count)]
    return await measure(work, tally, stop, seconds)


async def run_play(port: int, players: dict[str, list[str]], seconds: float) -> Figures:
    tally, stop = Tally(), asyncio.Event()
    work = [
        asyncio.create_task(play_one(port, token, games, tally, stop))
        for token, games in players.items()
    ]
    return await measure(work, tally, stop, seconds)


def make_players(count: int) -> dict[str, list[str]]:
    """Store guests with tokens and fresh games on random deals; return game ids by token."""
    from games.engine.codes import Rule
    from games.models import Game, new_id
    from games.services.deals import draw_winnable
    from games.services.verdicts import brief_of
    from players.models import Player, Token, token_digest
    from players.names import guest_name, name_key

    guests = []
    for _ in range(count):
        name = guest_name() + secrets.token_hex(2)
        guests.append(Player(name=name, name_key=name_key(name), is_guest=True, password="!"))
    guests = Player.objects.bulk_create(guests)
    tokens = [secrets.token_urlsafe(16) for _ in guests]
    Token.objects.bulk_create(
        Token(player=guest, digest=token_digest(text))
        for guest, text in zip(guests, tokens, strict=True)
    )
    # Many play the same deals here, and a deal's verdict is stored since it was drawn.
    drawn = [draw_winnable(Rule.EASY) for _ in range(DEALS)]
    for number in drawn:
        brief_of(number, "E")
    numbers = [secrets.choice(drawn) for _ in range(count * GAMES_A_SOCKET)]
    games = [
        Game(id=new_id(), player=guests[at % count], deal_id=number, rule="E")
        for at, number in enumerate(numbers)
    ]
    Game.objects.bulk_create(games, batch_size=2000)
    return {text: [game.pk for game in games[at::count]] for at, text in enumerate(tokens)}


def prepare_database(url: str) -> None:
    os.environ["DATABASE_URL"] = url
    os.environ["DJANGO_SETTINGS_MODULE"] = "tripeaks_site.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def server_environment() -> dict[str, str]:
    return os.environ | {"RATE_LIMITS": "off", "LOG_LEVEL": "WARNING", "REDIS_URL": ""}


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to count")
    parser.add_argument("--sockets", type=int, nargs="+", default=[50, 200, 1000])
    parser.add_argument("--database", choices=["postgres", "sqlite"], default="postgres")
    return parser.parse_args()


def main() -> None:
    options = parse_arguments()
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(32))
    os.sched_setaffinity(0, {1})  # children that are not pinned elsewhere inherit this core
    with ExitStack() as running_parts:
        if options.database == "sqlite":
            folder = running_parts.enter_context(tempfile.TemporaryDirectory())
            prepare_database(f"sqlite:///{folder}/bench.sqlite3")
        else:
            prepare_database(running_parts.enter_context(cluster(URL, **DURABLE)).url)
        echo = [sys.executable, "-m", "benchmarks.echo"]
        serve = [sys.executable, "manage.py", "serve", "--port"]
        report(options, running_parts, echo, serve)


def report(
    options: argparse.Namespace, parts: ExitStack, echo: list[str], serve: list[str]
) -> None:
    """Measure echo and play in turn at each number of sockets, and print a table."""
    env = server_environment()
    echo_port, play_port = free_port(), free_port()
    parts.enter_context(on_core(0, [*echo, str(echo_port)], env, echo_port))
    parts.enter_context(on_core(0, [*serve, str(play_port)], env, play_port))
    print("| sockets | echo/s | moves/s | ratio | ack p50 ms | ack p99 ms |")
    print("| --- | --- | --- | --- | --- | --- |")
    for count in options.sockets:
        players = make_players(count)
        raw = asyncio.run(run_echo(echo_port, count, options.seconds))
        play = asyncio.run(run_play(play_port, players, options.seconds))
        print(
            f"| {count} | {raw.rate:,.0f} | {play.rate:,.0f} | {play.rate / raw.rate:.2f}"
            f" | {play.p50_ms:.1f} | {play.p99_ms:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"could not prepare: {error}")
