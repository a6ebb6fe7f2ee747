"""Finding an opponent: who waits, who fits whom, and the race that two are led to.

Whoever waits is a row, so any process may pair anybody. It counts for as long as its page speaks
up now and then: a socket that has died, or died with its server, is paired with nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations

from django.db import transaction

from games.engine.codes import Rule
from games.engine.errors import ErrorCode, GameError
from games.models import Race, Rating, Seek
from games.services import races
from games.services.clock import now_ms
from games.services.deals import Choice
from games.services.glicko import UNKNOWN
from games.services.race_settings import Settings
from players.models import Player

# A page that has been silent for so long is gone; it speaks every six seconds.
ALIVE_MS = 12_000
# How far apart two ratings may be at first, by how much more a second, and when at all.
WINDOW, WIDENING_PER_S, ANYBODY_MS = 100.0, 20.0, 30_000


@dataclass(frozen=True, slots=True)
class Waiting:
    """How somebody's search stands: `race` once he is paired, `window` None for anybody."""

    since_ms: int
    rule: str
    is_rated: bool
    window: float | None
    race: str | None


def window(waited_ms: int) -> float | None:
    """Return how far apart two ratings may be after a wait; None: as far as they like."""
    return None if waited_ms >= ANYBODY_MS else WINDOW + WIDENING_PER_S * waited_ms / 1000


def seek(player: Player, rule: Rule, *, is_rated: bool) -> None:
    """Have a player wait for an opponent; asking again with the same wish keeps his turn.

    Raises `GameError` (`needs_account`) for a guest who wishes to be rated.
    """
    if is_rated and player.is_guest:
        raise GameError(ErrorCode.NEEDS_ACCOUNT)
    at_ms = now_ms()
    rating = Rating.objects.filter(player=player).values_list("rating", flat=True).first()
    wish = {"rule": rule.value, "is_rated": is_rated}
    with transaction.atomic():
        kept = Seek.objects.select_for_update().filter(player=player).first()
        if kept is not None and _goes_on(kept, at_ms, wish):
            Seek.objects.filter(pk=kept.pk).update(seen_at_ms=at_ms)
            return
        Seek.objects.update_or_create(
            player=player,
            defaults={
                **wish,
                "rating": UNKNOWN.rating if rating is None else rating,
                "since_ms": at_ms,
                "seen_at_ms": at_ms,
                "race": None,
            },
        )


def _goes_on(kept: Seek, at_ms: int, wish: Mapping[str, object]) -> bool:
    is_same = {"rule": kept.rule, "is_rated": kept.is_rated} == wish
    return is_same and kept.seen_at_ms > at_ms - ALIVE_MS


def seen(player_ids: Collection[int]) -> None:
    """Note that these players' pages have spoken."""
    Seek.objects.filter(player_id__in=player_ids).update(seen_at_ms=now_ms())


def cancel(player_id: int) -> None:
    """Have a player wait no more."""
    Seek.objects.filter(player_id=player_id).delete()


def waiting(player_ids: Collection[int]) -> dict[int, Waiting]:
    """Return how the searches of some players stand; one that went silent is none."""
    at_ms = now_ms()
    rows = Seek.objects.filter(player_id__in=player_ids, seen_at_ms__gt=at_ms - ALIVE_MS)
    return {
        row.player_id: Waiting(
            row.since_ms, row.rule, row.is_rated, window(at_ms - row.since_ms), row.race_id
        )
        for row in rows
    }


def pair(at_ms: int | None = None) -> list[Race]:
    """Pair who fits, those who have waited longest first; return the races that were opened.

    Rows that another process is pairing are passed over. Whoever went silent is forgotten.
    """
    at_ms = at_ms or now_ms()
    Seek.objects.filter(seen_at_ms__lte=at_ms - ALIVE_MS).delete()
    with transaction.atomic():
        rows = Seek.objects.select_for_update(skip_locked=True, of=("self",)).filter(
            race__isnull=True, player__is_active=True
        )
        found = list(rows.select_related("player").order_by("since_ms", "pk"))
        paired: set[int] = set()
        opened = []
        for one, other in sorted(combinations(found, 2), key=_distance):
            if {one.pk, other.pk} & paired or not _fit(one, other, at_ms):
                continue
            paired |= {one.pk, other.pk}
            opened.append(_open(one, other))
        return opened


def _distance(both: tuple[Seek, Seek]) -> tuple[float, int]:
    one, other = both
    return abs(one.rating - other.rating), min(one.since_ms, other.since_ms)


def _fit(one: Seek, other: Seek, at_ms: int) -> bool:
    """Tell whether two wish the same, and each rating lies in the other's window."""
    if (one.rule, one.is_rated) != (other.rule, other.is_rated):
        return False
    windows = [window(at_ms - row.since_ms) for row in (one, other)]
    apart = abs(one.rating - other.rating)
    return all(wide is None or apart <= wide for wide in windows)


def _open(one: Seek, other: Seek) -> Race:
    """Open a sealed race and seat both; it begins once both are there and ready."""
    settings = Settings(Choice(None, Rule(one.rule), None), is_rated=one.is_rated)
    race = races.create_race(one.player, settings)
    races.join(race.pk, other.player)
    Seek.objects.filter(pk__in=[one.pk, other.pk]).update(race=race)
    return race
