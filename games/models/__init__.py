"""Deals, games with their logs, results and races: what is stored, and what may be stored."""

from games.models.common import GRADES, LIVE, RuleChoice, new_id
from games.models.deals import Deal, Look, Verdict
from games.models.ghosts import Challenge, Chase
from games.models.play import Game, Result
from games.models.races import DEFAULT_GRACE_MS, Heartbeat, Latecomer, Race, Racer, Seek
from games.models.ratings import Rating, RatingChange

__all__ = [
    "DEFAULT_GRACE_MS",
    "GRADES",
    "LIVE",
    "Challenge",
    "Chase",
    "Deal",
    "Game",
    "Heartbeat",
    "Latecomer",
    "Look",
    "Race",
    "Racer",
    "Rating",
    "RatingChange",
    "Result",
    "RuleChoice",
    "Seek",
    "Verdict",
    "new_id",
]
