"""What the commands read: deal codes and JSON lines, each fault told in one line with exit 2."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import CommandError

from games.engine.cards import Deck, parse_deck
from games.engine.codes import Rule, parse_code, parse_rule
from games.engine.errors import ParseError, quoted
from games.engine.shuffle import deal_cards


class BadInput(CommandError):  # noqa: N818 - named for who has to mend it
    """Input that cannot be read: one line on standard error, exit status 2."""

    def __init__(self, message: str) -> None:
        super().__init__(message, returncode=2)


Fields = dict[str, object]


@contextmanager
def faults_named(place: str) -> Iterator[None]:
    """Put the place of a fault (`line 3`, a code) before what is wrong there."""
    try:
        yield
    except (ParseError, BadInput) as fault:
        raise BadInput(f"{place}: {fault}") from fault


def opened(path: str) -> BinaryIO:
    """Open a file for reading, or standard input for `-`; raise `BadInput` if it cannot be."""
    if path == "-":
        return sys.stdin.buffer
    try:
        return Path(path).open("rb")
    except OSError as fault:
        raise BadInput(f"cannot read {quoted(path)}: {fault.strerror}") from fault


def json_lines(source: Iterable[bytes]) -> Iterator[tuple[str, Fields]]:
    """Yield `("line <number>", object)` for each line that is not blank."""
    for number, line in enumerate(source, start=1):
        place = f"line {number}"
        if line.strip():
            with faults_named(place):
                fields = _json_object(line)
            yield place, fields


def text_field(fields: Fields, name: str) -> str:
    """Return a field that must be there and be a text."""
    if name not in fields:
        raise BadInput(f'"{name}" is missing')
    value = fields[name]
    if not isinstance(value, str):
        raise BadInput(f'"{name}" is not a text')
    return value


def deck_and_rule(fields: Fields) -> tuple[Deck, Rule]:
    """Return the deck of `cards` or `deal`, and the rule: a code's letter, else `rule`, else Easy.

    Raises `BadInput` or `ParseError`.
    """
    if ("cards" in fields) == ("deal" in fields):
        raise BadInput('give either "cards" or "deal"')
    given = fields.get("rule")
    rule = Rule.EASY if given is None else parse_rule(text_field(fields, "rule"))
    if "cards" in fields:
        return parse_deck(text_field(fields, "cards")), rule
    code = parse_code(_code_text(fields["deal"]))
    return deal_cards(code.number), code.rule or rule


def _code_text(deal: object) -> str:
    if isinstance(deal, str):
        return deal
    if isinstance(deal, int) and not isinstance(deal, bool):
        return str(deal)
    raise BadInput('"deal" is neither a code nor a whole number')


def _json_object(line: bytes) -> Fields:
    try:
        value: Any = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        raise BadInput("not UTF-8 text") from fault
    except json.JSONDecodeError as fault:
        raise BadInput(f"not JSON: {fault.msg} at column {fault.colno}") from fault
    except (ValueError, RecursionError) as fault:
        # Numbers of thousands of digits and brackets nested without end.
        raise BadInput("not JSON that can be read") from fault
    if not isinstance(value, dict):
        raise BadInput("not a JSON object")
    return value
