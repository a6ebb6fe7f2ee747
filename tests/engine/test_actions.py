"""Actions as values, as text and as bytes."""

import pytest

from games.engine.actions import (
    DRAW,
    RESIGN,
    TAKES,
    UNDO,
    Action,
    Kind,
    action_from_code,
    format_action,
    parse_action,
    parse_actions,
)
from games.engine.errors import ErrorCode, ParseError


def test_codes_are_the_slots_and_then_draw_undo_resign() -> None:
    codes = [action.code for action in (*TAKES, DRAW, UNDO, RESIGN)]
    assert codes == list(range(31))


@pytest.mark.parametrize("code", range(31))
def test_an_action_survives_its_byte_and_its_text(code: int) -> None:
    action = action_from_code(code)
    assert action.code == code
    assert parse_action(format_action(action)) == action


@pytest.mark.parametrize("code", [-1, 31, 255])
def test_another_byte_is_no_action(code: int) -> None:
    with pytest.raises(ParseError) as fault:
        action_from_code(code)
    assert fault.value.code is ErrorCode.UNKNOWN_ACTION


def test_a_line_of_actions_is_read_in_order() -> None:
    assert parse_actions(" D T18\tT0 U\nR ") == (DRAW, TAKES[18], TAKES[0], UNDO, RESIGN)
    assert parse_actions("") == ()


@pytest.mark.parametrize("text", ["X", "T", "T28", "T-1", "T01", "t1", "d", "T1.5", "T١", "DD"])
def test_an_unknown_action_is_named(text: str) -> None:
    with pytest.raises(ParseError, match="is not an action") as fault:
        parse_actions(f"D {text} D")
    assert fault.value.code is ErrorCode.UNKNOWN_ACTION
    assert fault.value.part == text


@pytest.mark.parametrize(
    ("kind", "slot"), [(Kind.TAKE, None), (Kind.TAKE, 28), (Kind.TAKE, -1), (Kind.DRAW, 3)]
)
def test_a_take_alone_has_a_slot_and_it_is_on_the_table(kind: Kind, slot: int | None) -> None:
    with pytest.raises(ParseError):
        Action(kind, slot)
