"""Opening deals and dealing games on them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max

from games.engine.cards import Deck
from games.engine.codes import (
    ALL_NUMBERS,
    SHORT_NUMBERS,
    DealCode,
    Rule,
    parse_code,
    parse_rule,
)
from games.engine.errors import ErrorCode, GameError, NotWinnable, ParseError
from games.models import Deal, Game
from games.services.live import deck_of
from games.services.solving import in_solver
from games.services.verdicts import is_winnable
from games.solver.difficulty import Grade, difficulty, grade_of
from games.solver.oracle import solve
from players.models import Player

# Some 97 in 100 deals can be won in Easy and 73 in Classic, and the rarest grade is one winnable
# deal in eight: 150 misses in a row do not happen (0.91 to the 150th), and if they do, it is said.
MOST_TRIES = 150


@dataclass(frozen=True, slots=True)
class Choice:
    """A deal that was asked for: its number (None: any winnable one), the rule, and of a random
    one the grade of difficulty, if that matters."""

    number: int | None
    rule: Rule
    grade: Grade | None = None


def read_choice(deal: str | None, rule: str, grade: str | None = None) -> Choice:
    """Read what a form or a call asks for; a code's letter is the rule, else `rule` is.

    Raises `ParseError` for an unreadable code, rule or grade.
    """
    wished = parse_rule(rule)
    if deal is None:
        return Choice(None, wished, _read_grade(grade))
    code: DealCode = parse_code(deal)
    return Choice(code.number, code.rule or wished)


def _read_grade(text: str | None) -> Grade | None:
    if not text:
        return None
    try:
        return Grade(text)
    except ValueError:
        detail = "the grade is gentle, fair, tough or brutal"
        raise ParseError(ErrorCode.UNKNOWN_GRADE, detail, text) from None


def draw_winnable(rule: Rule, *, grade: Grade | None = None, is_long: bool = False) -> int:
    """Draw a deal number, evenly among those of its kind that the solver proves winnable.

    Short numbers (below 2³⁵) or, for sealed deals, long ones (to 2⁶⁰ − 1); of one grade, if one
    is asked for. Raises `GameError` (`no_deal_found`) after MOST_TRIES numbers that do not fit.
    """
    low, high = (SHORT_NUMBERS, ALL_NUMBERS) if is_long else (0, SHORT_NUMBERS)
    for _ in range(MOST_TRIES):
        number = low + secrets.randbelow(high - low)
        if in_solver(_fits, deck_of(number), rule, grade):
            return number
    raise GameError(ErrorCode.NO_DEAL_FOUND)


def _fits(deck: Deck, rule: Rule, grade: Grade | None) -> bool:
    if not solve(deck, rule).winnable:
        return False
    return grade is None or grade_of(difficulty(deck, rule)) is grade


def warn_if_lost(choice: Choice) -> None:
    """Raise `NotWinnable` for a deal by number that cannot be won."""
    if choice.number is not None and not is_winnable(choice.number, choice.rule):
        raise NotWinnable(choice.rule)


def next_attempt(player: Player, number: int) -> int:
    """Return the attempt number that a game of this deal would get if it were acted in now."""
    games = Game.objects.filter(player=player, deal_id=number)
    return (games.aggregate(last=Max("attempt"))["last"] or 0) + 1


def deal_game(player: Player, choice: Choice) -> Game:
    """Store a new game of a player, not numbered before its first action."""
    number = choice.number
    if number is None:
        number = draw_winnable(choice.rule, grade=choice.grade)
    deal, _ = Deal.objects.get_or_create(pk=number)
    if choice.number is None:
        is_winnable(number, choice.rule)  # stores the verdict that the draw has found
    return Game.objects.create(player=player, deal=deal, rule=choice.rule)


def deal_or_resume(player: Player, choice: Choice) -> Game:
    """Return the player's untouched game of the deal asked for, or a new one.

    A form posted twice, also at once, or a deal that is left and asked for again, leaves one
    row. Locks the player. A random deal is a new one each time.
    """
    if choice.number is None:
        return deal_game(player, choice)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        untouched = Game.objects.filter(
            player=player, race__isnull=True, seq=0, rule=choice.rule, deal_id=choice.number
        )
        waiting = untouched.order_by("created_at").first()
        return waiting or deal_game(player, choice)


def current_game(player: Player) -> Game | None:
    """Return the solo game that a player would go on with: his latest one that is not over."""
    latest = Game.objects.filter(player=player, race__isnull=True).order_by("-created_at").first()
    return latest if latest is not None and latest.status == "playing" else None
