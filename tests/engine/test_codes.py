"""Deal codes: what is read, what is refused and how the fault is named."""

import pytest

from games.engine.codes import (
    ALL_NUMBERS,
    SHORT_NUMBERS,
    DealCode,
    Rule,
    format_code,
    parse_code,
    parse_rule,
)
from games.engine.errors import ErrorCode, ParseError

EASY_1 = DealCode(1, Rule.EASY)


def full_width(text: str) -> str:
    return "".join(chr(ord(char) + 0xFEE0) if char.isalnum() else char for char in text)


@pytest.mark.parametrize(
    "text",
    [
        "TP1-E-AAAAAAB",
        "tp1-e-aaaaaab",
        "  TP1-E-AAAAAAB\n",
        "E-AAAAAAB",
        "EAAAAAAB",
        "e aaaaaab",
        "TP1EAAAAAAB",
        "TP1 E AAAAAAB",
        "tp1 - e - aaaaaab",
        "TP1-EAAAAAAB",
        "TP1-E-AAAA-AAB",
        "TP1-N-AAAAAAB",
        "naaaaaab",
        full_width("TP1-E-AAAAAAB"),
        full_width("tp1eaaaaaab"),
        "TP1－E－AAAAAAB",
        "TP1–E–AAAAAAB",
        " " * 200 + "TP1-E-AAAAAAB",
        "\u3000TP1\u3000E\u00a0AAAAAAB\u3000",
        "TP1-E-AAAAAAAAAAAB",
    ],
)
def test_a_code_is_read_kindly(text: str) -> None:
    assert parse_code(text) == EASY_1


def test_classic_has_its_letter() -> None:
    assert parse_code("TP1-C-AAAAAAD") == DealCode(3, Rule.CLASSIC)


def test_a_code_may_begin_with_the_rules_letter_twice() -> None:
    assert parse_code("CCAAAAAA") == DealCode(2 * 2**30, Rule.CLASSIC)


@pytest.mark.parametrize(("digit", "letter"), [("0", "O"), ("1", "I"), ("8", "B")])
def test_digits_that_base32_lacks_are_read_as_letters(digit: str, letter: str) -> None:
    assert parse_code(f"E-AAAAAA{digit}") == parse_code(f"E-AAAAAA{letter}")
    assert parse_code(f"E-{digit}AAAAAA") == parse_code(f"E-{letter}AAAAAA")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("3", 3),
        ("0000000001", 1),
        (" 42 ", 42),
        (full_width("42"), 42),
        ("2222222", 2_222_222),
        ("7777777777", 7_777_777_777),
        (str(SHORT_NUMBERS - 1), SHORT_NUMBERS - 1),
        ("0" * 90 + "5", 5),
    ],
)
def test_digits_alone_are_a_number_without_a_rule(text: str, number: int) -> None:
    assert parse_code(text) == DealCode(number, None)


def test_digits_after_a_rule_letter_are_the_deals_letters() -> None:
    assert parse_code("E2222222") == parse_code("TP1-E-2222222")
    assert format_code(parse_code("E2222222").number, Rule.EASY) == "TP1-E-2222222"
    assert parse_code("E-0018018").number == parse_code("E-OOIBOIB").number


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (0, "TP1-E-AAAAAAA"),
        (3, "TP1-E-AAAAAAD"),
        (SHORT_NUMBERS - 1, "TP1-E-7777777"),
        (SHORT_NUMBERS, "TP1-E-AAAABAAAAAAA"),
        (ALL_NUMBERS - 1, "TP1-E-777777777777"),
    ],
)
def test_a_number_has_one_code(number: int, code: str) -> None:
    assert format_code(number, Rule.EASY) == code
    assert parse_code(code) == DealCode(number, Rule.EASY)


