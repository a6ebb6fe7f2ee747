"""API calls about watching a race, and about what is left of it when it is over."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router

from games.models import Race
from games.services.race_ends import lines_of, look_at_boards
from games.ws.race_frames import race_socket, race_url
from players.identity import api_caller_or_guest
from players.models import Player

router = Router(tags=["races"])


@router.post("races/{slug:slug}/watch", auth=api_caller_or_guest)
def watch_race(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Say where a race is watched, without taking a seat. A page's visitor becomes a guest now,
    since a socket is for somebody who is signed in."""
    race = get_object_or_404(Race, pk=slug)
    return {"slug": race.pk, "url": race_url(race.pk), "socket": race_socket(race.pk)}


@router.get("races/{slug:slug}/lines", auth=None)
def read_lines(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Return how each racer's cards left went over time, and what each scored; after the finish
    alone."""
    race = get_object_or_404(Race, pk=slug)
    return {"slug": race.pk, "limit_ms": race.limit_ms, "racers": lines_of(race)}


@router.post("races/{slug:slug}/look", auth=api_caller_or_guest)
def look_at_race(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Look at all boards of a finished sealed race: unless you have finished its deal, your
    later games of it are assisted. Of a race on a named deal: 403 until you have finished it."""
    race = get_object_or_404(Race, pk=slug)
    player: Player = request.auth  # type: ignore[attr-defined]
    look_at_boards(race, player)
    return {"slug": race.pk, "replay": f"{race_url(race.pk)}replay/"}
