"""A game's log as bytes: six for each action, in the order they were made."""

from dataclasses import dataclass

from games.engine.actions import Action, action_from_code
from games.engine.errors import ErrorCode, ParseError

ENTRY_BYTES = 6
LOG_LIMIT = 5000
"""The most actions a game may have; after them only a resignation is stored."""

_TIME_BYTES = ENTRY_BYTES - 1


@dataclass(frozen=True, slots=True)
class Entry:
    """An action and its server time, in milliseconds since the game's start (0 to 2⁴⁰ − 1)."""

    action: Action
    at_ms: int


def encode_entry(entry: Entry) -> bytes:
    """Return the action's code and the big-endian time; raise `OverflowError` out of range."""
    return bytes((entry.action.code,)) + entry.at_ms.to_bytes(_TIME_BYTES, "big")


def decode_log(data: bytes | memoryview) -> tuple[Entry, ...]:
    """Return the entries of a log; raise `ParseError` if it is cut short or holds no action."""
    if len(data) % ENTRY_BYTES:
        detail = f"a log of {len(data)} bytes ends within an entry of {ENTRY_BYTES}"
        raise ParseError(ErrorCode.LOG_DAMAGED, detail, str(len(data)))
    data = bytes(data)  # a database may hand out a memoryview
    return tuple(
        Entry(
            action_from_code(data[start]),
            int.from_bytes(data[start + 1 : start + ENTRY_BYTES], "big"),
        )
        for start in range(0, len(data), ENTRY_BYTES)
    )
