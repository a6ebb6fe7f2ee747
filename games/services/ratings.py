"""Ratings: what a rated race does to its racers, in the transaction that finishes it.

A race counts if its host wished it to, its deal was sealed, all who sit in it are accounts, and
no time without a server touched it. Each race is a rating period, each opponent in it a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.errors import ErrorCode, GameError
from games.models import Race, Racer, Rating, RatingChange
from games.services.glicko import UNKNOWN, Strength, aged, rated
from players.models import Player

# A day without a race widens the deviation as a race does.
PERIOD_MS = 86_400_000
# Above this deviation a rating is provisional.
STABLE_DEVIATION = 110.0


@dataclass(frozen=True, slots=True)
class Change:
    """What a race did to a racer's rating, both rounded to whole points."""

    rating: int
    change: int
    is_provisional: bool


def check_may_sit(race: Race, player: Player) -> None:
    """Raise `GameError` (`needs_account`) for a guest in a race that changes ratings."""
    if race.is_rated and player.is_guest:
        raise GameError(ErrorCode.NEEDS_ACCOUNT)


def counts(race: Race, racers: Sequence[Racer]) -> bool:
    """Tell whether a finished race changes ratings."""
    accounts = [racer for racer in racers if not racer.player.is_guest]
    is_fair = race.is_sealed and race.delayed_ms == 0
    return race.is_rated and is_fair and len(accounts) == len(racers) >= 2


def rate_race(race: Race, racers: Sequence[Racer]) -> None:
    """Change the ratings of a race that is being finished; its row is locked by the caller.

    `racers` have their places. That a race is finished once, and a constraint, see to it that
    each racer's rating changes once.
    """
    if not counts(race, racers):
        return
    assert race.finished_at_ms is not None
    before = _locked_ratings([racer.player_id for racer in racers])
    strengths = {
        player_id: aged(strength_of(row), periods_between(row.rated_at_ms, race.finished_at_ms))
        for player_id, row in before.items()
    }
    for racer in racers:
        games = [
            (strengths[other.player_id], score(racer, other))
            for other in racers
            if other.pk != racer.pk
        ]
        _store(race, before[racer.player_id], rated(strengths[racer.player_id], games))


def score(racer: Racer, other: Racer) -> float:
    """Return 1 for the better place, ½ for a shared one, 0 for the worse."""
    own, theirs = racer.place or 0, other.place or 0
    return 0.5 if own == theirs else float(own < theirs)


def strength_of(row: Rating | RatingChange) -> Strength:
    return Strength(row.rating, row.deviation, row.volatility)


def periods_between(earlier_ms: int, later_ms: int) -> float:
    """Return the days between two races of a player; none before his first."""
    return max(later_ms - earlier_ms, 0) / PERIOD_MS if earlier_ms else 0.0


def _locked_ratings(player_ids: list[int]) -> dict[int, Rating]:
    """Lock the racers' ratings in the order of players; who has none gets that of a newcomer."""
    Rating.objects.bulk_create(
        [
            Rating(
                player_id=player_id,
                rating=UNKNOWN.rating,
                deviation=UNKNOWN.deviation,
                volatility=UNKNOWN.volatility,
                races=0,
                rated_at_ms=0,
            )
            for player_id in sorted(player_ids)
        ],
        ignore_conflicts=True,
    )
    rows = Rating.objects.select_for_update(no_key=True).filter(player_id__in=player_ids)
    return {row.player_id: row for row in rows.order_by("player_id")}


def _store(race: Race, row: Rating, after: Strength) -> None:
    at_ms = race.finished_at_ms or 0
    RatingChange.objects.create(
        race=race,
        player_id=row.player_id,
        number=row.races + 1,
        rating_before=row.rating,
        deviation_before=row.deviation,
        volatility_before=row.volatility,
        rating=after.rating,
        deviation=after.deviation,
        volatility=after.volatility,
        at_ms=at_ms,
    )
    row.rating, row.deviation, row.volatility = after.rating, after.deviation, after.volatility
    row.races, row.rated_at_ms = row.races + 1, at_ms
    row.save()


def changes_of(race: Race) -> dict[int, Change]:
    """Return what a finished race did to its racers' ratings, by player; empty if nothing."""
    if not race.is_rated or race.finished_at_ms is None:
        return {}
    return {row.player_id: told(row) for row in race.rating_changes.all()}


def told(row: RatingChange) -> Change:
    """Return a change as people read it."""
    rating, before = round(row.rating), round(row.rating_before)
    return Change(rating, rating - before, row.deviation > STABLE_DEVIATION)
