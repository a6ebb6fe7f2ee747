"""A PostgreSQL cluster of the run's own, or the one that DATABASE_URL names."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

from tests.services.address import IS_GIVEN, URL
from tests.services.processes import ServiceError, program, running

PACKAGE = "postgresql"
# Debian keeps its programs out of PATH; the newest version comes first.
FOLDERS = [str(folder) for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"))[::-1]]
# postgres refuses to run as root; Debian's package brings this user.
USER = "postgres" if os.geteuid() == 0 else None
# The kernel keeps what a killed process wrote, so only a power cut would need the disk's word.
SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "timezone": "UTC",
}


@dataclass(frozen=True, slots=True)
class Postgres:
    """A running server; `url` names its first database."""

    url: str

    def url_of(self, name: str) -> str:
        """Return the URL of another database of this server."""
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{name}"))

    def run(self, statement: str) -> None:
        """Execute one statement outside any transaction, in the first database."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement.encode())

    def create(self, name: str, *, template: str = "template1") -> str:
        """Make a database, as a copy of the template, and return its URL."""
        self.drop(name)
        self.run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url_of(name)

    def disconnect(self, name: str) -> None:
        """End every session of a database."""
        self.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE datname = '{name}' AND pid <> pg_backend_pid()"
        )

    def drop(self, name: str) -> None:
        """Remove a database, whoever is still connected to it."""
        self.run(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def answers(url: str) -> bool:
    """Say whether the server accepts a connection."""
    import psycopg

    with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url, connect_timeout=3):
        return True
    return False


@contextlib.contextmanager
def private_folder() -> Iterator[Path]:
    """Make a folder that belongs to the user who runs the server, short enough for a socket."""
    folder = Path(tempfile.mkdtemp(prefix="tripeaks-postgres-"))
    try:
        if USER:
            shutil.chown(folder, USER)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def initialise(data: Path) -> None:
    """Make an empty cluster whose superuser is `tripeaks`; trust is enough on loopback."""
    binary = program("initdb", package=PACKAGE, folders=FOLDERS)
    options = ["--username=tripeaks", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]
    subprocess.run(
        [binary, "--no-sync", *options, "--pgdata", str(data)],
        check=True,
        capture_output=True,
        cwd="/",
        user=USER,
        group=USER,
        extra_groups=[] if USER else None,
    )


@contextlib.contextmanager
def serving(folder: Path, url: str, **overrides: str) -> Iterator[Postgres]:
    """Serve a folder's cluster on the port that the URL names; `overrides` go over SETTINGS."""
    postgres = program("postgres", package=PACKAGE, folders=FOLDERS)
    own = {"port": str(urlsplit(url).port), "unix_socket_directories": str(folder)}
    settings = SETTINGS | overrides | own
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    maintenance = Postgres(url).url_of("postgres")
    with running(
        [postgres, "-D", str(folder / "data"), *options],
        log=folder / "log",
        ready=lambda: answers(maintenance),
        user=USER,
        stop_by=signal.SIGINT,  # "fast": ends the connections that are still open
    ):
        yield Postgres(maintenance)


@contextlib.contextmanager
def cluster(url: str, **overrides: str) -> Iterator[Postgres]:
    """Run a new cluster on the port that the URL names; `overrides` go over SETTINGS."""
    with private_folder() as folder:
        initialise(folder / "data")
        with serving(folder, url, **overrides) as maintenance:
            maintenance.run("CREATE DATABASE tripeaks")
            yield Postgres(url)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Yield the run's PostgreSQL server, started when a test first asks for it."""
    if IS_GIVEN:
        if not answers(URL):
            raise ServiceError("DATABASE_URL names a PostgreSQL server that does not answer")
        yield Postgres(URL)
        return
    with cluster(URL) as server:
        yield server
