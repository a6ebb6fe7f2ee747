"""Passwords that cost nothing, failed sign-ins that are forgotten, sockets within the process."""

from typing import Any

import pytest

from tests.ws.local import sockets

__all__ = ["fresh_site", "sockets"]


@pytest.fixture(autouse=True)
def fresh_site(settings: Any) -> None:
    from django.core.cache import cache

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
