"""The four things a player can do, as values, as text and as one byte."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.errors import ErrorCode, ParseError, quoted
from games.engine.layout import SLOTS


class Kind(StrEnum):
    TAKE = "take"
    DRAW = "draw"
    UNDO = "undo"
    RESIGN = "resign"


_LETTERS = {Kind.TAKE: "T", Kind.DRAW: "D", Kind.UNDO: "U", Kind.RESIGN: "R"}
# A take's code is its slot; the others follow the slots.
_CODES = {Kind.DRAW: SLOTS, Kind.UNDO: SLOTS + 1, Kind.RESIGN: SLOTS + 2}


@dataclass(frozen=True, slots=True)
class Action:
    """One action; `slot` (0–27) belongs to a take and is `None` otherwise.

    Raises `ParseError` for a take without a slot of the table, or a slot without a take.
    """

    kind: Kind
    slot: int | None = None

    def __post_init__(self) -> None:
        allowed = range(SLOTS) if self.kind is Kind.TAKE else (None,)
        if self.slot not in allowed:
            raise _unknown(f"{self.kind} {self.slot}")

    @property
    def code(self) -> int:
        """The action as one byte: 0–27 take, 28 draw, 29 undo, 30 resign."""
        return _CODES[self.kind] if self.slot is None else self.slot


TAKES = tuple(Action(Kind.TAKE, slot) for slot in range(SLOTS))
DRAW = Action(Kind.DRAW)
UNDO = Action(Kind.UNDO)
RESIGN = Action(Kind.RESIGN)

_ACTIONS = (*TAKES, DRAW, UNDO, RESIGN)


def format_action(action: Action) -> str:
    """Write `T<slot>`, `D`, `U` or `R`."""
    return _LETTERS[action.kind] + ("" if action.slot is None else str(action.slot))


_BY_TEXT = {format_action(action): action for action in _ACTIONS}


def parse_action(text: str) -> Action:
    """Read what `format_action` writes; raise `ParseError` for anything else."""
    action = _BY_TEXT.get(text)
    if action is None:
        raise _unknown(text)
    return action


def parse_actions(text: str) -> tuple[Action, ...]:
    """Read blank-separated actions such as `D T18 T19 U`; raise `ParseError` at a bad one."""
    return tuple(parse_action(word) for word in text.split())


def action_from_code(code: int) -> Action:
    """Return the action of a byte 0–30; raise `ParseError` for another."""
    if not 0 <= code < len(_ACTIONS):
        raise _unknown(str(code))
    return _ACTIONS[code]


def _unknown(text: str) -> ParseError:
    detail = f"{quoted(text)} is not an action: T0 to T{SLOTS - 1}, D, U or R"
    return ParseError(ErrorCode.UNKNOWN_ACTION, detail, text)
