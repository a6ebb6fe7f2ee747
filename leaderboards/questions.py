"""What is asked of a board, read from a call or an address; the two take the same words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from django.utils.translation import gettext as _

from games.api_errors import ApiError
from games.engine.codes import Rule, parse_code
from games.engine.errors import ParseError
from games.faults import sentence
from leaderboards.cursors import Cursor, CursorError, read_cursor
from leaderboards.listing import Attempt
from leaderboards.ranking import Order
from leaderboards.windows import Window

Choice = TypeVar("Choice", bound=StrEnum)

_FLAGS = {"": False, "0": False, "false": False, "1": True, "true": True}


@dataclass(frozen=True, slots=True)
class Question:
    """Which board of a deal is asked for, and from where on; the defaults are the contract's."""

    attempt: Attempt = Attempt.FIRST
    order: Order = Order.POINTS
    window: Window = Window.ALL
    friends: bool = False
    after: Cursor | None = None


def read_question(words: Mapping[str, str]) -> Question:
    """Read the words of a query; raise `ApiError` (400) that names the one that is wrong."""
    order = _choice(Order, "order", words, Order.POINTS)
    return Question(
        attempt=_choice(Attempt, "attempt", words, Attempt.FIRST),
        order=order,
        window=_choice(Window, "window", words, Window.ALL),
        friends=_flag("friends", words),
        after=_cursor(words.get("after", ""), order),
    )


def read_deal(code: str) -> tuple[int, Rule]:
    """Return the deal number and rule of a code in any form; a plain number means Easy.

    Raises `ApiError`: 400 with the code of what is wrong, since the text was never the name of
    anything. Every code that can be read names a deal, so nothing is ever "not found".
    """
    try:
        deal = parse_code(code)
    except ParseError as error:
        raise ApiError(400, error.code, sentence(error)) from error
    return deal.number, deal.rule or Rule.EASY


def _choice(kind: type[Choice], name: str, words: Mapping[str, str], default: Choice) -> Choice:
    word = words.get(name, "") or default.value
    try:
        return kind(word)
    except ValueError:
        allowed = ", ".join(member.value for member in kind)
        message = _("“%(name)s” is one of: %(allowed)s.") % {"name": name, "allowed": allowed}
        raise ApiError(400, f"bad_{name}", message) from None


def _flag(name: str, words: Mapping[str, str]) -> bool:
    try:
        return _FLAGS[words.get(name, "")]
    except KeyError:
        message = _("“%(name)s” is 1 or 0.") % {"name": name}
        raise ApiError(400, f"bad_{name}", message) from None


def _cursor(text: str, order: Order) -> Cursor | None:
    if not text:
        return None
    try:
        return read_cursor(text, order)
    except CursorError:
        message = _("“after” is what a page of this same board gave as “next”.")
        raise ApiError(400, "bad_after", message) from None
