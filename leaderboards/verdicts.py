"""What the solver knows of a deal, as the deal's page tells it."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.codes import Rule
from games.grades import GRADE_NAMES
from games.services.looks import is_open, looks_at, may_show
from games.services.verdicts import Proof, proof_of
from games.solver.difficulty import PLAYOUTS
from players.models import Player


@dataclass(frozen=True, slots=True)
class Known:
    """The verdict on a deal under one rule, with its grade in words.

    `percent`: the ordinary player's share of wins in `PLAYOUTS` tries.
    """

    rule: Rule
    proof: Proof

    @property
    def grade_name(self) -> str:
        return "" if self.proof.grade is None else str(GRADE_NAMES[self.proof.grade])

    @property
    def percent(self) -> int:
        return round(100 * self.proof.share)

    @property
    def tries(self) -> int:
        return PLAYOUTS


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a page may tell a reader: nothing (`known` is empty) before he may see it.

    `is_open`: there is a verdict that he may ask to see. `has_looked`: he asked before he had
    finished the deal.
    """

    is_open: bool
    has_looked: bool
    known: list[Known]


def knowledge_of(player: Player | None, number: int) -> Knowledge:
    """Return what a deal's page tells its reader of the deal's verdicts."""
    known = []
    if may_show(player, number):
        known = [Known(rule, proof_of(number, rule)) for rule in Rule]
    has_looked = player is not None and looks_at(player, number).exists()
    return Knowledge(is_open(number), has_looked, known)
