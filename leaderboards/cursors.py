"""Where a page of a board ended, as text that only this module reads."""

from __future__ import annotations

import base64
import binascii
import json
import re
from dataclasses import dataclass

from leaderboards.ranking import Order, full_order

_LONGEST = 300
_BIGGEST = 2**63 - 1
_GAME_ID = re.compile(r"[a-z0-9]{1,12}")


class CursorError(ValueError):
    """The text is no cursor of a board in this order."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The full key of the last row of a page, under an order."""

    order: Order
    key: tuple[int | str, ...]


def write_cursor(cursor: Cursor) -> str:
    """Return the cursor as letters, digits, `-` and `_`."""
    text = json.dumps([cursor.order, *cursor.key], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_cursor(text: str, order: Order) -> Cursor:
    """Read what `write_cursor` wrote for a board of this order; raise `CursorError`."""
    if len(text) > _LONGEST or not text.isascii():
        raise CursorError
    try:
        padded = text + "=" * (-len(text) % 4)
        parts = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise CursorError from None
    if not isinstance(parts, list) or parts[:1] != [order.value]:
        raise CursorError
    key = tuple(parts[1:])
    if len(key) != len(full_order(order)) or not _is_key(key):
        raise CursorError
    return Cursor(order, key)


def _is_key(key: tuple[object, ...]) -> bool:
    *numbers, game_id = key
    return (
        all(type(number) is int and abs(number) <= _BIGGEST for number in numbers)
        and isinstance(game_id, str)
        and _GAME_ID.fullmatch(game_id) is not None
    )
