"""API calls about a race beside its seats: watching it, waiting for the next one, settings."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router, Schema
from pydantic import StrictBool

from games.api import RaceIn, caller, settings_of
from games.models import Race
from games.services import chains, lobbies
from games.services.hooks import race_changed
from games.services.race_ends import lines_of, look_at_boards
from games.ws.race_frames import race_socket, race_url
from players.identity import api_caller, api_caller_or_guest
from players.limits import spend
from players.models import Player

router = Router(tags=["races"])


@router.post("races/{slug:slug}/watch", auth=api_caller_or_guest)
def watch_race(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Say where a race is watched, without taking a seat. A page's visitor becomes a guest now,
    since a socket is for somebody who is signed in."""
    return _told(get_object_or_404(Race, pk=slug))


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


class WaitIn(Schema):
    wait: StrictBool = True


@router.post("races/{slug:slug}/wait", auth=api_caller_or_guest)
def wait_for_race(request: HttpRequest, slug: str, data: WaitIn | None = None) -> dict[str, Any]:
    """Wait for the race after the chain's newest one, or take a seat in that one while it has
    room: `seated` says which. `wait` false: wait no longer."""
    race = get_object_or_404(Race, pk=slug)
    if data is None or data.wait:
        race, seated = chains.wait(race.pk, caller(request))
    else:
        race, seated = chains.stop_waiting(race.pk, caller(request)), False
    race_changed.send(None, slug=race.pk)
    return {**_told(race), "seated": seated}


@router.post("races/{slug:slug}/settings", auth=api_caller)
def change_race(request: HttpRequest, slug: str, data: RaceIn) -> dict[str, Any]:
    """Give a lobby other settings, as its host: all that `POST races` takes, each left out as
    there. Ready marks are taken back; another kind of deal has a new commitment."""
    spend(request, "races")
    race = get_object_or_404(Race, pk=slug)
    race = lobbies.change_settings(race.pk, caller(request), settings_of(data))
    race_changed.send(None, slug=race.pk)
    return {**_told(race), "commitment": race.commitment or None}


def _told(race: Race) -> dict[str, Any]:
    return {"slug": race.pk, "url": race_url(race.pk), "socket": race_socket(race.pk)}


@router.post("seek", auth=api_caller_or_guest)
def seek(request: HttpRequest) -> dict[str, str]:
    """Say where one finds an opponent; a page's visitor becomes a guest now."""
    spend(request, "races")
    return {"socket": "/ws/seek/"}
