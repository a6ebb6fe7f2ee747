"""Games with their logs, and their results."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.utils import timezone

from games.engine.codes import Rule, format_code
from games.engine.log import ENTRY_BYTES, LOG_LIMIT
from games.models.common import LIVE, RuleChoice, new_id
from games.models.deals import Deal
from games.models.races import Race


class Game(models.Model):
    """One player's game on a deal: the deal and an append-only log are its whole truth."""

    id = models.CharField(max_length=12, primary_key=True, default=new_id)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="games"
    )
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="games")
    rule = models.CharField(max_length=1, choices=RuleChoice.choices)
    race = models.ForeignKey(Race, on_delete=models.PROTECT, null=True, related_name="games")
    undo_allowed = models.BooleanField(default=True)
    # The log, ENTRY_BYTES an action, and its length in actions.
    log = models.BinaryField(default=b"")
    seq = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, default=LIVE)
    # Numbered at the first action, over both rule letters of the deal.
    attempt = models.PositiveIntegerField(null=True)
    started_at_ms = models.BigIntegerField(null=True)
    # In a race: no action counts before the one or from the other on.
    opens_at_ms = models.BigIntegerField(null=True)
    closes_at_ms = models.BigIntegerField(null=True)
    # When its player first asked whether it can still be won: from then on it is assisted.
    assisted_at_ms = models.BigIntegerField(null=True)
    # Its deal is not told to its player before the end: he races a ghost on cards new to him.
    is_veiled = models.BooleanField(default=False)
    # Given up untouched, by a merge: it taught its player nothing of the deal.
    is_given_up = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "deal", "attempt"], name="game_attempt_once"),
            models.UniqueConstraint(fields=["race", "player"], name="game_one_a_racer"),
            models.CheckConstraint(condition=Q(rule__in=["E", "C"]), name="game_rule"),
            models.CheckConstraint(
                condition=Q(status__in=[LIVE, "stuck", "won", "resigned", "timed_out"]),
                name="game_status",
            ),
            models.CheckConstraint(condition=Q(seq__lte=LOG_LIMIT + 1), name="game_log_bounded"),
            models.CheckConstraint(
                condition=Exact(Length("log"), F("seq") * ENTRY_BYTES),
                name="game_seq_is_log_length",
            ),
            models.CheckConstraint(
                condition=Q(assisted_at_ms__isnull=True) | Q(race__isnull=True),
                name="game_no_help_in_races",
            ),
            models.CheckConstraint(
                condition=Q(is_veiled=False) | Q(race__isnull=True), name="game_veiled_is_solo"
            ),
            models.CheckConstraint(
                condition=Q(is_given_up=False) | Q(status="resigned", seq=1, race__isnull=False),
                name="game_given_up_untouched",
            ),
            models.CheckConstraint(
                condition=Q(seq=0, attempt__isnull=True, started_at_ms__isnull=True)
                | Q(seq__gt=0, attempt__gt=0, started_at_ms__isnull=False),
                name="game_numbered_at_first_action",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"

    @property
    def clock_from_ms(self) -> int | None:
        """The server time from which this game's times count: a race's start, else its first."""
        return self.started_at_ms if self.opens_at_ms is None else self.opens_at_ms

    @property
    def code(self) -> str:
        return format_code(self.deal_id, Rule(self.rule))


class Result(models.Model):
    """How a game ended, written in the transaction of its last action."""

    game = models.OneToOneField(
        Game, on_delete=models.PROTECT, primary_key=True, related_name="result"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="results"
    )
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="results")
    rule = models.CharField(max_length=1, choices=RuleChoice.choices)
    status = models.CharField(max_length=10)
    points = models.IntegerField()
    combo = models.IntegerField()
    streak = models.IntegerField()
    cards_left = models.PositiveSmallIntegerField()
    moves = models.PositiveIntegerField()
    undo_used = models.BooleanField()
    duration_ms = models.BigIntegerField()
    finished_at_ms = models.BigIntegerField()
    is_first_attempt = models.BooleanField()
    is_assisted = models.BooleanField(default=False)
    # False while the deal is sealed: nothing shows a result before it is published.
    is_published = models.BooleanField()
    scoring_version = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status__in=["won", "stuck", "resigned", "timed_out"]),
                name="result_status",
            ),
            models.CheckConstraint(
                condition=Q(cards_left__lte=28)
                & (Q(status="won", cards_left=0) | (~Q(status="won") & Q(cards_left__gt=0))),
                name="result_won_is_cleared",
            ),
            models.CheckConstraint(
                condition=Q(points__gte=0, combo__gte=0, duration_ms__gte=0),
                name="result_not_negative",
            ),
        ]
        indexes: ClassVar = [
            # Serves a player's page: his latest results.
            models.Index(fields=["player", "-finished_at_ms"], name="result_player_latest"),
        ]

    def __str__(self) -> str:
        return f"result of {self.pk}"

    @property
    def is_ranked(self) -> bool:
        """Whether the result may stand on a board: a no-undo, unassisted win."""
        return self.status == "won" and not self.undo_used and not self.is_assisted
