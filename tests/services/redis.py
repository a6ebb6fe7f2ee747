"""A Redis server of the run's own, or the one that REDIS_URL names."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services.processes import free_port, program, running


def answers(port: int) -> bool:
    """Say whether Redis on this port answers a PING."""
    with (
        contextlib.suppress(OSError),
        socket.create_connection(("127.0.0.1", port), timeout=1) as connection,
    ):
        connection.sendall(b"PING\r\n")
        return connection.recv(16).startswith(b"+PONG")
    return False


@contextlib.contextmanager
def redis_server(folder: Path, port: int = 0) -> Iterator[str]:
    """Run a Redis that keeps nothing on disk, on any port or this one; yield its URL."""
    binary = program("redis-server", package="redis-server")
    port = port or free_port()
    options = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no"]
    with running(
        [binary, *options, "--dir", str(folder)],
        log=folder / "redis.log",
        ready=lambda: answers(port),
    ):
        yield f"redis://127.0.0.1:{port}/0"


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the URL of the run's Redis, started when a test first asks for it."""
    given = os.environ.get("REDIS_URL", "")
    if given:
        yield given
        return
    with redis_server(tmp_path_factory.mktemp("redis")) as url:
        yield url
