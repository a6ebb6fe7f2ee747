"""Deal codes: `TP1-E-AAAAAAB`, read kindly and written in one form."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.errors import ErrorCode, ParseError, quoted


class Rule(StrEnum):
    """Easy: king and ace are neighbours. Classic: they are not."""

    EASY = "E"
    CLASSIC = "C"


PREFIX = "TP1"
SHORT_LETTERS = 7
LONG_LETTERS = 12
SHORT_NUMBERS = 2**35
ALL_NUMBERS = 2**60
LONGEST_TEXT = 100

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_VALUES = {letter: value for value, letter in enumerate(_ALPHABET)}
# Base32 has no 0, 1 and 8 because they look like these letters; so they are read as them.
_VALUES |= {digit: _VALUES[letter] for digit, letter in zip("018", "OIB", strict=True)}
# N was Easy's letter in old codes.
_RULES = {"E": Rule.EASY, "N": Rule.EASY, "C": Rule.CLASSIC}

_FULL_WIDTH = {0xFEE0 + ord(char): char for char in _ALPHABET + _ALPHABET.lower() + "0189"}
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−－"), "-")
_READ_AS = _FULL_WIDTH | _DASHES


@dataclass(frozen=True, slots=True)
class DealCode:
    """A deal's number (0 to 2⁶⁰ − 1) and its rule, `None` where a plain number was given."""

    number: int
    rule: Rule | None


def parse_code(text: str) -> DealCode:
    """Read a deal code or a plain deal number.

    Case, surrounding blanks, a missing `TP1-`, blanks for dashes or none, and full-width
    letters and digits are forgiven; a rule letter before the deal's letters is a must, for
    without it a code that lost a letter would be another deal. Digits alone are a number below
    2³⁵. Raises `ParseError`, whose `detail` says which part is wrong.
    """
    plain = _plain(text)
    if plain.isdigit():
        return DealCode(_parse_number(plain), None)
    if plain.lstrip("-+ ")[0].isdigit():
        raise _number_fault(plain)
    letters = _without_prefix(plain.replace("-", " ").split())
    rule = _RULES.get(letters[:1])
    if rule is None:
        raise _bad_rule(letters)
    return DealCode(_parse_letters(letters[1:]), rule)


def format_code(number: int, rule: Rule) -> str:
    """Write the one canonical form: seven letters below 2³⁵, else twelve."""
    check_number(number)
    count = SHORT_LETTERS if number < SHORT_NUMBERS else LONG_LETTERS
    letters = "".join(_ALPHABET[number >> 5 * place & 31] for place in reversed(range(count)))
    return f"{PREFIX}-{rule}-{letters}"


def parse_rule(text: str) -> Rule:
    """Read a rule's letter (`E`, `C`, an old `N`, either case) or raise `ParseError`."""
    rule = _RULES.get(text.upper()) if text.isascii() else None
    if rule is None:
        detail = f"{quoted(text)} is not a rule: E (Easy) or C (Classic)"
        raise ParseError(ErrorCode.UNKNOWN_RULE, detail, text)
    return rule


def check_number(number: int, numbers: int = ALL_NUMBERS) -> None:
    """Raise `ParseError` unless the number is 0 or more and below `numbers`."""
    if not 0 <= number < numbers:
        raise _out_of_range(str(number), numbers)


def _plain(text: str) -> str:
    """Return the text trimmed, in ASCII capitals with plain blanks and dashes, not empty."""
    text = text.strip()
    if len(text) > LONGEST_TEXT:
        detail = f"a deal code or number has at most {LONGEST_TEXT} characters"
        raise ParseError(ErrorCode.CODE_TOO_LONG, detail, str(LONGEST_TEXT))
    plain = " ".join(text.translate(_READ_AS).split())
    if not plain.strip("-+ "):
        raise ParseError(ErrorCode.CODE_EMPTY, "the deal code is empty")
    for char in plain:
        # Checked before upper(), which would turn some foreign letters into ours (ı, ſ).
        if not char.isascii() or not (char.isalnum() or char in "-+. "):
            raise _bad_letter(char)
    return plain.upper()


def _parse_number(digits: str) -> int:
    significant = digits.lstrip("0") or "0"
    if len(significant) > len(str(SHORT_NUMBERS)):
        raise _out_of_range(digits, SHORT_NUMBERS)
    number = int(significant)
    check_number(number, SHORT_NUMBERS)
    return number


def _number_fault(plain: str) -> ParseError:
    """Return what is wrong with a text that begins like a number but is not digits alone."""
    if plain[0] == "-" and plain[1:].isdigit():
        return _out_of_range(plain, SHORT_NUMBERS)
    detail = f"{quoted(plain)} is not a number: a deal number has digits alone"
    return ParseError(ErrorCode.NUMBER_BAD, detail, plain)


def _without_prefix(groups: list[str]) -> str:
    """Return the rule letter and the deal's letters in one piece."""
    letters = "".join(groups)
    if letters.startswith(PREFIX):
        return letters.removeprefix(PREFIX)
    # No rule begins with a T, and three groups are prefix, rule and letters.
    if letters.startswith("T") or (len(groups) == 3 and groups[1] in _RULES):
        detail = f"the code begins with {quoted(groups[0])}, not with {PREFIX}"
        raise ParseError(ErrorCode.CODE_BAD_PREFIX, detail, groups[0])
    return letters


def _bad_rule(letters: str) -> ParseError:
    detail = f"the rule letter {quoted(letters[:1])} is not E or C"
    if len(letters) in (0, SHORT_LETTERS, LONG_LETTERS):
        detail = "the rule letter, E or C, is missing before the deal's letters"
    return ParseError(ErrorCode.CODE_BAD_RULE, detail, letters[:1])


def _parse_letters(letters: str) -> int:
    number = 0
    for letter in letters:
        value = _VALUES.get(letter)
        if value is None:
            raise _bad_letter(letter)
        number = number << 5 | value
    if len(letters) not in (SHORT_LETTERS, LONG_LETTERS):
        detail = (
            f"{len(letters)} letters follow the rule letter; "
            f"a deal has {SHORT_LETTERS} or {LONG_LETTERS}"
        )
        raise ParseError(ErrorCode.CODE_BAD_LENGTH, detail, str(len(letters)))
    return number


def _bad_letter(letter: str) -> ParseError:
    detail = f"{quoted(letter)} is not a letter of a deal code (A–Z, 2–7)"
    return ParseError(ErrorCode.CODE_BAD_LETTERS, detail, letter)


def _out_of_range(number: str, numbers: int) -> ParseError:
    detail = f"the deal number {quoted(number)} is not between 0 and {numbers - 1}"
    return ParseError(ErrorCode.NUMBER_OUT_OF_RANGE, detail, number)
