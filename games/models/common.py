"""What several tables share: identifiers, rules, grades, the status of a game that goes on."""

from __future__ import annotations

import secrets

from django.db import models

_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
LIVE = "playing"
GRADES = ["gentle", "fair", "tough", "brutal"]


def new_id() -> str:
    """Return a random identifier of 12 letters (60 bits)."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(12))


class RuleChoice(models.TextChoices):
    EASY = "E", "Easy"
    CLASSIC = "C", "Classic"
