"""Passwords that cost nothing, and sockets within the process."""

from typing import Any

import pytest

from tests.ws.local import sockets

__all__ = ["quick_passwords", "sockets"]


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
