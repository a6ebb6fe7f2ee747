"""Typed reading of the environment: a value that makes no sense stops the start, by name."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()


def flag(name: str, *, default: bool) -> bool:
    """Read an on/off switch; raises `ImproperlyConfigured` for any other word."""
    word = env.str(name, default="on" if default else "off").strip().lower()
    if word in {"on", "true", "yes", "1"}:
        return True
    if word in {"off", "false", "no", "0"}:
        return False
    raise ImproperlyConfigured(f"{name} must be on or off, not {word!r}")


def whole(name: str, *, default: int, low: int, high: int) -> int:
    """Read a whole number within `low` … `high`."""
    text = env.str(name, default=str(default))
    if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
        raise ImproperlyConfigured(f"{name} must be a number from {low} to {high}, not {text!r}")
    return int(text)


def names(name: str, *, default: str = "") -> list[str]:
    """Read a comma-separated list; blanks around the commas do not count."""
    return [part.strip() for part in env.str(name, default=default).split(",") if part.strip()]


def one_of(name: str, *words: str, default: str) -> str:
    """Read one of some words, in any case."""
    word = str(env.str(name, default=default)).strip().upper()
    if word not in words:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(words)}, not {word!r}")
    return word


def secret(name: str) -> str | None:
    """Read a secret of 32 characters at least, or None where it is not set."""
    value = str(env.str(name, default=""))
    if value and len(value) < 32:
        raise ImproperlyConfigured(f"{name} must have at least 32 characters")
    return value or None


def redis_url(name: str) -> str:
    """Read a redis:// address, or the empty text where there is none."""
    url = str(env.str(name, default=""))
    if url and urlsplit(url).scheme not in {"redis", "rediss"}:
        raise ImproperlyConfigured(f"{name} must begin with redis:// or rediss://")
    return url


def database(name: str, *, default: str, pool: int) -> dict[str, Any]:
    """Read a database address; SQLite gets WAL, PostgreSQL a pool of `pool` connections."""
    config: dict[str, Any] = dict(env.db_url(name, default=default))
    engine = str(config["ENGINE"])
    if engine.endswith("sqlite3"):
        config["OPTIONS"] = {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            # WAL lets readers go on beside the writer; FULL makes each commit reach the disk.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
        test_name = env.str("SQLITE_TEST_NAME", default="")
        if test_name:
            config["TEST"] = {"NAME": test_name}
    elif engine.endswith("postgresql"):
        config["OPTIONS"] = {
            **config.get("OPTIONS", {}),
            "pool": {"min_size": 1, "max_size": pool, "timeout": 10},
        }
        config["CONN_HEALTH_CHECKS"] = True
    else:
        raise ImproperlyConfigured(f"{name} must be a sqlite:// or postgres:// address")
    return config
