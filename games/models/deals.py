"""Deals, what the solver has proved of them, and who has looked."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.engine.codes import ALL_NUMBERS, SHORT_NUMBERS, Rule, format_code
from games.models.common import RuleChoice


class Deal(models.Model):
    """A deal that somebody has opened, by its number; its cards follow from the number."""

    number = models.BigIntegerField(primary_key=True)
    # While a deal is sealed nothing about its games may show anywhere.
    is_sealed = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(number__gte=0, number__lt=ALL_NUMBERS), name="deal_number_in_range"
            ),
            models.CheckConstraint(
                condition=Q(is_sealed=False) | Q(number__gte=SHORT_NUMBERS),
                name="deal_sealed_is_long",
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.pk}"

    def code(self, rule: str) -> str:
        return format_code(self.number, Rule(rule))


class Verdict(models.Model):
    """What the solver has proved of a deal under a rule; a newer solver's replaces it."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="verdicts")
    rule = models.CharField(max_length=1, choices=RuleChoice.choices)
    solver_version = models.PositiveSmallIntegerField()
    winnable = models.BooleanField()
    # The fewest draws and the most points of any win; none where there is no win.
    min_draws = models.PositiveSmallIntegerField(null=True)
    best_points = models.PositiveSmallIntegerField(null=True)
    # Searched for when it is first asked for.
    best_combo = models.PositiveSmallIntegerField(null=True)
    # The share, in thousandths, of the ordinary player's wins.
    difficulty_version = models.PositiveSmallIntegerField()
    wins_per_mille = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "rule"], name="verdict_once"),
            models.CheckConstraint(
                condition=Q(winnable=True, min_draws__lte=23, best_points__isnull=False)
                | Q(
                    winnable=False,
                    min_draws__isnull=True,
                    best_points__isnull=True,
                    best_combo__isnull=True,
                    wins_per_mille=0,
                ),
                name="verdict_hangs_together",
            ),
            models.CheckConstraint(condition=Q(wins_per_mille__lte=1000), name="verdict_share"),
        ]

    def __str__(self) -> str:
        return f"verdict on {self.deal_id} {self.rule}"


class Look(models.Model):
    """A player looked at a deal's verdict before he had finished the deal."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="looks"
    )
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="looks")
    looked_at_ms = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "deal"], name="look_once"),
        ]

    def __str__(self) -> str:
        return f"look of {self.player_id} at {self.deal_id}"
