"""Races, their seats and who waits for one."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.common import GRADES, RuleChoice, new_id
from games.models.deals import Deal

DEFAULT_GRACE_MS = 45_000


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
    # How long an absent racer is waited for before the others may end the race for him.
    grace_ms = models.PositiveIntegerField(default=DEFAULT_GRACE_MS)
    # Its host wished it to change the racers' ratings.
    is_rated = models.BooleanField(default=False)
    created_ms = models.BigIntegerField()
    starts_at_ms = models.BigIntegerField(null=True)
    ends_at_ms = models.BigIntegerField(null=True)
    finished_at_ms = models.BigIntegerField(null=True)
    # By how much start and end were moved because no server could be reached.
    delayed_ms = models.BigIntegerField(default=0)
    previous = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="following"
    )
    # The first race of its chain of rematches (null for that one itself), its number in it, and
    # with which race the match at hand began; `best_of` games decide a match.
    series = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="later_races"
    )
    number = models.PositiveIntegerField(default=1)
    match_from = models.PositiveIntegerField(default=1)
    best_of = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(rule__in=["E", "C"]), name="race_rule"),
            models.CheckConstraint(
                condition=Q(grade="") | Q(grade__in=GRADES, is_sealed=True),
                name="race_grade",
            ),
            models.CheckConstraint(condition=Q(seats__gte=2, seats__lte=8), name="race_seats"),
            models.CheckConstraint(
                condition=Q(is_rated=False) | Q(is_sealed=True), name="race_rated_is_sealed"
            ),
            models.CheckConstraint(
                condition=Q(number=1, series__isnull=True, previous__isnull=True)
                | Q(number__gt=1, series__isnull=False, previous__isnull=False),
                name="race_numbered_in_series",
            ),
            models.CheckConstraint(
                condition=Q(match_from__gte=1, match_from__lte=F("number")),
                name="race_match_from",
            ),
            models.UniqueConstraint(fields=["series", "number"], name="race_once_in_series"),
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


class Racer(models.Model):
    """A seat in a race."""

    race = models.ForeignKey(Race, on_delete=models.CASCADE, related_name="racers")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats"
    )
    is_ready = models.BooleanField(default=False)
    game = models.OneToOneField(
        "games.Game", on_delete=models.PROTECT, null=True, related_name="racer"
    )
    # The order in which the database stored the ends of the racers' games, from 1 on.
    done_order = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    # When a server last knew a socket of this racer open; 0 before the first.
    seen_at_ms = models.BigIntegerField(default=0)
    # When his last socket closed; null while one is open, and where no server saw it close.
    gone_at_ms = models.BigIntegerField(null=True)
    # Who ended the race for him while he was away.
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["race", "player"], name="racer_once"),
            models.UniqueConstraint(fields=["race", "done_order"], name="racer_done_in_order"),
        ]

    def __str__(self) -> str:
        return f"seat of {self.player_id} in {self.race_id}"


class Latecomer(models.Model):
    """Somebody who came to a race too late, and waits for the next one of its chain."""

    race = models.ForeignKey(Race, on_delete=models.CASCADE, related_name="latecomers")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="waits"
    )
    since_ms = models.BigIntegerField()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["race", "player"], name="latecomer_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} waiting after {self.race_id}"


class Heartbeat(models.Model):
    """The one row that a server writes every second: a gap shows that none could be reached."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    beat_at_ms = models.BigIntegerField()
    # How many gaps have moved races so far: who sees it change reads his races again.
    gaps = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(id=1), name="heartbeat_is_one"),
        ]

    def __str__(self) -> str:
        return f"heartbeat at {self.beat_at_ms}"


class Seek(models.Model):
    """A player looking for an opponent; `race` is where he was paired to."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="seek"
    )
    rule = models.CharField(max_length=1, choices=RuleChoice.choices)
    is_rated = models.BooleanField(default=False)
    rating = models.FloatField()
    since_ms = models.BigIntegerField()
    # When a server last knew its socket open.
    seen_at_ms = models.BigIntegerField()
    race = models.ForeignKey(Race, on_delete=models.CASCADE, null=True, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(rule__in=["E", "C"]), name="seek_rule"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} looking for an opponent"
