"""The services that other tests build on: each answers, and none outlives its run."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis
from playwright.sync_api import Page

from tests.services.postgres import Postgres
from tests.services.processes import ServiceError, program, running

HOLDER = """
import pathlib, sys
from tests.services.processes import running
log = pathlib.Path(sys.argv[1])
command = ["sh", "-c", "echo up; exec sleep 600"]
with running(command, log=log, ready=lambda: log.read_text() == "up\\n") as process:
    print(process.pid, flush=True)
    sys.stdin.read()
"""


def test_redis_answers(redis_url: str) -> None:
    with redis.from_url(redis_url) as client:
        assert client.ping()


def test_each_test_gets_a_postgres_database_of_its_own(
    postgres: Postgres, postgres_url: str
) -> None:
    with psycopg.connect(postgres_url) as connection:
        row = connection.execute("SELECT count(*) FROM django_migrations").fetchone()
    assert row is not None
    assert row[0] > 0
    assert postgres_url != postgres.url


def test_chromium_shows_a_page(page: Page) -> None:
    page.set_content("<h1>Three peaks</h1>")
    assert page.text_content("h1") == "Three peaks"


def test_a_missing_program_is_named_with_what_brings_it() -> None:
    with pytest.raises(ServiceError, match=r"^nowhere is missing; mend it by: apt-get install x$"):
        program("nowhere", package="x")


def test_a_program_that_ends_at_once_is_reported_with_its_last_line(tmp_path: Path) -> None:
    command = ["sh", "-c", "echo first; echo no room left >&2; exit 3"]
    with (
        pytest.raises(ServiceError, match="no room left"),
        running(command, log=tmp_path / "log", ready=lambda: False),
    ):
        raise AssertionError("it never ran")


def test_a_service_dies_with_a_run_that_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path / "log")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        pid = int(holder.stdout.readline())
        watch = os.pidfd_open(pid)
        holder.send_signal(signal.SIGKILL)
    ended = select.select([watch], [], [], 10)[0]
    os.close(watch)
    assert ended
