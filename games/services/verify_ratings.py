"""Ratings recomputed: each change from its race and those before it, a rating from the last."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F, Min, Q

from games.models import Race, Rating, RatingChange
from games.services.glicko import UNKNOWN, aged, rated
from games.services.ratings import counts, periods_between, score, strength_of
from games.services.verify import CHUNK_ROWS, Difference, compared, missing, needless

_PARTS = ("rating", "deviation", "volatility")


def check_ratings() -> Iterator[list[Difference]]:
    """Yield the differences of each rated race's changes, then those of each player's rating."""
    last: dict[int, RatingChange] = {}
    finished = Race.objects.annotate(first=Min("rating_changes")).filter(
        Q(is_rated=True) | Q(first__isnull=False), finished_at_ms__isnull=False
    )
    # In the order in which they were stored: clocks of two processes may differ by a little.
    rows = finished.order_by(F("first").asc(nulls_last=True), "pk")
    rows = rows.prefetch_related("racers__player", "rating_changes")
    for race in rows.iterator(chunk_size=CHUNK_ROWS):
        yield list(_check_race(race, last))
    yield list(_check_totals(last))


def _check_race(race: Race, last: dict[int, RatingChange]) -> Iterator[Difference]:
    racers = list(race.racers.all())
    changes = {change.player_id: change for change in race.rating_changes.all()}
    if not counts(race, racers):
        yield from (needless(change) for change in changes.values())
        return
    at_ms = race.finished_at_ms or 0
    before = {one.player_id: last.get(one.player_id) for one in racers}
    strengths = {
        player_id: aged(strength_of(row), periods_between(row.at_ms, at_ms)) if row else UNKNOWN
        for player_id, row in before.items()
    }
    for racer in racers:
        change, earlier = changes.get(racer.player_id), before[racer.player_id]
        if change is None:
            yield missing(RatingChange, f"{race.pk}/{racer.player_id}")
            continue
        games = [
            (strengths[other.player_id], score(racer, other)) for other in racers if other != racer
        ]
        after = rated(strengths[racer.player_id], games)
        known = strength_of(earlier) if earlier else UNKNOWN
        yield from compared(
            change,
            {part: getattr(after, part) for part in _PARTS}
            | {f"{part}_before": getattr(known, part) for part in _PARTS}
            | {"number": (earlier.number if earlier else 0) + 1, "at_ms": at_ms},
        )
        last[racer.player_id] = change


def _check_totals(last: dict[int, RatingChange]) -> Iterator[Difference]:
    for row in Rating.objects.order_by("player_id").iterator(chunk_size=CHUNK_ROWS):
        change = last.pop(row.player_id, None)
        if change is None:
            yield needless(row)
            continue
        told = {part: getattr(change, part) for part in _PARTS}
        yield from compared(row, {**told, "races": change.number, "rated_at_ms": change.at_ms})
    yield from (missing(Rating, player_id) for player_id in last)
