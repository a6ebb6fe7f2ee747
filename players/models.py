"""Players: guests and accounts are rows of one table, so signing up keeps everything."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.names import guest_name, name_key, normal_name


class PlayerManager(BaseUserManager["Player"]):
    def get_by_natural_key(self, username: str | None) -> Player:
        """Find a player by name in any case and any Unicode form of it."""
        return self.get(name_key=name_key(username or ""))

    def create_guest(self) -> Player:
        """Store a new guest with a random name."""
        guest = self.model(name=guest_name(), is_guest=True)
        guest.set_unusable_password()
        guest.save()
        return guest

    def create_user(self, name: str, password: str | None = None, **fields: Any) -> Player:
        player = self.model(name=name, **fields)
        player.set_password(password)
        player.save()
        return player

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> Player:
        return self.create_user(name, password, is_staff=True, is_superuser=True, **fields)


class Player(AbstractBaseUser, PermissionsMixin):
    """One who plays: a guest, an account, or a guest that was merged into an account."""

    name = models.CharField(_("name"), max_length=40, unique=True)
    name_key = models.CharField(max_length=80, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    is_guest = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="former_guests"
    )
    date_joined = models.DateTimeField(default=timezone.now)

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | Q(is_guest=True),
                name="player_merged_was_guest",
            ),
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | ~Q(merged_into=F("id")),
                name="player_not_merged_into_itself",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name = normal_name(self.name)
        self.name_key = name_key(self.name)
        if kwargs.get("update_fields") is not None:
            kwargs["update_fields"] = {*kwargs["update_fields"], "name_key"}
        super().save(*args, **kwargs)

    def clean(self) -> None:
        self.name = normal_name(self.name)

    @property
    def is_account(self) -> bool:
        return not self.is_guest


class TokenManager(models.Manager["Token"]):
    def issue(self, player: Player) -> str:
        """Store a new token of a player; return its text, which is kept nowhere."""
        text = secrets.token_urlsafe(32)
        self.create(player=player, digest=token_digest(text))
        return text

    def player_of(self, text: str) -> Player | None:
        """Return the player whom a token signs in, or None."""
        token = self.select_related("player").filter(digest=token_digest(text)).first()
        return token.player if token and token.player.is_active else None


class Token(models.Model):
    """A bearer token of the API; only its SHA-256 is stored."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[TokenManager] = TokenManager()

    def __str__(self) -> str:
        return f"token {self.pk} of {self.player_id}"


class Follow(models.Model):
    """One player's friends: those whom he follows on the boards."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="follows")
    friend = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="followers")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "friend"], name="follow_once"),
            models.CheckConstraint(condition=~Q(player=F("friend")), name="follow_another"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} follows {self.friend_id}"


def token_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
