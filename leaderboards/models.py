"""Board rows: the ranked wins of a deal and rule, in a shape that can be rebuilt from results."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Deal, Result, RuleChoice


class Win(models.Model):
    """A ranked win. `is_best_*` marks the player's best one on this board in that order."""

    result = models.OneToOneField(
        Result, on_delete=models.CASCADE, primary_key=True, related_name="win"
    )
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="wins")
    rule = models.CharField(max_length=1, choices=RuleChoice.choices)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="wins"
    )
    # Boards list accounts; a guest's rows wait here until he signs up.
    is_listed = models.BooleanField()
    points = models.IntegerField()
    combo = models.IntegerField()
    moves = models.PositiveIntegerField()
    duration_ms = models.BigIntegerField()
    finished_at_ms = models.BigIntegerField()
    is_first_attempt = models.BooleanField()
    is_best_points = models.BooleanField(default=False)
    is_best_combo = models.BooleanField(default=False)
    is_best_time = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["deal", "rule", "player"],
                condition=Q(is_best_points=True),
                name="win_one_best_points",
            ),
            models.UniqueConstraint(
                fields=["deal", "rule", "player"],
                condition=Q(is_best_combo=True),
                name="win_one_best_combo",
            ),
            models.UniqueConstraint(
                fields=["deal", "rule", "player"],
                condition=Q(is_best_time=True),
                name="win_one_best_time",
            ),
            # A first attempt is numbered over both rule letters, so it is one a deal.
            models.UniqueConstraint(
                fields=["deal", "player"],
                condition=Q(is_first_attempt=True),
                name="win_one_first_attempt",
            ),
        ]

    def __str__(self) -> str:
        return f"win {self.pk}"
