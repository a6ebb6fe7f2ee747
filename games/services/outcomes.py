"""What is told of a game that is over: its result, its standing, the deal's proven best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine.scoring import Scores
from games.models import Result
from games.services.hooks import Standing, boards
from games.services.verdicts import brief_of


@dataclass(frozen=True, slots=True)
class Outcome:
    """A published result with what was looked up about it."""

    result: Result
    code: str
    standing: Standing
    best: dict[str, Any]

    @property
    def scores(self) -> Scores:
        row = self.result
        return Scores(row.points, row.combo, row.streak, row.cards_left)


def outcome_of(game_id: str) -> Outcome | None:
    """Return the outcome of a game, or None while it has none or its deal is sealed."""
    result = Result.objects.select_related("game", "player").filter(pk=game_id).first()
    if result is None or not result.is_published:
        return None
    # Who never acted in a race has not finished its deal, and is told nothing about it.
    best = brief_of(result.deal_id, result.rule) if result.game.seq else {}
    return Outcome(result, result.game.code, boards().standing(result), best)
