"""Board rows: the ranked wins of a deal and rule, in a shape that can be rebuilt from results."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Deal, Result, RuleChoice
from leaderboards.ranking import Order, full_order, key_expressions


def _listed(name: str, order: Order, **rows: bool) -> models.Index:
    """An index that lists and counts one board's rows in its order, and holds no other row.

    The score stands in it as it is, too: PostgreSQL can then count from the index alone, which
    it does not see through the negation.
    """
    return models.Index(
        "deal",
        "rule",
        *key_expressions(full_order(order)),
        include=["combo" if order is Order.COMBO else "points"],
        condition=Q(is_listed=True, **rows),
        name=name,
    )


class Win(models.Model):
    """A ranked win. `is_best_*` marks the player's best one on this board in that order."""

    result = models.OneToOneField(
        Result, on_delete=models.CASCADE, primary_key=True, related_name="win"
    )
    # The index on deal, rule and player serves look-ups by the deal alone.
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="wins", db_index=False)
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
        # The three constraints on best rows also serve "the rows of my friends" on the tab of
        # best wins, the one on first attempts the same on the tab of first attempts.
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
            models.CheckConstraint(condition=Q(rule__in=["E", "C"]), name="win_rule"),
        ]
        indexes: ClassVar = [
            # Page and rank of the best wins by points.
            _listed("win_board_points", Order.POINTS, is_best_points=True),
            # Page and rank of the best wins by combo.
            _listed("win_board_combo", Order.COMBO, is_best_combo=True),
            # Page and rank of the fastest wins.
            _listed("win_board_time", Order.TIME, is_best_time=True),
            # Page and rank of the first attempts by points, the board that opens by default.
            _listed("win_first_points", Order.POINTS, is_first_attempt=True),
            # Page and rank of the first attempts by combo.
            _listed("win_first_combo", Order.COMBO, is_first_attempt=True),
            # Page and rank of the first attempts by time.
            _listed("win_first_time", Order.TIME, is_first_attempt=True),
            # The wins of this week or today, from which each player's best is taken.
            models.Index(
                fields=["deal", "rule", "finished_at_ms"],
                condition=Q(is_listed=True),
                name="win_board_window",
            ),
            # One player's wins on a board: his own row, his flags, his best within a window.
            models.Index(fields=["deal", "rule", "player"], name="win_board_player"),
        ]

    def __str__(self) -> str:
        return f"win {self.pk}"
