"""The page that plays all boards of a finished race on one clock."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from games.models import Race
from games.services.race_ends import boards_of, may_see_boards
from games.views import page_data
from games.ws.race_frames import race_url
from players.models import Player


@require_GET
@ensure_csrf_cookie
def race_replay(request: HttpRequest, slug: str) -> HttpResponse:
    """All boards side by side, for who may see them; else what stands against it, and the way."""
    race = get_object_or_404(Race.objects.select_related("deal"), pk=slug)
    player: Player | None = request.player  # type: ignore[attr-defined]
    more: dict[str, Any] = {}
    if may_see_boards(race, player):
        more = {"boards": boards_of(race)}
    context = {
        "page_data": page_data(request, race={"slug": race.pk, "url": race_url(race.pk)}, **more),
        "boards": more.get("boards"),
        "race": race,
        "race_url": race_url(race.pk),
        "is_finished": race.finished_at_ms is not None,
    }
    return render(request, "games/race_replay.html", context)
