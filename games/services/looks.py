"""Looking at a verdict before finishing a deal: it makes the games that follow assisted."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import BigIntegerField, F, Q, QuerySet
from django.db.models.functions import Coalesce

from games.engine.codes import SHORT_NUMBERS, Rule
from games.engine.errors import ErrorCode, GameError
from games.models import LIVE, Deal, Game, Look
from games.services.attempts import person_id
from games.services.clock import now_ms
from games.services.live import LiveGame
from games.services.replays import has_finished
from games.services.solving import in_solver
from games.services.verdicts import Proof, proof_of
from games.solver.analysis import still_winnable
from players.models import Player


def is_open(number: int) -> bool:
    """Tell whether a deal has a verdict for anybody: sealed ones have none.

    Nor has a long number that nobody has opened, so that nothing tells it from a sealed one.
    """
    return number < SHORT_NUMBERS or Deal.objects.filter(pk=number, is_sealed=False).exists()


def may_show(player: Player | None, number: int) -> bool:
    """Tell whether a deal's verdict is open to a player: he has finished the deal, or looked."""
    if player is None or not is_open(number):
        return False
    return has_finished(player, number) or looks_at(player, number).exists()


def looks_at(player: Player, number: int) -> QuerySet[Look]:
    """Return what a person, as account or as a guest merged into it, has looked at of a deal."""
    person = person_id(player)
    own = Q(player_id=person) | Q(player__merged_into_id=person)
    return Look.objects.filter(own, deal_id=number)


def look(player: Player, number: int) -> dict[Rule, Proof]:
    """Show a deal's verdicts; unless its player has finished the deal, note that he looked.

    Locks the player, so that no win of his is judged meanwhile. Raises `GameError` (`not_open`).
    """
    if not is_open(number):
        raise GameError(ErrorCode.NOT_OPEN)
    _note(player, number)
    return {rule: proof_of(number, rule) for rule in Rule}


def _note(player: Player, number: int) -> None:
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if may_show(player, number):
            return
        Deal.objects.get_or_create(pk=number)
        Look.objects.create(player=player, deal_id=number, looked_at_ms=now_ms())


def is_assisted(game: Game, finished_at_ms: int, looks: Iterable[Look]) -> bool:
    """Judge whether a game had help: its player asked during it, or had looked before its end."""
    if game.assisted_at_ms is not None:
        return True
    return any(seen.looked_at_ms <= finished_at_ms for seen in looks)


def ask_chance(live: LiveGame) -> bool:
    """Tell whether a solo game can still be won; from now on it is assisted.

    What is told is stored first. Raises `GameError`: `not_in_races`, or `game_over`.
    """
    if live.race_slug is not None:
        raise GameError(ErrorCode.NOT_IN_RACES)
    asked_at_ms = Coalesce(F("assisted_at_ms"), now_ms(), output_field=BigIntegerField())
    if not Game.objects.filter(pk=live.id, status=LIVE).update(assisted_at_ms=asked_at_ms):
        raise GameError(ErrorCode.GAME_OVER)
    return in_solver(still_winnable, live.state)
