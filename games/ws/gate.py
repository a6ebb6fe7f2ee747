"""Who may open a socket: the Origin is ours, and somebody is signed in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host
from django.utils import translation

from players.identity import player_of_handshake
from players.models import Player

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


def header(scope: Scope, name: bytes) -> str | None:
    """Return a handshake header, or None."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def is_own_origin(scope: Scope) -> bool:
    """Tell whether a page of ours opens the socket: its Origin is the host that it asks."""
    origin, host = header(scope, b"origin"), header(scope, b"host") or ""
    if origin is None:
        return False
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    allowed = settings.ALLOWED_HOSTS
    return urlsplit(origin).netloc == host and validate_host(host.rsplit(":", 1)[0], allowed)


def may_open(scope: Scope) -> bool:
    """Tell whether the Origin lets the handshake go on; a program has none, and no cookies."""
    if header(scope, b"origin") is None:
        return header(scope, b"authorization") is not None or header(scope, b"cookie") is None
    return is_own_origin(scope)


def visitor(scope: Scope) -> Player | None:
    """Return who opens the socket; a sign-in by cookie needs an Origin of ours."""
    player, by_token = player_of_handshake(scope["headers"])
    return player if by_token or is_own_origin(scope) else None


def language(scope: Scope) -> str:
    """Return the language to answer in: the page's cookie, else what the browser asks for."""
    wished = header(scope, b"accept-language") or ""
    for part in wished.split(","):
        code = part.split(";")[0].strip()
        if code and code != "*":
            try:
                return translation.get_supported_language_variant(code)
            except LookupError:
                continue
    return str(settings.LANGUAGE_CODE)
