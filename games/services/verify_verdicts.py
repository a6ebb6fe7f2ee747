"""Verdicts proved anew."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from games.engine.codes import Rule
from games.models import Verdict
from games.services.live import deck_of
from games.services.verdicts import found_of
from games.services.verify import CHUNK_ROWS, Difference, compared
from games.solver.combo import best_combo
from games.solver.difficulty import DIFFICULTY_VERSION
from games.solver.oracle import SOLVER_VERSION

MOST_COMBOS = 100
"""How many best combos are proved anew, unless all are asked for: each takes a tenth of a second
and more, all else of a verdict some milliseconds."""


def check_verdicts(*, all_combos: bool = False) -> Iterator[list[Difference]]:
    """Yield one list of differences for each verdict.

    One of an older version is not compared, since it is replaced before it is told again.
    """
    combos = None if all_combos else _sample()
    for verdict in Verdict.objects.order_by("pk").iterator(chunk_size=CHUNK_ROWS):
        yield list(_check_verdict(verdict, combos))


def _sample() -> Collection[int]:
    ids = list(Verdict.objects.filter(best_combo__isnull=False).values_list("pk", flat=True))
    return set(Random().sample(ids, min(MOST_COMBOS, len(ids))))


def _check_verdict(verdict: Verdict, combos: Collection[int] | None) -> Iterator[Difference]:
    if _is_old(verdict):
        return
    deck, rule = deck_of(verdict.deal_id), Rule(verdict.rule)
    expected = found_of(deck, rule)
    is_due = combos is None or verdict.pk in combos
    if verdict.best_combo is not None and is_due:
        expected["best_combo"] = best_combo(deck, rule)
    else:
        del expected["best_combo"]
    yield from compared(verdict, expected)


def _is_old(verdict: Verdict) -> bool:
    versions = (verdict.solver_version, verdict.difficulty_version)
    newest = (SOLVER_VERSION, DIFFICULTY_VERSION)
    return versions != newest and all(
        version <= limit for version, limit in zip(versions, newest, strict=True)
    )
