"""Signing in by name, in any case and any Unicode form of it."""

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser

from players.models import Player


class NameBackend(AuthenticationBackend):
    """Looks names up by their normalised, case-folded form; guests have no way in here."""

    def _authenticate_by_username(self, username: str, password: str) -> AbstractBaseUser | None:
        try:
            player = Player.objects.get_by_natural_key(username)
        except Player.DoesNotExist:
            return None
        return self._check_password(player, password) if player.is_account else None
