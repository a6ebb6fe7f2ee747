"""A player's page, and following him."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.db import models
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from players.answers import fault
from players.models import Follow, Player
from players.names import name_key

LATEST_RESULTS = 20


@require_safe
@ensure_csrf_cookie
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player; a name in another case or form leads to the page under its own."""
    viewer: Player | None = request.player  # type: ignore[attr-defined]
    player = _shown_to(viewer, name)
    if player is None:
        return _nobody(request)
    if player.name != name:
        return redirect("profile", player.name)
    return render(request, "players/profile.html", _context(player, viewer))


@require_POST
def follow(request: HttpRequest, name: str) -> HttpResponse:
    """Make a player a friend of the one who asks; a second time changes nothing."""
    return _change(request, name, follows=True)


@require_POST
def unfollow(request: HttpRequest, name: str) -> HttpResponse:
    """Make a player a friend no more; a second time changes nothing."""
    return _change(request, name, follows=False)


def _change(request: HttpRequest, name: str, *, follows: bool) -> HttpResponse:
    viewer: Player | None = request.player  # type: ignore[attr-defined]
    player = _shown_to(viewer, name)
    if player is None:
        return _nobody(request)
    page = reverse("profile", args=[player.name])
    if viewer is None:
        return HttpResponseRedirect(f"{reverse('account_login')}?next={quote(page)}")
    if player == viewer:
        return fault(request, 400, "follow_yourself", _("You cannot follow yourself."))
    if follows:
        Follow.objects.get_or_create(player=viewer, friend=player)
        messages.success(request, _("You follow %(name)s now.") % {"name": player.name})
    else:
        Follow.objects.filter(player=viewer, friend=player).delete()
        messages.success(request, _("You no longer follow %(name)s.") % {"name": player.name})
    return HttpResponseRedirect(page)


def _shown_to(viewer: Player | None, name: str) -> Player | None:
    """Return the player of a name, in any case and form, whose page the viewer may see.

    Guests have no page but for themselves; who was merged or switched off has none.
    """
    # PostgreSQL takes no NUL, so nobody's name has one.
    key = name_key(name).replace("\0", " ")
    player = Player.objects.filter(name_key=key, is_active=True).first()
    if player is None or (player.is_guest and player != viewer):
        return None
    return player


def _nobody(request: HttpRequest) -> HttpResponse:
    return fault(request, 404, "no_player", _("There is no player of this name."))


def _context(player: Player, viewer: Player | None) -> dict[str, Any]:
    is_own = player == viewer
    return {
        # Named unlike the base template's `player`, who is the one that reads.
        "profile": player,
        "is_own": is_own,
        "is_followed": viewer is not None
        and not is_own
        and Follow.objects.filter(player=viewer, friend=player).exists(),
        "follows": _friends(player) if is_own else [],
        "counts": _counts(player),
        "results": _latest(player),
    }


def _friends(player: Player) -> list[Player]:
    friends = Player.objects.filter(followers__player=player, is_active=True, is_guest=False)
    return list(friends.order_by("name_key"))


def _counts(player: Player) -> dict[str, int | None]:
    """Count a player's games: those with an action at least, of deals that are not sealed.

    `win_rate` (whole percent, None of no game) is of all of them, finished or not; `firsts`
    are the deals that he began, the population of `first_win_rate`.
    """
    games = _open(player.games.filter(seq__gt=0))
    won = Q(result__status="won", result__is_published=True)
    counts: dict[str, int] = games.aggregate(
        games=Count("pk"),
        wins=Count("pk", filter=won),
        clean_wins=Count("pk", filter=won & Q(result__undo_used=False)),
        firsts=Count("pk", filter=Q(attempt=1)),
        first_wins=Count("pk", filter=won & Q(attempt=1, result__is_first_attempt=True)),
    )
    return counts | {
        "win_rate": _percent(counts["wins"], counts["games"]),
        "first_win_rate": _percent(counts["first_wins"], counts["firsts"]),
    }


def _percent(part: int, whole: int) -> int | None:
    return round(100 * part / whole) if whole else None


def _latest(player: Player) -> list[Any]:
    """Return his latest finished games; of a sealed deal nothing, for nobody."""
    results = _open(player.results.filter(is_published=True))
    return list(results.select_related("game").order_by("-finished_at_ms")[:LATEST_RESULTS])


def _open(rows: models.QuerySet[Any]) -> models.QuerySet[Any]:
    return rows.filter(deal__is_sealed=False)
