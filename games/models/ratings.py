"""Ratings, and the one change that each rated race makes to each of its racers."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.races import Race


class Rating(models.Model):
    """An account's Glicko-2 rating as its latest rated race left it."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="rating"
    )
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    races = models.PositiveIntegerField()
    rated_at_ms = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(deviation__gt=0, volatility__gt=0), name="rating_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"rating of {self.player_id}"


class RatingChange(models.Model):
    """What one race did to one racer's rating; `number` counts a player's changes from 1 on."""

    race = models.ForeignKey(Race, on_delete=models.PROTECT, related_name="rating_changes")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_changes"
    )
    number = models.PositiveIntegerField()
    rating_before = models.FloatField()
    deviation_before = models.FloatField()
    volatility_before = models.FloatField()
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    at_ms = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["race", "player"], name="rating_change_once"),
            models.UniqueConstraint(fields=["player", "number"], name="rating_change_in_order"),
        ]

    def __str__(self) -> str:
        return f"rating change of {self.player_id} by {self.race_id}"
