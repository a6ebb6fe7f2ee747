"""How allauth's forms make accounts here: a guest who signs up stays the same player."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from games.services.merging import account_opened
from players.identity import guest_of
from players.limits import client_address, spend
from players.models import Player
from players.names import check_name, name_key


class PlayerAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Check a wished name as `players.names` says, and that it is free."""
        name = check_name(username)
        if not shallow and Player.objects.filter(name_key=name_key(name)).exists():
            raise _taken()
        return name

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address that sign-ins are counted for: the one that everything is."""
        return client_address(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failed sign-ins by the name's key: another spelling is no fresh set of tries."""
        return name_key(str(credentials.get("username", "")))

    def new_user(self, request: HttpRequest) -> Player:
        return guest_of(request) or Player()

    def save_user(
        self, request: HttpRequest, user: Player, form: BaseForm, commit: bool = True
    ) -> Player:
        """Turn the visitor's guest into an account, or store a new one, and tell the boards."""
        spend(request, "signups")
        try:
            with transaction.atomic():
                # A form posted twice at once: only one of the two turns the guest.
                if user.pk and not _is_still_guest(user):
                    user = Player()
                user.is_guest = False
                super().save_user(request, user, form, commit=commit)
                account_opened(user)
        except IntegrityError:
            # Another form took the name between the check and the write.
            messages.error(request, _("This name is taken. Please choose another."))
            raise ImmediateHttpResponse(redirect("account_signup")) from None
        return user


def _is_still_guest(user: Player) -> bool:
    rows = Player.objects.select_for_update(no_key=True).filter(pk=user.pk, is_guest=True)
    return rows.first() is not None


def _taken() -> ValidationError:
    return ValidationError(_("This name is taken. Please choose another."), code="name_taken")
