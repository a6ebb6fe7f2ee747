"""Replays: a finished game, whole, for those who may see it."""

from __future__ import annotations

from typing import Any

from games.engine.actions import format_action
from games.engine.cards import format_deck
from games.engine.codes import Rule
from games.engine.log import decode_log
from games.models import Game, Result
from games.services.live import deck_of
from games.services.verdicts import proof_of
from players.models import Player


def may_see(game: Game, player: Player | None) -> bool:
    """Tell whether a player may see the replay of a game.

    It is finished, its deal is no longer sealed, and he played it or has finished a game of
    that deal himself.
    """
    result = Result.objects.filter(pk=game.pk).first()
    if player is None or result is None or not result.is_published:
        return False
    if player.pk == game.player_id and game.seq:
        return True
    return has_finished(player, game.deal_id)


def has_finished(player: Player, deal_id: int) -> bool:
    """Tell whether a player has finished a game of a deal, under either rule.

    A race in which he never acted is no attempt, so it opens nothing.
    """
    finished = Result.objects.filter(player=player, deal_id=deal_id, is_published=True)
    return finished.filter(game__seq__gt=0).exists()


def replay_of(game: Game) -> dict[str, Any]:
    """Return the whole of a finished game: deck, actions, their times, and how it ended."""
    result = game.result
    entries = decode_log(bytes(game.log))
    return {
        "type": "replay",
        "game": game.pk,
        "player": game.player.name,
        "deal": game.code,
        "rule": Rule(game.rule).value,
        "cards": format_deck(deck_of(game.deal_id)),
        "actions": " ".join(format_action(entry.action) for entry in entries),
        "times_ms": [entry.at_ms for entry in entries],
        "seq": game.seq,
        "attempt": game.attempt,
        "status": result.status,
        "moves": result.moves,
        "undo_used": result.undo_used,
        "scores": {
            "points": result.points,
            "combo": result.combo,
            "streak": result.streak,
            "cards_left": result.cards_left,
        },
        "duration_ms": result.duration_ms,
        "finished_at_ms": result.finished_at_ms,
        "first_attempt": result.is_first_attempt,
        "best": proof_of(game.deal_id, game.rule).told(),
    }
