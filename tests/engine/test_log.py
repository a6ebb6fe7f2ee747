"""The log's six bytes an action."""

import pytest

from games.engine.actions import DRAW, RESIGN, TAKES, UNDO
from games.engine.errors import ErrorCode, ParseError
from games.engine.log import ENTRY_BYTES, Entry, decode_log, encode_entry


def test_an_entry_is_its_code_and_its_big_endian_milliseconds() -> None:
    assert encode_entry(Entry(DRAW, 258)) == bytes([28, 0, 0, 0, 1, 2])


def test_a_log_is_read_as_it_was_written() -> None:
    entries = (Entry(TAKES[0], 0), Entry(UNDO, 1), Entry(DRAW, 2**40 - 1), Entry(RESIGN, 7))
    data = b"".join(map(encode_entry, entries))
    assert len(data) == 4 * ENTRY_BYTES
    assert decode_log(data) == decode_log(memoryview(data)) == entries


def test_an_empty_log_has_no_entries() -> None:
    assert decode_log(b"") == ()


@pytest.mark.parametrize("at_ms", [-1, 2**40])
def test_a_time_out_of_range_is_not_written(at_ms: int) -> None:
    with pytest.raises(OverflowError):
        encode_entry(Entry(DRAW, at_ms))


def test_a_log_cut_short_is_damaged() -> None:
    with pytest.raises(ParseError) as fault:
        decode_log(encode_entry(Entry(DRAW, 0))[:-1])
    assert fault.value.code is ErrorCode.LOG_DAMAGED


def test_a_byte_that_is_no_action_is_named() -> None:
    with pytest.raises(ParseError, match="'31' is not an action") as fault:
        decode_log(bytes([31, 0, 0, 0, 0, 0]))
    assert fault.value.code is ErrorCode.UNKNOWN_ACTION
