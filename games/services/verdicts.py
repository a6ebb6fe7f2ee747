"""Verdicts: found once, stored with the version of the solver that found them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine.cards import Deck
from games.engine.codes import Rule
from games.models import Deal, Verdict
from games.services.live import deck_of
from games.services.solving import in_solver
from games.solver.combo import best_combo
from games.solver.difficulty import DIFFICULTY_VERSION, Grade, difficulty, grade_of
from games.solver.oracle import SOLVER_VERSION, solve


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proved of a deal under a rule; `combo` and `grade` are None where it is lost.

    `share` is the ordinary player's share of wins (0–1), by which the grade is given.
    """

    winnable: bool
    min_draws: int | None
    points: int | None
    combo: int | None
    grade: Grade | None
    share: float

    def told(self) -> dict[str, Any]:
        """Return it as a message tells it."""
        return {
            "winnable": self.winnable,
            "min_draws": self.min_draws,
            "points": self.points,
            "combo": self.combo,
            "grade": self.grade,
        }


def proof_of(number: int, rule: str) -> Proof:
    """Return the whole verdict on a deal, from the store or proved and stored now."""
    row = _stored(number, rule)
    if row.winnable and row.best_combo is None:
        row.best_combo = in_solver(best_combo, deck_of(number), Rule(rule))
        Verdict.objects.filter(pk=row.pk).update(best_combo=row.best_combo)
    share = row.wins_per_mille / 1000
    return Proof(
        winnable=row.winnable,
        min_draws=row.min_draws,
        points=row.best_points,
        combo=row.best_combo,
        grade=grade_of(share) if row.winnable else None,
        share=share,
    )


def brief_of(number: int, rule: str) -> dict[str, Any]:
    """Return the quick half of a verdict: `winnable`, `min_draws` and `points`.

    It is stored since the deal was drawn, or proved and stored now, so each end of a game can
    be told it; the best combo takes far longer and is worked out when somebody looks.
    """
    row = _stored(number, rule)
    return {
        "winnable": row.winnable,
        "min_draws": row.min_draws,
        "points": row.best_points,
    }


def is_winnable(number: int, rule: str) -> bool:
    """Tell whether a deal can be won, without the dearer half of the verdict."""
    return _stored(number, rule).winnable


def _stored(number: int, rule: str) -> Verdict:
    row = Verdict.objects.filter(deal_id=number, rule=rule).first()
    if row is not None and (row.solver_version, row.difficulty_version) == (
        SOLVER_VERSION,
        DIFFICULTY_VERSION,
    ):
        return row
    Deal.objects.get_or_create(pk=number)
    found = in_solver(found_of, deck_of(number), Rule(rule))
    row, _ = Verdict.objects.update_or_create(deal_id=number, rule=rule, defaults=found)
    return row


def found_of(deck: Deck, rule: Rule) -> dict[str, Any]:
    """Prove a deal; return the columns of its verdict, but for the combo, which is dearer."""
    verdict = solve(deck, rule)
    share = difficulty(deck, rule) if verdict.winnable else 0.0
    return {
        "solver_version": SOLVER_VERSION,
        "winnable": verdict.winnable,
        "min_draws": verdict.min_draws,
        "best_points": verdict.best_points,
        "best_combo": None,
        "difficulty_version": DIFFICULTY_VERSION,
        "wins_per_mille": round(1000 * share),
    }
