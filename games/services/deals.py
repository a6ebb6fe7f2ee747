"""Opening deals and dealing games on them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max

from games.engine.codes import (
    ALL_NUMBERS,
    SHORT_NUMBERS,
    DealCode,
    Rule,
    parse_code,
    parse_rule,
)
from games.engine.errors import ErrorCode, GameError
from games.models import Deal, Game
from games.services.live import deck_of
from games.solver.oracle import solve
from players.models import Player

# Some 97 in 100 deals can be won in Easy and 73 in Classic: 60 misses in a row do not happen
# (0.27 to the 60th), and if they do, it is said.
MOST_TRIES = 60


@dataclass(frozen=True, slots=True)
class Choice:
    """A deal that was asked for: its number (None: any winnable one) and the rule."""

    number: int | None
    rule: Rule


def read_choice(deal: str | None, rule: str) -> Choice:
    """Read what a form or a call asks for; a code's letter is the rule, else `rule` is.

    Raises `ParseError` for an unreadable code or rule.
    """
    wished = parse_rule(rule)
    if deal is None:
        return Choice(None, wished)
    code: DealCode = parse_code(deal)
    return Choice(code.number, code.rule or wished)


def draw_winnable(rule: Rule, *, is_long: bool = False) -> int:
    """Draw a deal number, evenly among those of its kind that the solver proves winnable.

    Short numbers (below 2³⁵) or, for sealed deals, long ones (to 2⁶⁰ − 1). Raises `GameError`
    (`no_deal_found`) after MOST_TRIES numbers that cannot be won.
    """
    low, high = (SHORT_NUMBERS, ALL_NUMBERS) if is_long else (0, SHORT_NUMBERS)
    for _ in range(MOST_TRIES):
        number = low + secrets.randbelow(high - low)
        if solve(deck_of(number), rule).winnable:
            return number
    raise GameError(ErrorCode.NO_DEAL_FOUND)


def next_attempt(player: Player, number: int) -> int:
    """Return the attempt number that a game of this deal would get if it were acted in now."""
    games = Game.objects.filter(player=player, deal_id=number)
    return (games.aggregate(last=Max("attempt"))["last"] or 0) + 1


def deal_game(player: Player, choice: Choice) -> Game:
    """Store a new game of a player, not numbered before its first action."""
    number = draw_winnable(choice.rule) if choice.number is None else choice.number
    deal, _ = Deal.objects.get_or_create(pk=number)
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
