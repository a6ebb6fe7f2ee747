"""Chains of rematches: the next race, who is led into it, and who waits for it."""

from __future__ import annotations

from django.db import transaction

from games.engine.codes import Rule
from games.engine.errors import ErrorCode, GameError
from games.models import Latecomer, Race
from games.services.clock import now_ms
from games.services.deals import Choice
from games.services.matches import chain_of, newest
from games.services.race_settings import MOST_SEATS, Settings
from games.services.races import create_race, join, locked
from games.services.ratings import check_may_sit
from games.solver.difficulty import Grade
from players.models import Player

_TOO_LATE = {ErrorCode.FULL, ErrorCode.RUNNING, ErrorCode.OVER}


def rematch(slug: str, player: Player) -> Race:
    """Return the newest race of the chain, opened by the first who asks; seat the asker.

    It has the same settings, room for who waits, and a fresh sealed deal. A lobby that
    everybody has left is opened again. Raises `GameError`: `not_finished`, or what `join` raises.
    """
    race = newest(Race.objects.get(pk=slug))
    if race.finished_at_ms is not None:
        race = _create_following(race, player)
    elif race.pk == slug:
        raise GameError(ErrorCode.NOT_FINISHED)
    return join(race.pk, player, may_reopen=True)


def _create_following(race: Race, player: Player) -> Race:
    """Create the next race unless another process was quicker; the database decides."""
    with transaction.atomic():
        locked(race.pk)
        following = Race.objects.filter(previous=race).first()
        return following or create_race(player, _settings_after(race), previous=race)


def _settings_after(race: Race) -> Settings:
    """Return the settings of a rematch: the same, with a seat for each who waits."""
    racers = race.racers.values_list("player_id", flat=True)
    waiting = race.latecomers.exclude(player__in=racers).count()
    return Settings(
        Choice(None, Rule(race.rule), Grade(race.grade) if race.grade else None),
        undo_allowed=race.undo_allowed,
        seats=max(race.seats, min(MOST_SEATS, len(racers) + waiting)),
        limit_ms=race.limit_ms,
        grace_ms=race.grace_ms,
        is_rated=race.is_rated,
        best_of=race.best_of,
    )


def take_seat(slug: str, player: Player) -> bool:
    """Return whether a player sits in a race; who raced in the race before, or waited for this
    one, is seated while there is room."""
    race = Race.objects.select_related("previous").get(pk=slug)
    if race.racers.filter(player=player).exists():
        return True
    before = race.previous
    if before is None or not _is_expected_after(before, player):
        return False
    try:
        join(race.pk, player, may_reopen=True)
    except GameError:
        return False
    return True


def _is_expected_after(race: Race, player: Player) -> bool:
    seats, waits = race.racers.filter(player=player), race.latecomers.filter(player=player)
    return seats.exists() or waits.exists()


@transaction.atomic
def wait(slug: str, player: Player) -> tuple[Race, bool]:
    """Seat a player in the newest race of a chain, or have him wait for the one after it.

    Returns that race and whether he sits in it. A second time changes nothing. Raises
    `GameError`: `needs_account`, and `over` for a first lobby that everybody left.
    """
    race = _locked_newest(slug)
    try:
        return join(race.pk, player, may_reopen=race.previous_id is not None), True
    except GameError as error:
        if error.code not in _TOO_LATE or not race.racers.exists():
            raise
    check_may_sit(race, player)
    Latecomer.objects.get_or_create(race=race, player=player, defaults={"since_ms": now_ms()})
    return race, False


def _locked_newest(slug: str) -> Race:
    """Lock the newest race of a chain; a rematch may open while its lock is waited for."""
    race = locked(newest(Race.objects.get(pk=slug)).pk)
    while Race.objects.filter(previous=race).exists():
        race = locked(newest(race).pk)
    return race


def stop_waiting(slug: str, player: Player) -> Race:
    """Have a player wait no longer after any race of a chain; return its newest race."""
    race = newest(Race.objects.get(pk=slug))
    chain = chain_of(race.series_id or race.pk)
    Latecomer.objects.filter(race__in=chain, player=player).delete()
    return race
