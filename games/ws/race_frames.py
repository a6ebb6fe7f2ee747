"""Frames made from races: no card ever, and no deal before a sealed race is finished."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from games.services.race_views import RaceView, Seat
from games.ws.messages import FinishedFrame, ProgressFrame, RaceFrame, RematchFrame, StateFrame


def race_url(slug: str) -> str:
    return f"/races/{slug}/"


def race_socket(slug: str) -> str:
    return f"/ws/races/{slug}/"


def progress_frame(seat: Seat, at_ms: int) -> ProgressFrame:
    """Return how a racer stands, as his opponents see it."""
    done = seat.progress
    return ProgressFrame(
        player=seat.name,
        cards_left=done.cards_left,
        peaks=done.peaks,
        peaks_left=done.peaks_left,
        moves=done.moves,
        draws=done.draws,
        run=done.run,
        status=done.status,
        connected=seat.is_connected(at_ms),
        place=seat.place,
    )


def race_frame(view: RaceView, at_ms: int, state: StateFrame | None) -> RaceFrame:
    """Return the whole of a race as a racer may see it at a server time."""
    is_finished = view.finished_at_ms is not None
    return RaceFrame(
        slug=view.slug,
        url=race_url(view.slug),
        rule=view.rule,
        undo=view.undo_allowed,
        status=view.status_at(at_ms),
        host=view.host,
        seats=view.seats,
        limit_ms=view.limit_ms,
        commitment=view.commitment,
        deal=None if view.is_hidden else view.code,
        nonce=view.nonce if is_finished else None,
        starts_at=view.starts_at_ms,
        ends_at=view.ends_at_ms,
        now=at_ms,
        racers=[_racer(seat, at_ms) for seat in view.racers],
        places=places(view) if is_finished else None,
        next=_next(view),
        state=state,
    )


def _racer(seat: Seat, at_ms: int) -> dict[str, Any]:
    told = asdict(progress_frame(seat, at_ms))
    del told["type"]
    return {**told, "ready": seat.is_ready}


def _next(view: RaceView) -> dict[str, str] | None:
    if view.next_slug is None:
        return None
    slug = view.next_slug
    return {"slug": slug, "url": race_url(slug), "socket": race_socket(slug)}


def places(view: RaceView) -> list[dict[str, Any]]:
    """Return the places of a finished race, best first; equals in the order of their seats."""
    seats = sorted(view.racers, key=lambda seat: seat.place or 0)
    return [
        {
            "player": seat.name,
            "place": seat.place,
            "status": seat.progress.status,
            "cards_left": seat.progress.cards_left,
            "points": seat.progress.points,
            "duration_ms": seat.progress.duration_ms,
        }
        for seat in seats
    ]


def finished_frame(view: RaceView) -> FinishedFrame:
    """Return the end of a race, with the deal opened."""
    return FinishedFrame(
        places=places(view), deal=view.code, nonce=view.nonce, commitment=view.commitment
    )


def rematch_frame(slug: str) -> RematchFrame:
    return RematchFrame(slug=slug, url=race_url(slug), socket=race_socket(slug))
