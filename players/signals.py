"""Signing in with a guest's games in hand merges them into the account."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import password_changed, password_reset
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest

from games.services.merging import merge_guest
from players.identity import GUEST_KEY, guest_of, session_guest, token_in
from players.models import Player, Token


def take_guest_along(request: HttpRequest | None, user: Player, **_: Any) -> None:
    if request is None:
        return
    guest = guest_of(request) or session_guest(request.session)
    request.session.pop(GUEST_KEY, None)
    if guest is not None and guest.pk != user.pk:
        token = token_in(request.headers.get("Authorization"))
        merge_guest(guest.pk, user.pk, token=token)


def revoke_tokens(request: HttpRequest, user: Player, **_: Any) -> None:
    """Whoever changes his password shuts out all who hold a token of his."""
    Token.objects.filter(player=user).delete()


def connect() -> None:
    user_logged_in.connect(take_guest_along, dispatch_uid="take_guest_along")
    for signal in (password_changed, password_reset):
        signal.connect(revoke_tokens, dispatch_uid="revoke_tokens")
