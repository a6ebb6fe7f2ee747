"""What the commands print: one answer at a time, as a line of JSON or as text."""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.core.management.base import OutputWrapper

from games.engine.layout import COVERS, ROW_OF, SLOTS


def write_json(stdout: OutputWrapper, answer: Mapping[str, object]) -> None:
    """Print one object on one line, at once: whoever reads a pipe may be waiting for it."""
    write_text(stdout, json.dumps(answer))


def write_text(stdout: OutputWrapper, text: str) -> None:
    """Print a text and push it out, so that a later fault finds it already there."""
    stdout.write(text)
    stdout.flush()


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """End quietly when the reader of standard output has gone, as after `| head -1`."""
    try:
        yield
    except BrokenPipeError:
        # The interpreter flushes once more at its end, and must not meet the closed pipe again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def table_text(cards: Sequence[str | None]) -> str:
    """Draw the three peaks: 28 entries in slot order, an empty place for `None`."""
    rows = [""] * 4
    for slot in range(SLOTS):
        row = ROW_OF[slot]
        rows[row] = rows[row].ljust(_column(slot)) + (cards[slot] or "")
    return "\n".join(row.rstrip() for row in rows)


def _column(slot: int) -> int:
    """Return where a slot is drawn: midway between the two cards that cover it."""
    if not COVERS[slot]:
        return 4 * (slot - 18)
    return sum(_column(cover) for cover in COVERS[slot]) // 2
