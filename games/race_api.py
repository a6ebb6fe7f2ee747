"""API calls about watching a race, and about what is left of it when it is over."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router

from games.models import Race
from games.ws.race_frames import race_socket, race_url
from players.identity import api_caller_or_guest

router = Router(tags=["races"])


@router.post("races/{slug:slug}/watch", auth=api_caller_or_guest)
def watch_race(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Say where a race is watched, without taking a seat. A page's visitor becomes a guest now,
    since a socket is for somebody who is signed in."""
    race = get_object_or_404(Race, pk=slug)
    return {"slug": race.pk, "url": race_url(race.pk), "socket": race_socket(race.pk)}
