"""Board rows held against a rebuild from results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import groupby

from django.db.models import QuerySet

from games.models import Result
from games.services.verify import CHUNK_ROWS, Difference, compared, missing, needless
from leaderboards.models import Win
from leaderboards.rebuild import BoardKey, board_key, ranked_results, rows_from

_COLUMNS = [field.attname for field in Win._meta.concrete_fields]


def check_boards() -> Iterator[list[Difference]]:
    """Yield one list of differences for each player's rows on one board.

    Both streams come in the order of the results' boards, so a row that says of another deal or
    player than its result still meets it.
    """
    results = ranked_results().select_related("player").order_by("deal_id", "rule", "player_id")
    stored = Win.objects.select_related("result").order_by(
        "result__deal_id", "result__rule", "result__player_id"
    )
    for _, group in groupby(_merged(results, stored), key=lambda pair: pair[0]):
        rows = [row for _, row in group]
        yield list(
            _check_rows(
                [row for row in rows if isinstance(row, Win)],
                rows_from(row for row in rows if isinstance(row, Result)),
            )
        )


def _merged(
    results: QuerySet[Result], stored: QuerySet[Win]
) -> Iterator[tuple[BoardKey, Result | Win]]:
    """Yield results and rows together, board by board and player by player."""
    from_results: Iterator[tuple[BoardKey, Result | Win]] = (
        (board_key(result), result) for result in results.iterator(chunk_size=CHUNK_ROWS)
    )
    from_rows: Iterator[tuple[BoardKey, Result | Win]] = (
        (board_key(win.result), win) for win in stored.iterator(chunk_size=CHUNK_ROWS)
    )
    return merge(from_results, from_rows, key=lambda pair: pair[0])


def _check_rows(stored: Sequence[Win], rebuilt: Sequence[Win]) -> Iterator[Difference]:
    by_id = {win.pk: win for win in stored}
    for win in rebuilt:
        found = by_id.pop(win.pk, None)
        if found is None:
            yield missing(Win, win.pk)
        else:
            yield from compared(found, {column: getattr(win, column) for column in _COLUMNS})
    for win in by_id.values():
        yield needless(win)
