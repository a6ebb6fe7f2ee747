"""What operators see of deals, games and races: all of it, and nothing to change.

State follows from the logs; whoever changed a row here would make `verify` name it. A sealed
deal is sealed for operators too, who may be racing themselves.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.models import Deal, Game, Race, Racer, Result


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Shows rows and changes none."""

    show_full_result_count = False
    # What an address may filter by; anything else would be an oracle for what is not shown.
    lookups: tuple[str, ...] = ()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup.removesuffix("__exact") in self.lookups

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Unsealed(ReadOnly):
    """Shows what belongs to deals that are open."""

    seal = "deal__is_sealed"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(**{self.seal: False})


class RacerInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Racer
    fields = ("player", "is_ready", "game", "done_order", "place")
    can_delete = False
    max_num = 0

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Deal)
class DealAdmin(Unsealed):
    seal = "is_sealed"
    list_display = ("number", "created_at")
    search_fields = ("=number",)


@admin.register(Game)
class GameAdmin(Unsealed):
    list_display = ("id", "player", "deal_id", "rule", "attempt", "status", "seq", "created_at")
    list_filter = ("status", "rule")
    lookups = ("status", "rule")
    list_select_related = ("player",)
    search_fields = ("=id", "=player__name_key", "=deal__number")
    exclude = ("log",)


@admin.register(Race)
class RaceAdmin(ReadOnly):
    list_display = ("slug", "host", "rule", "is_sealed", "starts_at_ms", "finished_at_ms")
    list_select_related = ("host",)
    search_fields = ("=slug", "=host__name_key")
    exclude = ("deal", "nonce")
    readonly_fields = ("code",)
    inlines = (RacerInline,)

    @admin.display(description="deal")
    def code(self, race: Race) -> str:
        return "sealed" if race.is_hidden else race.deal.code(race.rule)


@admin.register(Result)
class ResultAdmin(Unsealed):
    list_display = ("game_id", "player", "deal_id", "rule", "status", "points", "is_first_attempt")
    list_filter = ("status", "rule", "is_published")
    lookups = ("status", "rule", "is_published")
    list_select_related = ("player",)
    search_fields = ("=game__id", "=player__name_key", "=deal__number")
