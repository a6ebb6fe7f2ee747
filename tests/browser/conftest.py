"""One server process for the browser tests, and visitors whose pages are watched for faults."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.tables import Table
from tests.browser.visits import Visit
from tests.services.server import Server, running_server

WAIT_MS = 10_000
expect.set_options(timeout=WAIT_MS)


@pytest.fixture(scope="session")
def site(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server process on an SQLite file; its tests tell players apart, not databases."""
    folder = tmp_path_factory.mktemp("site")
    path = shutil.copy(sqlite_template, folder / "tripeaks.sqlite3")
    with running_server(f"sqlite:///{path}", folder=folder) as server:
        yield server


@pytest.fixture
def visit(browser: Browser, site: Server) -> Iterator[Callable[..., Visit]]:
    """Yield a function that opens a browser of somebody new; none of their pages may fail."""
    visits: list[Visit] = []

    def begin(*, url: str = site.url, **options: object) -> Visit:
        visits.append(Visit.begin(browser, url, **options))
        return visits[-1]

    yield begin
    faults = [fault for visit in visits for fault in visit.watch.faults]
    for visit in visits:
        visit.context.close()
    assert faults == []


@pytest.fixture
def desk(visit: Callable[..., Visit]) -> Visit:
    """Return a visitor at a desk: 1280 × 800 and a mouse."""
    return visit()


@pytest.fixture
def table(desk: Visit) -> Table:
    """Return a table at a desk, with nothing opened yet."""
    return desk.table()