def test_twelve_letters_that_begin_with_five_a_are_the_short_deal() -> None:
    read = parse_code("TP1-C-AAAAA7777777")
    assert format_code(read.number, Rule.CLASSIC) == "TP1-C-7777777"


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("", ErrorCode.CODE_EMPTY, ""),
        (" \n\u3000", ErrorCode.CODE_EMPTY, ""),
        ("--", ErrorCode.CODE_EMPTY, ""),
        ("E-" + "A" * 99, ErrorCode.CODE_TOO_LONG, "100"),
        ("9" * 10_000_000, ErrorCode.CODE_TOO_LONG, "100"),
        ("TP2-E-AAAAAAB", ErrorCode.CODE_BAD_PREFIX, "TP2"),
        ("TP-E-AAAAAAB", ErrorCode.CODE_BAD_PREFIX, "TP"),
        ("XY-E-AAAAAAB", ErrorCode.CODE_BAD_PREFIX, "XY"),
        ("TP1-X-AAAAAAB", ErrorCode.CODE_BAD_RULE, "X"),
        ("TP1-2222222", ErrorCode.CODE_BAD_RULE, "2"),
        ("AAAAAAB", ErrorCode.CODE_BAD_RULE, "A"),
        ("AAAABAAAAAAA", ErrorCode.CODE_BAD_RULE, "A"),
        ("TP1-AAAAAAB", ErrorCode.CODE_BAD_RULE, "A"),
        ("TP1", ErrorCode.CODE_BAD_RULE, ""),
        ("TP1-E-AAAA9AB", ErrorCode.CODE_BAD_LETTERS, "9"),
        ("TP1_E_AAAAAAB", ErrorCode.CODE_BAD_LETTERS, "_"),
        ("TP1-E-AAAAAÄB", ErrorCode.CODE_BAD_LETTERS, "Ä"),
        ("TP1-\u0415-AAAAAAB", ErrorCode.CODE_BAD_LETTERS, "\u0415"),
        ("E-AAAAAA\u0131", ErrorCode.CODE_BAD_LETTERS, "\u0131"),
        ("E-AAAAAA\u017f", ErrorCode.CODE_BAD_LETTERS, "\u017f"),
        ("E-AAAAAA\ud800", ErrorCode.CODE_BAD_LETTERS, "\\ud800"),
        ("\u0661\u0662", ErrorCode.CODE_BAD_LETTERS, "\u0661"),
        ("²", ErrorCode.CODE_BAD_LETTERS, "²"),
        ("𝟏", ErrorCode.CODE_BAD_LETTERS, "𝟏"),
        ("E", ErrorCode.CODE_BAD_LENGTH, "0"),
        ("TP1-E-AAAAAA", ErrorCode.CODE_BAD_LENGTH, "6"),
        ("TP1-E-AAAAAAAB", ErrorCode.CODE_BAD_LENGTH, "8"),
        ("TP1-E-1", ErrorCode.CODE_BAD_LENGTH, "1"),
        ("E" + "A" * 13, ErrorCode.CODE_BAD_LENGTH, "13"),
        ("1e3", ErrorCode.NUMBER_BAD, "1E3"),
        ("1.5", ErrorCode.NUMBER_BAD, "1.5"),
        ("+1", ErrorCode.NUMBER_BAD, "+1"),
        ("0x10", ErrorCode.NUMBER_BAD, "0X10"),
        ("1 2", ErrorCode.NUMBER_BAD, "1 2"),
        ("1-2", ErrorCode.NUMBER_BAD, "1-2"),
        ("-1", ErrorCode.NUMBER_OUT_OF_RANGE, "-1"),
        ("−1", ErrorCode.NUMBER_OUT_OF_RANGE, "-1"),
        (str(SHORT_NUMBERS), ErrorCode.NUMBER_OUT_OF_RANGE, "34359738368"),
        (str(2**53 + 1), ErrorCode.NUMBER_OUT_OF_RANGE, "9007199254740993"),
        ("9" * 100, ErrorCode.NUMBER_OUT_OF_RANGE, "9" * 23 + "…"),
    ],
    ids=lambda value: str(value.encode("unicode_escape"))[:30] if isinstance(value, str) else None,
)
def test_what_cannot_be_read_names_its_fault(text: str, code: ErrorCode, part: str) -> None:
    with pytest.raises(ParseError) as fault:
        parse_code(text)
    assert (fault.value.code, fault.value.part) == (code, part)
    assert fault.value.detail == str(fault.value)
    assert fault.value.detail.isprintable()
    assert len(fault.value.detail) < 120


@pytest.mark.parametrize("number", [-1, ALL_NUMBERS])
def test_a_number_out_of_range_has_no_code(number: int) -> None:
    with pytest.raises(ParseError) as fault:
        format_code(number, Rule.EASY)
    assert fault.value.code is ErrorCode.NUMBER_OUT_OF_RANGE


@pytest.mark.parametrize(
    ("letter", "rule"),
    [("E", Rule.EASY), ("c", Rule.CLASSIC), ("N", Rule.EASY)],
)
def test_a_rule_is_read_by_its_letter(letter: str, rule: Rule) -> None:
    assert parse_rule(letter) is rule


@pytest.mark.parametrize("text", ["", "X", "EC", "\uff25", "Easy"])
def test_an_unknown_rule_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as fault:
        parse_rule(text)
    assert fault.value.code is ErrorCode.UNKNOWN_RULE
