"""Players for operators: to look up, and to switch off or on."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from players.models import Player


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """An account can be switched off; names and guests change by signing up and in alone."""

    list_display = ("name", "is_guest", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("name", "name_key", "=email")
    fields = (
        ("name", "email"),
        ("is_guest", "merged_into"),
        ("is_active", "is_staff", "is_superuser"),
        ("date_joined", "last_login"),
    )
    readonly_fields = ("name", "email", "is_guest", "merged_into", "date_joined", "last_login")
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Filter by what is listed alone: by an address one could ask for passwords' hashes."""
        return lookup.removesuffix("__exact") in self.list_filter

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """What a player has played stands on boards and in races, so he is switched off."""
        return False
