"""What the environment sets, and what it may not be set to."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from tripeaks_site import environment

ROOT = Path(__file__).resolve().parents[2]
SECRET = "0123456789abcdef-0123456789ABCDEF-.,;:_!?()=&%$+*~#<>"
PRODUCTION = {
    "SECRET_KEY": SECRET,
    "ALLOWED_HOSTS": "tripeaks.example",
    "CSRF_TRUSTED_ORIGINS": "https://tripeaks.example",
    "HTTPS_ONLY": "on",
    "TRUSTED_PROXY_COUNT": "1",
    "DATABASE_URL": "postgres://tripeaks@127.0.0.1:1/tripeaks",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}


def manage(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a fresh machine would: nothing is set but what is given."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_settings_pass_djangos_own_check() -> None:
    checked = manage("check", "--deploy", "--fail-level", "DEBUG", **PRODUCTION)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout == "System check identified no issues (2 silenced).\n"


def test_without_a_secret_commands_compute() -> None:
    dealt = manage("deal", "1", "--json")
    assert (dealt.returncode, dealt.stderr) == (0, "")
    assert '"TP1-E-AAAAAAB"' in dealt.stdout


def test_without_a_secret_nothing_is_served() -> None:
    served = manage("serve")
    assert served.returncode == 1
    assert served.stderr.count("\n") == 1
    assert "SECRET_KEY must be set" in served.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", "short"),
        ("RATE_LIMITS", "maybe"),
        ("DATABASE_URL", "mysql://localhost/x"),
        ("REDIS_URL", "http://localhost"),
        ("HTTPS_ONLY", "on"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_what_makes_no_sense_stops_the_start_with_one_line(name: str, value: str) -> None:
    env = {"SECRET_KEY": SECRET, name: value}
    stopped = manage("serve", **env)
    assert stopped.returncode == 1
    assert stopped.stderr.count("\n") == 1
    assert stopped.stderr.startswith(name)


def test_a_flag_is_read_in_many_words_and_no_others(monkeypatch: Any) -> None:
    for word, value in (("on", True), (" TRUE ", True), ("1", True), ("off", False), ("No", False)):
        monkeypatch.setenv("FLAG", word)
        assert environment.flag("FLAG", default=not value) is value
    monkeypatch.setenv("FLAG", "")
    with pytest.raises(ImproperlyConfigured, match=r"^FLAG must be on or off"):
        environment.flag("FLAG", default=True)


@pytest.mark.parametrize("text", ["", "-1", "10", "1.5", "two", "１", "0x1"])
def test_a_number_is_whole_and_in_range(monkeypatch: Any, text: str) -> None:
    monkeypatch.setenv("NUMBER", text)
    with pytest.raises(ImproperlyConfigured, match=r"^NUMBER must be a number from 0 to 9"):
        environment.whole("NUMBER", default=0, low=0, high=9)


def test_names_are_parted_by_commas(monkeypatch: Any) -> None:
    monkeypatch.setenv("NAMES", " a.example, b.example ,,")
    assert environment.names("NAMES") == ["a.example", "b.example"]


def test_sqlite_writes_ahead_and_each_commit_reaches_the_disk(monkeypatch: Any) -> None:
    monkeypatch.setenv("DATABASE", "sqlite:////tmp/x.sqlite3")
    options = environment.database("DATABASE", default="", pool=4)["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]


def test_postgresql_has_a_pool(monkeypatch: Any) -> None:
    monkeypatch.setenv("DATABASE", "postgres://a:b@host/name")
    config = environment.database("DATABASE", default="", pool=7)
    assert config["OPTIONS"]["pool"]["max_size"] == 7
    assert config["CONN_HEALTH_CHECKS"] is True


def test_each_setting_is_described_for_operators() -> None:
    read = (ROOT / "tripeaks_site" / "settings.py").read_text()
    calls = r'environment\.(?:env\.)?\w+\(\s*"([A-Z_]+)"'
    described = (ROOT / "docs" / "operations.md").read_text()
    names = set(re.findall(calls, read))
    assert len(names) > 12
    assert [name for name in sorted(names) if f"`{name}`" not in described] == []
