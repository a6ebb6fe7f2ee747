"""Real server processes: the project's own `manage.py serve`, as an operator starts it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from tests.services.processes import free_port as any_free_port
from tests.services.processes import running, stop

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Server:
    """A server process that answers; `port` is on 127.0.0.1."""

    port: int
    process: subprocess.Popen[bytes]
    log_path: Path

    @property
    def url(self) -> str:
        """Return the address of its pages, without a closing slash."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        """Return the address of its sockets, without a closing slash."""
        return f"ws://127.0.0.1:{self.port}"

    def log(self) -> str:
        """Return everything that the process wrote so far."""
        return self.log_path.read_text(errors="replace")

    def stop(self) -> int:
        """Ask it to end as an operator does (SIGTERM); return its exit code."""
        return stop(self.process)

    def kill(self) -> None:
        """End it at once, as a power cut would for the process."""
        stop(self.process, by=signal.SIGKILL)


class MakeServer(Protocol):
    """How a test starts one server process; several may run beside each other."""

    def __call__(
        self, database_url: str, *, redis_url: str = "", port: int = 0, **env: str
    ) -> Server:
        """Start a process and wait until it answers; upper-case names are its environment."""


def answers(url: str) -> bool:
    """Say whether a GET of this address is answered with 200."""
    with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=2) as answer:
        return bool(answer.status == 200)
    return False


def environment_of(
    database_url: str, *, redis_url: str, port: int, env: Mapping[str, str]
) -> dict[str, str]:
    """Return a server's environment: limits off, since tests hurry, unless asked for."""
    return os.environ | {
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "RATE_LIMITS": "off",
        "CSRF_TRUSTED_ORIGINS": f"http://127.0.0.1:{port}",
        "PYTHONUNBUFFERED": "1",
        **env,
    }


@contextlib.contextmanager
def running_server(
    database_url: str, *, folder: Path, redis_url: str = "", port: int = 0, **env: str
) -> Iterator[Server]:
    """Run one server process until the block ends; its log goes into the folder."""
    port = port or any_free_port()
    log = folder / f"server-{port}.log"
    with running(
        [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)],
        log=log,
        ready=lambda: answers(f"http://127.0.0.1:{port}/healthz"),
        env=environment_of(database_url, redis_url=redis_url, port=port, env=env),
    ) as process:
        yield Server(port=port, process=process, log_path=log)


@pytest.fixture
def free_port() -> Callable[[], int]:
    """Return a function that finds a TCP port nobody listens on."""
    return any_free_port


@pytest.fixture
def server(tmp_path: Path) -> Iterator[MakeServer]:
    """Yield a function that starts server processes; the test's end stops them all."""
    with contextlib.ExitStack() as started:

        def start(database_url: str, **options: str) -> Server:
            return started.enter_context(
                running_server(database_url, folder=tmp_path, **options)  # type: ignore[arg-type]
            )

        yield start  # type: ignore[misc]
