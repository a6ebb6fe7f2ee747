"""Board rows from results alone: what is stored must always equal what this makes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TypeAlias

from django.db.models import QuerySet

from games.models import Result
from leaderboards.models import Win
from leaderboards.ranking import Order, full_order, key_of

BoardKey: TypeAlias = tuple[int, str, int]
"""Deal number, rule and player."""


def ranked_results() -> QuerySet[Result]:
    """Return the results that boards hold: public wins without undo and without help."""
    return Result.objects.filter(
        status="won", undo_used=False, is_assisted=False, is_published=True
    )


def win_of(result: Result, *, is_listed: bool) -> Win:
    """Return the row that a ranked result has on its board, its flags not judged yet."""
    return Win(
        result_id=result.pk,
        deal_id=result.deal_id,
        rule=result.rule,
        player_id=result.player_id,
        is_listed=is_listed,
        points=result.points,
        combo=result.combo,
        moves=result.moves,
        duration_ms=result.duration_ms,
        finished_at_ms=result.finished_at_ms,
        is_first_attempt=result.is_first_attempt,
    )


def board_key(row: Win | Result) -> BoardKey:
    """Return what the rows share among which a player's best is marked."""
    return (row.deal_id, row.rule, row.player_id)


def judge(wins: Iterable[Win]) -> None:
    """Set the `is_best_*` flags of one player's wins on one board, which must be all of them."""
    wins = list(wins)
    for order in Order:
        best = min(wins, key=lambda win: key_of(win, full_order(order)))
        for win in wins:
            setattr(win, f"is_best_{order}", win is best)


def rows_from(results: Iterable[Result]) -> list[Win]:
    """Return the rows, unsaved, that ranked results have on their boards.

    `results` holds all the ranked ones of each player and board that it touches, their players
    joined in. An account's rows are listed, a guest's are not.
    """
    wins = [win_of(result, is_listed=result.player.is_account) for result in results]
    wins.sort(key=board_key)
    for _, group in groupby(wins, key=board_key):
        judge(group)
    return wins
