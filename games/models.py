"""Deals, games with their logs, results and races: what is stored, and what may be stored."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.utils import timezone

from games.engine.codes import ALL_NUMBERS, SHORT_NUMBERS, Rule, format_code
from games.engine.log import ENTRY_BYTES, LOG_LIMIT

_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
LIVE = "playing"
GRADES = ["gentle", "fair", "tough", "brutal"]


def new_id() -> str:
    """Return a random identifier of 12 letters (60 bits)."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(12))


class RuleChoice(models.TextChoices):
    EASY = "E", "Easy"
    CLASSIC = "C", "Classic"


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


class Race(models.Model):
    """A race of two to eight racers on one deal. Its status follows from the stored times."""

    slug = models.CharField(max_length=12, primary_key=True, default=new_id)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="races")
    rule = models.CharField(max_length=1, choices=RuleChoice.choices)
    # The difficulty that its host asked for, of a sealed deal.
    grade = models.CharField(max_length=6, blank=True, default="")
    is_sealed = models.BooleanField()
    nonce = models.CharField(max_length=32, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    undo_allowed = models.BooleanField(default=False)
    seats = models.PositiveSmallIntegerField(default=2)
    limit_ms = models.PositiveIntegerField(null=True)
    created_ms = models.BigIntegerField()
    starts_at_ms = models.BigIntegerField(null=True)
    ends_at_ms = models.BigIntegerField(null=True)
    finished_at_ms = models.BigIntegerField(null=True)
    previous = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="following"
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(rule__in=["E", "C"]), name="race_rule"),
            models.CheckConstraint(
                condition=Q(grade="") | Q(grade__in=GRADES, is_sealed=True),
                name="race_grade",
            ),
            models.CheckConstraint(condition=Q(seats__gte=2, seats__lte=8), name="race_seats"),
            models.CheckConstraint(
                condition=Q(starts_at_ms__isnull=True, ends_at_ms__isnull=True)
                | Q(starts_at_ms__isnull=False, ends_at_ms__gt=F("starts_at_ms")),
                name="race_ends_after_its_start",
            ),
            models.CheckConstraint(
                condition=Q(is_sealed=False, nonce="", commitment="")
                | (Q(is_sealed=True) & ~Q(nonce="") & ~Q(commitment="")),
                name="race_sealed_has_commitment",
            ),
        ]
        indexes: ClassVar = [
            # Serves the sweep for races whose end has come with nobody there.
            models.Index(
                fields=["ends_at_ms"],
                condition=Q(finished_at_ms__isnull=True),
                name="race_unfinished_by_end",
            )
        ]

    def __str__(self) -> str:
        return f"race {self.slug}"

    def status_at(self, now_ms: int) -> str:
        """Return `lobby`, `countdown`, `running` or `finished` at a server time."""
        if self.finished_at_ms is not None:
            return "finished"
        if self.starts_at_ms is None:
            return "lobby"
        return "countdown" if now_ms < self.starts_at_ms else "running"

    @property
    def is_hidden(self) -> bool:
        """Whether the deal must not show yet."""
        return self.is_sealed and self.finished_at_ms is None


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


class Racer(models.Model):
    """A seat in a race."""

    race = models.ForeignKey(Race, on_delete=models.CASCADE, related_name="racers")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats"
    )
    is_ready = models.BooleanField(default=False)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, related_name="racer")
    # The order in which the database stored the ends of the racers' games, from 1 on.
    done_order = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    # When a server last knew a socket of this racer open; 0 once the last one closed.
    seen_at_ms = models.BigIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["race", "player"], name="racer_once"),
            models.UniqueConstraint(fields=["race", "done_order"], name="racer_done_in_order"),
        ]

    def __str__(self) -> str:
        return f"seat of {self.player_id} in {self.race_id}"


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
