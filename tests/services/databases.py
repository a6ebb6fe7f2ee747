"""The databases that tests use: Django's own of the run, and fresh ones for server processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.services.postgres import Postgres

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = "tripeaks_template"


def manage(*arguments: str, database_url: str) -> None:
    """Run one `manage.py` command against a database; raises when it fails."""
    subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": database_url, "REDIS_URL": ""},
        check=True,
        stdout=subprocess.DEVNULL,
    )


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request: pytest.FixtureRequest) -> None:
    """Start what holds Django's test database, just before pytest-django makes it."""
    if request.config.getoption("--database") == "postgres":
        request.getfixturevalue("postgres")


@pytest.fixture(scope="session")
def django_db_setup(request: pytest.FixtureRequest, django_db_setup: None) -> Iterator[None]:
    """End the sessions that other threads still hold when Django's test database is dropped."""
    yield
    if request.config.getoption("--database") == "postgres":
        from django.conf import settings

        server: Postgres = request.getfixturevalue("postgres")
        server.disconnect(settings.DATABASES["default"]["NAME"])


@pytest.fixture(scope="session")
def postgres_template(postgres: Postgres) -> str:
    """Return the name of a migrated, empty database that others are copied from."""
    manage("migrate", "--verbosity", "0", database_url=postgres.create(TEMPLATE))
    return TEMPLATE


@pytest.fixture(scope="session")
def used_databases(postgres: Postgres) -> Iterator[list[str]]:
    """Yield the names of databases that no test needs any more, to be dropped."""
    names: list[str] = []
    yield names
    drop_all(postgres, names)
    postgres.drop(TEMPLATE)


def drop_all(postgres: Postgres, names: list[str]) -> None:
    """Drop the named databases and forget their names."""
    while names:
        postgres.drop(names.pop())


@pytest.fixture
def postgres_url(
    postgres: Postgres, postgres_template: str, used_databases: list[str]
) -> Iterator[str]:
    """Yield the URL of a migrated, empty PostgreSQL database of the test's own.

    It is dropped when the next one is made: at the test's end its servers may still be stopping.
    """
    drop_all(postgres, used_databases)
    name = f"tripeaks_{uuid.uuid4().hex[:12]}"
    yield postgres.create(name, template=postgres_template)
    used_databases.append(name)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a migrated, empty SQLite file that others are copied from."""
    path = tmp_path_factory.mktemp("sqlite") / "template.sqlite3"
    manage("migrate", "--verbosity", "0", database_url=f"sqlite:///{path}")
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """Return the URL of a migrated, empty SQLite file of the test's own."""
    path = shutil.copy(sqlite_template, tmp_path / "tripeaks.sqlite3")
    return f"sqlite:///{path}"


@pytest.fixture(params=["postgres", "sqlite"])
def database_url(request: pytest.FixtureRequest) -> Any:
    """Run the test once on each: a migrated, empty database of its own, by URL."""
    return request.getfixturevalue(f"{request.param}_url")
