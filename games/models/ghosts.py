"""Racing a finished game as if its player were there, and inviting somebody to do so."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.common import new_id
from games.models.play import Game


class Challenge(models.Model):
    """A link that carries a finished game as the ghost; its challenger is that game's player."""

    slug = models.CharField(max_length=12, primary_key=True, default=new_id)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="challenge")
    created_ms = models.BigIntegerField()

    def __str__(self) -> str:
        return f"challenge {self.slug}"


class Chase(models.Model):
    """A game that races a ghost. It goes on as any game; the ghost's log tells where it stood."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="chase"
    )
    ghost = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="chases")
    challenge = models.ForeignKey(
        Challenge, on_delete=models.PROTECT, null=True, related_name="chases"
    )
    created_ms = models.BigIntegerField()
    # When the challenger was told how it ended.
    told_at_ms = models.BigIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(game=models.F("ghost")), name="chase_of_another"
            ),
        ]

    def __str__(self) -> str:
        return f"chase of {self.ghost_id} by {self.game_id}"
