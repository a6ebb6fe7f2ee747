"""PostgreSQL goes away and comes back while sockets are open; so do whole server processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import psycopg

from tests.services.databases import manage
from tests.services.postgres import initialise, private_folder, serving
from tests.services.processes import free_port
from tests.services.server import MakeServer
from tests.ws.clients import Client
from tests.ws.remote import Site, site_of

SOCKETS = 100
POOL = 8


async def tables(opened: AsyncExitStack, site: Site, count: int) -> list[Client]:
    """Open so many tables of one guest and hear the greetings."""
    player = site.guest()
    sockets: list[Client] = []
    for _ in range(count):
        path = site.game(player)["socket"]
        sockets.append(await opened.enter_async_context(site.socket(path, player)))
    for socket in sockets:
        await socket.frame_of("state")
    return sockets


@contextmanager
def empty_cluster() -> Iterator[tuple[Path, str]]:
    """Make a cluster of the test's own; yield its folder and the URL at which to serve it."""
    with private_folder() as folder:
        initialise(folder / "data")
        yield folder, f"postgres://tripeaks@127.0.0.1:{free_port()}/postgres"


def connections(url: str) -> int:
    """Count the sessions of a database but this one."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    with psycopg.connect(url) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return int(row[0]) - 1


async def draw(sockets: list[Client], seq: int) -> list[int]:
    """Have all tables draw a card at once; return how long each log is then."""
    for socket in sockets:
        await socket.send("draw", seq=seq)
    return [(await socket.frame_of("applied"))["seq"] for socket in sockets]


async def test_every_socket_moves_on_after_postgres_restarts(server: MakeServer) -> None:
    async with AsyncExitStack() as opened:
        folder, url = opened.enter_context(empty_cluster())
        with serving(folder, url):
            manage("migrate", "--verbosity", "0", database_url=url)
            site = opened.enter_context(site_of(server(url, POSTGRES_POOL=str(POOL))))
            sockets = await tables(opened, site, SOCKETS)
            assert await draw(sockets, 0) == [1] * SOCKETS
        with serving(folder, url):
            assert await draw(sockets, 1) == [2] * SOCKETS
            assert connections(url) <= POOL
            site.server.stop()


async def test_a_move_that_is_made_while_postgres_is_away_is_stored_when_it_is_back(
    server: MakeServer,
) -> None:
    async with AsyncExitStack() as opened:
        folder, url = opened.enter_context(empty_cluster())
        with serving(folder, url):
            manage("migrate", "--verbosity", "0", database_url=url)
            site = opened.enter_context(site_of(server(url)))
            sockets = await tables(opened, site, 3)
        for socket in sockets:
            await socket.send("draw", seq=0)
        with serving(folder, url):
            assert [(await socket.frame())["seq"] for socket in sockets] == [1, 1, 1]
            site.server.stop()
