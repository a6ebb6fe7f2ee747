"""What the grades of difficulty are called and what they mean, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.solver.difficulty import LEAST_SHARES, Grade

GRADE_NAMES: Mapping[Grade, Promise] = {
    Grade.GENTLE: gettext_lazy("gentle"),
    Grade.FAIR: gettext_lazy("fair"),
    Grade.TOUGH: gettext_lazy("tough"),
    Grade.BRUTAL: gettext_lazy("brutal"),
}


@dataclass(frozen=True, slots=True)
class Described:
    """A grade as a choice: its value for a form, its name, and half a sentence that defines it."""

    value: str
    name: str
    meaning: str


def described_grades() -> list[Described]:
    """Return the grades, the gentlest first."""
    return [Described(grade.value, str(GRADE_NAMES[grade]), _meaning(grade)) for grade in Grade]


def _meaning(grade: Grade) -> str:
    """Say between which shares of wins, in tries out of 100, a grade lies."""
    above = [share for share in LEAST_SHARES.values() if share > LEAST_SHARES[grade]]
    least, below = round(100 * LEAST_SHARES[grade]), round(100 * min(above, default=1))
    if not above:
        return _("an ordinary player wins at least %(least)d tries in 100") % {"least": least}
    if least == 0:
        return _("an ordinary player wins fewer than %(below)d tries in 100") % {"below": below}
    words = _("an ordinary player wins %(least)d to %(below)d tries in 100")
    return words % {"least": least, "below": below}
