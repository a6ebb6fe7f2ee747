"""What the host of a race chooses, and what of it is sound."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.errors import ErrorCode, GameError
from games.models.races import DEFAULT_GRACE_MS
from games.services.deals import Choice
from games.services.heartbeat import LONGEST_MS

DEFAULT_LIMIT_MS = 600_000
SHORTEST_LIMIT_MS = 1_000
FEWEST_SEATS, MOST_SEATS = 2, 8
SHORTEST_GRACE_MS, LONGEST_GRACE_MS = 10_000, 300_000
LONGEST_MATCH = 9


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host chooses: no deal number means a sealed random one; no limit, a day.

    `best_of`: so many races, an odd number, decide a match; None: the score is kept for ever.
    """

    choice: Choice
    undo_allowed: bool = False
    seats: int = 2
    limit_ms: int | None = DEFAULT_LIMIT_MS
    grace_ms: int = DEFAULT_GRACE_MS
    is_rated: bool = False
    best_of: int | None = None


def check_settings(settings: Settings) -> None:
    """Raise `GameError` (`bad_settings`) for what is out of range, or rated on a named deal."""
    limit, best_of = settings.limit_ms, settings.best_of
    is_sound = (
        FEWEST_SEATS <= settings.seats <= MOST_SEATS
        and (limit is None or SHORTEST_LIMIT_MS <= limit <= LONGEST_MS)
        and SHORTEST_GRACE_MS <= settings.grace_ms <= LONGEST_GRACE_MS
        and (best_of is None or (1 <= best_of <= LONGEST_MATCH and best_of % 2 == 1))
        and (not settings.is_rated or settings.choice.number is None)
    )
    if not is_sound:
        raise GameError(ErrorCode.BAD_SETTINGS)
