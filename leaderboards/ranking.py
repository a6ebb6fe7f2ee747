"""What a board's order is: one tuple each, which queries, indexes, rankers and tests all use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Literal

from django.db.models import BooleanField, F, Func, IntegerField, Value
from django.db.models.expressions import Combinable

Sign = Literal["<", ">", ">="]


class Order(StrEnum):
    """By what a board is sorted."""

    POINTS = "points"
    COMBO = "combo"
    TIME = "time"


# Columns, the best value first: a leading "-" turns "smaller is better" round. Rows that are
# equal in all three share a rank.
ORDERS: Mapping[Order, tuple[str, str, str]] = {
    Order.POINTS: ("-points", "moves", "duration_ms"),
    Order.COMBO: ("-combo", "moves", "duration_ms"),
    Order.TIME: ("duration_ms", "-points", "moves"),
}

# Among equals the earlier finish is listed first, and a later one never moves it.
TIEBREAK = ("finished_at_ms", "result_id")


def full_order(order: Order) -> tuple[str, ...]:
    """Return the columns by which rows are listed: the board's order, then the tie-break."""
    return (*ORDERS[order], *TIEBREAK)


def key_of(row: object, columns: Iterable[str]) -> tuple[Any, ...]:
    """Return a row's key under some columns of an order; the smallest key is the best."""
    return tuple(
        -getattr(row, column[1:]) if column.startswith("-") else getattr(row, column)
        for column in columns
    )


def key_expressions(columns: Iterable[str], of: type[F] = F) -> list[Combinable]:
    """Return the same key in SQL; `of` is `OuterRef` for the row of an outer query."""
    return [
        Func(of(column[1:]), template="(-%(expressions)s)", output_field=IntegerField())
        if column.startswith("-")
        else of(column)
        for column in columns
    ]


def compared(columns: Sequence[str], sign: Sign, key: Iterable[object]) -> Func:
    """Return the condition that a row's key under `columns` is smaller (or …) than `key`.

    One row comparison, `(-points, moves, …) < (…)`, which an index in that order can answer; a
    chain of ORs could not. `key` holds values or expressions.
    """
    values = [item if isinstance(item, Combinable) else Value(item) for item in key]
    return Func(
        _row(key_expressions(columns)),
        _row(values),
        template="%(expressions)s",
        arg_joiner=f" {sign} ",
        output_field=BooleanField(),
    )


def _row(parts: Sequence[object]) -> Func:
    return Func(*parts, template="(%(expressions)s)", output_field=IntegerField())


def shared_ranks(keys: Sequence[tuple[Any, ...]], *, position: int = 1, rank: int = 1) -> list[int]:
    """Rank keys that come in order, 1-2-2-4.

    `position` (from 1 on) is the first one's place in the whole list, `rank` its rank there.
    """
    ranks: list[int] = []
    for index, key in enumerate(keys):
        if index and key != keys[index - 1]:
            rank = position + index
        ranks.append(rank)
    return ranks
