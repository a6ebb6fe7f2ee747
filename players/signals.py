"""Signing in with a guest's games in hand merges them into the account."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest

from games.services.merging import merge_guest
from players.identity import GUEST_KEY, guest_of, session_guest
from players.models import Player


def take_guest_along(request: HttpRequest | None, user: Player, **_: Any) -> None:
    if request is None:
        return
    guest = guest_of(request) or session_guest(request.session)
    request.session.pop(GUEST_KEY, None)
    if guest is not None and guest.pk != user.pk:
        merge_guest(guest.pk, user.pk)


def connect() -> None:
    user_logged_in.connect(take_guest_along, dispatch_uid="take_guest_along")
