"""Who is there: by bearer token, else by session; in requests and in socket handshakes alike."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, parse_cookie
from django.utils.translation import gettext as _
from ninja.utils import check_csrf

from games.api_errors import ApiError
from players.limits import spend
from players.models import Player, Token

GUEST_KEY = "guest_id"
CSRF_HEADER = "X-CSRFToken"


class BadToken(Exception):  # noqa: N818 - a finding, not an error
    """A token was sent that signs nobody in."""


def token_in(header: str | None) -> str | None:
    """Return the token of an Authorization header, or None where it has no bearer token."""
    scheme, _blank, text = (header or "").strip().partition(" ")
    return text.strip() if scheme.lower() == "bearer" else None


def player_of_token(text: str) -> Player:
    """Return the player a token signs in; raise `BadToken`."""
    player = Token.objects.player_of(text)
    if player is None:
        raise BadToken
    return player


def player_of_session(session: SessionBase) -> Player | None:
    """Return the account that is signed in, else the session's guest, else None."""
    if SESSION_KEY in session:
        request = HttpRequest()
        request.session = session
        user = get_user(request)
        return user if isinstance(user, Player) else None
    return session_guest(session)


def session_guest(session: SessionBase) -> Player | None:
    """Return the session's guest; one who has signed up or was merged is none any more."""
    guest_id = session.get(GUEST_KEY)
    if guest_id is None:
        return None
    return Player.objects.filter(pk=guest_id, is_guest=True, is_active=True).first()


def guest_of(request: HttpRequest) -> Player | None:
    """Return the guest who sends a request, by token or session, or None."""
    player: Player | None = getattr(request, "player", None)
    return player if player is not None and player.is_guest else None


def ensure_player(request: HttpRequest) -> Player:
    """Return the request's player; a visitor becomes a guest of his session now."""
    player: Player | None = getattr(request, "player", None)
    if player is None:
        player = Player.objects.create_guest()
        request.session[GUEST_KEY] = player.pk
        request.player = player  # type: ignore[attr-defined]
    return player


def api_caller(request: HttpRequest) -> Player | None:
    """Authenticate an API call: by token, or by session with a CSRF token where it writes.

    Raises `ApiError` (403, `csrf_failed`).
    """
    player: Player | None = getattr(request, "player", None)
    if player is not None and _must_prove_page(request) and check_csrf(request) is not None:
        raise ApiError(403, "csrf_failed", _("The page is too old. Reload it and try again."))
    return player


def api_caller_or_guest(request: HttpRequest) -> Player | None:
    """Authenticate as `api_caller` does; a page's visitor becomes a guest of his session now.

    His CSRF token shows that a page of ours asks. Raises `LimitReached`.
    """
    player = api_caller(request)
    if player is None and CSRF_HEADER in request.headers and check_csrf(request) is None:
        spend(request, "guests")
        return ensure_player(request)
    return player


def _must_prove_page(request: HttpRequest) -> bool:
    by_token = getattr(request, "_dont_enforce_csrf_checks", False)
    return not by_token and request.method not in {"GET", "HEAD", "OPTIONS"}


def player_of_handshake(headers: Iterable[tuple[bytes, bytes]]) -> tuple[Player | None, bool]:
    """Return who opens a socket, and whether a token said so.

    A token that signs nobody in counts as no sign-in at all, whatever the cookies say.
    """
    found = {name.lower(): value.decode("latin-1") for name, value in headers}
    text = token_in(found.get(b"authorization"))
    if text is not None:
        try:
            return player_of_token(text), True
        except BadToken:
            return None, False
    return _player_of_cookies(found.get(b"cookie", "")), False


def _player_of_cookies(header: str) -> Player | None:
    # As Django reads them for pages: a cookie of another site's making locks nobody out.
    key = parse_cookie(header).get(settings.SESSION_COOKIE_NAME)
    if not key or "\0" in key:
        return None
    store: Any = import_module(settings.SESSION_ENGINE).SessionStore
    return player_of_session(store(key))
