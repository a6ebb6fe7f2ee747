"""The survey that the site tells of: what `manage.py survey --grades --json` printed, kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.engine.codes import Rule
from games.solver.difficulty import Grade
from games.solver.survey import Share

SURVEY_PATH = Path(__file__).parent / "solver" / "survey.jsonl"


@dataclass(frozen=True, slots=True)
class Survey:
    """What was found of a sample of deals under one rule.

    `by_draws`: of those that can be won, how many by their fewest draws, 0–23. The shares of
    `grades` are of those that can be won.
    """

    rule: Rule
    seed: int
    deals: int
    winnable: Share
    by_draws: tuple[int, ...]
    grades: Mapping[Grade, Share]
    solver_version: int
    difficulty_version: int

    @property
    def median_draws(self) -> int:
        """The number of draws with which at least half of the winnable deals can be won."""
        reached = 0
        for draws, count in enumerate(self.by_draws):
            reached += count
            if 2 * reached >= self.winnable.count:
                return draws
        raise ValueError("no deal of the survey can be won")


@cache
def surveys() -> Mapping[Rule, Survey]:
    """Return the kept survey of each rule."""
    found = [_read(line) for line in SURVEY_PATH.read_text().splitlines()]
    return {survey.rule: survey for survey in found}


def _read(line: str) -> Survey:
    told = json.loads(line)
    return Survey(
        rule=Rule(told["rule"]),
        seed=told["seed"],
        deals=told["deals"],
        winnable=Share(**told["winnable"]),
        by_draws=tuple(told["by_min_draws"]),
        grades={Grade(name): Share(**share) for name, share in told["grades"].items()},
        solver_version=told["solver_version"],
        difficulty_version=told["difficulty_version"],
    )
