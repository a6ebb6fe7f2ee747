"""Which games of a deal count against each other: those of one person, under both rules.

A person is an account with the guests that were merged into it. Their games move to the account
but for one kind: where both sat in one race, the guest's game stays with its seat, since a racer
has one game. It keeps a number among the guest's games, and what its player learnt of the deal
in it counts all the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from games.models import Game
from players.models import Player


def person_id(player: Player) -> int:
    """Return the number of the account that a player is or was merged into."""
    return player.merged_into_id or player.pk


def games_of_person(player: Player, deal_id: int) -> QuerySet[Game]:
    """Return the games of a deal in which a person has acted, their players joined in."""
    person = person_id(player)
    own = Q(player_id=person) | Q(player__merged_into_id=person)
    games = Game.objects.select_related("player").defer("log")
    return games.filter(own, deal_id=deal_id, seq__gt=0)


def was_played(game: Game) -> bool:
    """Tell whether a game taught its player anything of the deal.

    A seat that was only given up in a merge did not: its table was never touched, and the
    race's deal stays closed.
    """
    is_given_up = game.seq == 1 and game.status == "resigned" and game.race_id is not None
    return not (is_given_up and game.player.merged_into_id is not None)


def is_first_attempt(game: Game, finished_at_ms: int, played: Iterable[Game]) -> bool:
    """Judge whether an ended game was its player's first attempt on the deal.

    It is, if it is attempt 1 and no other of the person's games `played` (either rule) was
    acted in before this one's last action.
    """
    if game.attempt != 1 or not was_played(game):
        return False
    return not any(
        other.pk != game.pk
        and other.started_at_ms is not None
        and other.started_at_ms <= finished_at_ms
        and was_played(other)
        for other in played
    )
