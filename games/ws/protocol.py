"""What a client may send, read strictly, and the codes that a socket closes with.

docs/protocol.md describes both directions for people; a test holds it against this module and
`messages`, which has what the server says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import orjson

from games.engine.actions import DRAW, RESIGN, TAKES, UNDO, Action
from games.engine.errors import ErrorCode, GameError
from games.engine.layout import SLOTS

CLOSE_GOING_AWAY: Final = 1012
CLOSE_FAULT: Final = 1011
CLOSE_TOO_BIG: Final = 1009
CLOSE_FLOOD: Final = 1008
CLOSE_SIGN_IN: Final = 4401
CLOSE_NOT_YOURS: Final = 4403
CLOSE_UNKNOWN: Final = 4404
LARGEST_FRAME: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Act:
    """take, draw, undo or resign, made at log length `seq`."""

    action: Action
    seq: int


@dataclass(frozen=True, slots=True)
class Hint:
    """Asks for a playable card."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Asks whether the game can still be won, which makes it an assisted one."""


@dataclass(frozen=True, slots=True)
class Sync:
    """Asks for the whole state."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Says in a lobby that its sender is ready, or not any more."""

    is_ready: bool


@dataclass(frozen=True, slots=True)
class Start:
    """The host's word to begin."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Gives the seat up; in a running race that is a resignation."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """Asks for the next race, once this one is finished."""


GameMessage = Act | Hint | Chance | Sync
RaceMessage = GameMessage | Ready | Start | Leave | Rematch

_PLAIN: dict[str, GameMessage | Start | Leave | Rematch] = {
    "hint": Hint(),
    "chance": Chance(),
    "sync": Sync(),
    "start": Start(),
    "leave": Leave(),
    "rematch": Rematch(),
}
_ACTIONS = {"draw": DRAW, "undo": UNDO, "resign": RESIGN}


def parse(frame: str | None, *, in_race: bool) -> RaceMessage:
    """Read one frame; raise `GameError` (`bad_message`) for whatever is not a known message.

    Unknown extra fields are ignored; nothing else is forgiven. A binary frame is None.
    """
    message = _object(frame)
    kind = message.get("type")
    if kind == "take":
        return Act(TAKES[_whole(message, "slot", SLOTS)], _whole(message, "seq"))
    if not isinstance(kind, str):
        raise GameError(ErrorCode.BAD_MESSAGE)
    if kind in _ACTIONS:
        return Act(_ACTIONS[kind], _whole(message, "seq"))
    if kind == "ready" and in_race:
        is_ready = message.get("ready", True)
        if not isinstance(is_ready, bool):
            raise GameError(ErrorCode.BAD_MESSAGE)
        return Ready(is_ready)
    plain = _PLAIN.get(kind)
    if plain is None or not (in_race or isinstance(plain, Hint | Chance | Sync)):
        raise GameError(ErrorCode.BAD_MESSAGE)
    return plain


def _object(frame: str | None) -> dict[str, Any]:
    try:
        message = orjson.loads(frame or "")
    except orjson.JSONDecodeError:
        raise GameError(ErrorCode.BAD_MESSAGE) from None
    if not isinstance(message, dict):
        raise GameError(ErrorCode.BAD_MESSAGE)
    return message


def _whole(message: dict[str, Any], name: str, below: int = 2**63) -> int:
    """Return a whole number from 0 to below `below`; true, 1.0 and "3" are none."""
    value = message.get(name)
    if type(value) is not int or not 0 <= value < below:
        raise GameError(ErrorCode.BAD_MESSAGE)
    return value
