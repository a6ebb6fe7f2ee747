"""What is stored of players and follows from the rest of their rows."""

from __future__ import annotations

from collections.abc import Iterator

from games.services.verify import CHUNK_ROWS, Difference, compared
from players.models import Player
from players.names import name_key, normal_name


def check_players() -> Iterator[list[Difference]]:
    """Yield one list of differences for each player: his name's forms, and that a guest who was
    merged into an account is active no more."""
    for player in Player.objects.order_by("pk").iterator(chunk_size=CHUNK_ROWS):
        is_gone = player.merged_into_id is not None
        recomputed = {
            "name": normal_name(player.name),
            "name_key": name_key(player.name),
            "is_active": player.is_active and not is_gone,
        }
        yield list(compared(player, recomputed))
