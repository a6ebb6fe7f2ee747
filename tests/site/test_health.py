"""What operators ask a process, and what it answers when something is away."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from tests.services.redis import redis_server
from tests.services.server import MakeServer

READY = {"ready": True, "faults": []}


@pytest.mark.django_db
def test_a_process_lives_and_can_serve() -> None:
    assert Client().get("/healthz").content == b"ok\n"
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()) == (200, READY)


def test_without_its_database_it_lives_but_cannot_serve(monkeypatch: Any) -> None:
    def away(*_: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.cursor", away)
    assert Client().get("/healthz").status_code == 200
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["faults"]) == (503, ["database"])


@pytest.mark.django_db
def test_what_is_counted_is_told_in_prometheus_form() -> None:
    answer = Client().get("/metrics")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=")
    assert b"# HELP python_info" in answer.content


def test_without_redis_a_process_lives_serves_pages_and_is_not_ready(
    server: MakeServer, sqlite_url: str, tmp_path: Path
) -> None:
    import httpx

    with redis_server(tmp_path) as url:
        site = server(sqlite_url, redis_url=url, RATE_LIMITS="on")
        assert httpx.get(f"{site.url}/readyz").json() == READY
    answer = httpx.get(f"{site.url}/readyz")
    assert (answer.status_code, answer.json()["faults"]) == (503, ["layer"])
    assert httpx.get(f"{site.url}/healthz").status_code == 200
    assert httpx.get(f"{site.url}/").status_code == 200
    guest = httpx.post(f"{site.url}/api/v1/guests").json()
    headers = {"Authorization": f"Bearer {guest['token']}"}
    game = httpx.post(f"{site.url}/api/v1/games", json={"deal": 1}, headers=headers)
    assert game.status_code == 201


def test_it_ends_in_peace_when_asked(server: MakeServer, sqlite_url: str) -> None:
    site = server(sqlite_url)
    assert site.stop() in (0, -signal.SIGTERM)
    assert "Traceback" not in site.log()
