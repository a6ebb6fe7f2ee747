"""What is told of a player's rating: on his page and by the API."""

from __future__ import annotations

from typing import Any

from games.charts import Course, course
from games.models import Rating, RatingChange
from games.services import ratings
from games.services.glicko import UNKNOWN
from players.models import Player

# How many changes are told; the plot shows the same.
LATEST_CHANGES = 50
SCALE_STEP = 100


def told_rating(player: Player) -> dict[str, Any]:
    """Return a player's rating with its latest changes, the newest first.

    `rating` is null before his first rated race; it is `provisional` until it is stable.
    """
    row = Rating.objects.filter(player=player, races__gt=0).first()
    changes = player.rating_changes.order_by("-number")[:LATEST_CHANGES]
    return {
        "player": player.name,
        "rating": None if row is None else round(row.rating),
        "provisional": row is None or row.deviation > ratings.STABLE_DEVIATION,
        "races": 0 if row is None else row.races,
        "changes": [_told_change(change) for change in changes],
    }


def _told_change(row: RatingChange) -> dict[str, Any]:
    told = ratings.told(row)
    return {
        "race": row.race_id,
        "rating": told.rating,
        "change": told.change,
        "at": row.at_ms,
        "opponents": _opponents(row),
    }


def _opponents(row: RatingChange) -> list[str]:
    racers = row.race.racers.exclude(player_id=row.player_id).select_related("player")
    return [racer.player.name for racer in racers]


def plot(told: dict[str, Any]) -> Course | None:
    """Return the drawing of the rating over the latest races; None where there is none."""
    changes = told["changes"][::-1]
    if not changes:
        return None
    first = changes[0]["rating"] - changes[0]["change"]
    return course(
        [first or UNKNOWN.rating, *(change["rating"] for change in changes)], step=SCALE_STEP
    )
