"""Recomputing what is stored: each value that does not follow from its truth is a difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from django.db import connection, transaction
from django.db.models import Model

Value = TypeVar("Value")

CHUNK_ROWS = 500
"""How many rows are held at a time, however many there are."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored value that is not the recomputed one, by table, row and column.

    The column is `row` where a whole row is missing or should not be there.
    """

    table: str
    row_id: object
    column: str
    stored: object
    recomputed: object

    def __str__(self) -> str:
        place = f"{self.table} {self.row_id} {self.column}"
        return f"{place}: stored {self.stored!r}, recomputed {self.recomputed!r}"


def compared(row: Model, recomputed: Mapping[str, object]) -> Iterator[Difference]:
    """Yield the columns of a row whose stored value is not the recomputed one."""
    for column, value in recomputed.items():
        stored = getattr(row, column)
        if stored != value:
            yield Difference(row._meta.db_table, row.pk, column, stored, value)


def missing(kind: type[Model], row_id: object) -> Difference:
    """Return the difference of a row that is not there and should be."""
    return Difference(kind._meta.db_table, row_id, "row", "missing", "there")


def needless(row: Model) -> Difference:
    """Return the difference of a row that is there and should not be."""
    return Difference(row._meta.db_table, row.pk, "row", "there", "missing")


def agreed(values: Iterable[Value]) -> Value:
    """Return the value that most copies of it hold, the first of equally many.

    So the copy that was altered is named, not those that were left alone.
    """
    return Counter(values).most_common(1)[0][0]


@contextmanager
def snapshot() -> Iterator[None]:
    """See the database as it is now throughout, while others go on writing to it."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        with _deferred():
            yield


@contextmanager
def _deferred() -> Iterator[None]:
    """Read in one transaction of SQLite that, unlike Django's, takes no write lock."""
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
