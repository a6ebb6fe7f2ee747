"""Faults carry what may be told about them, and nothing that breaks a line."""

from games.engine.errors import ErrorCode, GameError, ParseError, Refused, quoted


def test_codes_are_their_names_in_small_letters() -> None:
    assert all(code.value == code.name.lower() for code in ErrorCode)


def test_both_kinds_of_fault_are_game_errors() -> None:
    faults: list[GameError] = [ParseError(ErrorCode.CODE_EMPTY, "x"), Refused(ErrorCode.BLOCKED)]
    assert [fault.code for fault in faults] == ["code_empty", "blocked"]


def test_a_quotation_is_one_short_printable_line() -> None:
    assert quoted("a\nb\x00\ud800") == r"'a\nb\x00\ud800'"
    assert len(quoted("x" * 1000)) < 30
