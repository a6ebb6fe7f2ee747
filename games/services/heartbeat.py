"""The heartbeat: a row written every second, so that a time without any server shows as a gap.

No race is decided because the servers were away: a gap moves the pending start or the running
clock and the limit of each unfinished race by its length, so that it counts in no duration. The
rows are moved once, by whichever process beats first after the gap.
"""

from __future__ import annotations

from django.db import connection, transaction
from django.db.models import F, QuerySet

from games.models import LIVE, Game, Heartbeat, Race
from games.services.clock import now_ms

BEAT_S = 1.0
# Beats further apart than this are a gap; nearer, a slow second.
GAP_MS = 2_500
# From the word that begins a race to its start.
COUNTDOWN_MS = 4_000
# Every race ends so long after the start that was first announced, come what may.
LONGEST_MS = 24 * 3_600_000

_BEAT = """
UPDATE games_heartbeat SET beat_at_ms = %s
WHERE id = 1 AND beat_at_ms >= %s AND beat_at_ms <= %s
RETURNING gaps
"""


def beat(at_ms: int | None = None) -> int:
    """Write the heartbeat at a server time; return how many gaps have moved races so far.

    Where the last beat lies more than GAP_MS back, no server was there: races are moved first.
    """
    at_ms = at_ms or now_ms()
    with connection.cursor() as cursor:
        cursor.execute(_BEAT, [at_ms, at_ms - GAP_MS, at_ms])
        found = cursor.fetchone()
    return found[0] if found is not None else _beat_after_gap(at_ms)


@transaction.atomic
def _beat_after_gap(at_ms: int) -> int:
    row, _ = Heartbeat.objects.get_or_create(pk=1, defaults={"beat_at_ms": at_ms})
    row = Heartbeat.objects.select_for_update(no_key=True).get(pk=row.pk)
    if at_ms - row.beat_at_ms > GAP_MS:
        row.gaps += _move_races(row.beat_at_ms, at_ms)
    row.beat_at_ms = max(row.beat_at_ms, at_ms)
    row.save()
    return row.gaps


def _move_races(from_ms: int, to_ms: int) -> int:
    """Move each unfinished race by what it has lost of a gap; return 1 if any was, else 0."""
    races = _open_races().select_for_update(no_key=True).order_by("pk")
    return int(sum(_move(race, from_ms, to_ms) for race in races) > 0)


def _open_races() -> QuerySet[Race]:
    return Race.objects.filter(finished_at_ms__isnull=True, starts_at_ms__isnull=False)


def _move(race: Race, from_ms: int, to_ms: int) -> bool:
    """Move one race; one that was over before the gap, or begun after it, has lost nothing."""
    assert race.starts_at_ms is not None
    assert race.ends_at_ms is not None
    lost = to_ms - max(from_ms, race.starts_at_ms - COUNTDOWN_MS)
    if race.ends_at_ms <= from_ms or lost <= GAP_MS:
        return False
    longest = race.starts_at_ms - race.delayed_ms + LONGEST_MS
    ends = min(race.ends_at_ms + lost, longest)
    race.starts_at_ms += lost
    race.ends_at_ms = max(ends, race.starts_at_ms + 1)
    race.delayed_ms += lost
    race.save(update_fields=["starts_at_ms", "ends_at_ms", "delayed_ms"])
    _move_games(race, lost)
    race.racers.filter(seen_at_ms__gt=0).update(seen_at_ms=F("seen_at_ms") + lost)
    race.racers.filter(gone_at_ms__isnull=False).update(gone_at_ms=F("gone_at_ms") + lost)
    return True


def _move_games(race: Race, lost: int) -> None:
    """Move the clock of each game that goes on: what comes now is `lost` earlier on it."""
    games = Game.objects.filter(race=race, status=LIVE)
    games.filter(started_at_ms__isnull=False).update(started_at_ms=F("started_at_ms") + lost)
    games.update(opens_at_ms=race.starts_at_ms, closes_at_ms=race.ends_at_ms)
