"""What the whole suite shares: the choice of the database, and the services as fixtures.

Nothing is started before a test asks for it. The engine's tests run with nothing but pytest
installed, so nothing here needs more than that.
"""

from __future__ import annotations

import importlib.util
import os
import tempfile
from pathlib import Path

import pytest

from tests.services import address

pytest_plugins = [
    "tests.services.postgres",
    "tests.services.redis",
    "tests.services.server",
    "tests.services.browser",
    "tests.services.databases",
]

SQLITE_STEM = Path(tempfile.gettempdir()) / f"tripeaks-{os.getpid()}"
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the choice of the database that Django's own tests use."""
    parser.addoption(
        "--database",
        choices=["postgres", "sqlite"],
        default="postgres",
        help="sqlite runs only the tests that use Django's database, on SQLite",
    )


def choose_environment(*, on_sqlite: bool) -> None:
    """Set what the settings read, for this process and for the servers that it starts."""
    os.environ |= {
        "DATABASE_URL": f"sqlite:///{SQLITE_STEM}.sqlite3" if on_sqlite else address.URL,
        "SQLITE_TEST_NAME": f"{SQLITE_STEM}-test.sqlite3",
        "SECRET_KEY": "a secret of the tests, which guards nothing",
        "ALLOWED_HOSTS": "localhost,127.0.0.1,testserver",
        "COLLECTED_STATIC": "off",
        "DJANGO_SETTINGS_MODULE": "tripeaks_site.settings",
    }


def configure_hypothesis() -> None:
    """Let an example take its time: a busy machine is no fault of the code."""
    from hypothesis import settings

    settings.register_profile("suite", deadline=None, print_blob=True)
    settings.load_profile("suite")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the settings before pytest-django reads them; no service is started here."""
    if importlib.util.find_spec("hypothesis") is not None:
        configure_hypothesis()
    if importlib.util.find_spec("django") is None:
        return
    choose_environment(on_sqlite=config.getoption("--database") == "sqlite")
    from django.conf import settings

    assert settings.DATABASES


def pytest_unconfigure() -> None:
    """Remove the files of an SQLite run that ended before Django could."""
    for leftover in SQLITE_STEM.parent.glob(f"{SQLITE_STEM.name}*.sqlite3*"):
        leftover.unlink(missing_ok=True)


def touches_database(item: pytest.Item) -> bool:
    """Say whether a test uses the database that Django made for the tests."""
    fixtures = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or bool(fixtures & DATABASE_FIXTURES)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On SQLite keep what touches the database, less the races that need PostgreSQL."""
    if config.getoption("--database") != "sqlite":
        return
    kept = [
        item
        for item in items
        if touches_database(item) and item.get_closest_marker("postgres") is None
    ]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept
