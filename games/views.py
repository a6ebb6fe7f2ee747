"""The pages of playing and racing. What they show is drawn by the page's own modules."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST
from pydantic import StrictBool, ValidationError

from games.api import GameIn, choice_of, told_game
from games.api_errors import ApiError
from games.bodies import read_object
from games.engine.errors import GameError
from games.faults import sentence
from games.grades import described_grades
from games.models import Game, Race
from games.services import deals
from games.services.clock import now_ms
from games.services.live import live_game
from games.services.race_views import view_race
from games.services.replays import may_see, replay_of
from games.solver.difficulty import PLAYOUTS
from games.survey_page import draw_lines, told_surveys
from games.ws.frames import state_frame
from games.ws.race_frames import race_frame, race_socket, race_url
from players.answers import fault
from players.identity import ensure_player
from players.limits import spend
from players.models import Player

URLS = {
    "play": "/play/",
    "races": "/api/v1/races",
    "board": "/api/v1/deals/",
    "signup": "/accounts/signup/",
    "login": "/accounts/login/",
    "rules": "/about/rules/",
}


def player_data(player: Player | None) -> dict[str, Any] | None:
    return None if player is None else {"name": player.name, "is_guest": player.is_guest}


def game_data(game: Game, player: Player) -> dict[str, Any]:
    """Return what a page needs to draw a game at once and to open its socket."""
    return {
        **told_game(game, player),
        "game": game.pk,
        "state": asdict(state_frame(live_game(game))),
    }


def page_data(request: HttpRequest, **more: Any) -> dict[str, Any]:
    """Return the page's data, as its modules read it."""
    player: Player | None = request.player  # type: ignore[attr-defined]
    base = {"game": None, "state": None, "socket": None, "race": None, "play_url": "/play/"}
    return {**base, "player": player_data(player), "urls": URLS, **more}


def _one_game(game_id: str) -> Game:
    return get_object_or_404(Game.objects.select_related("race", "deal", "player"), pk=game_id)


@require_GET
@ensure_csrf_cookie
def table(request: HttpRequest) -> HttpResponse:
    """The first page: the table at hand, or a fresh one as soon as the page asks for it."""
    player: Player | None = request.player  # type: ignore[attr-defined]
    wished = request.GET.get("deal")
    current = deals.current_game(player) if player is not None and wished is None else None
    more: dict[str, Any] = {"wished": {"deal": wished, "rule": request.GET.get("rule", "E")}}
    if current is not None and player is not None:
        more |= game_data(current, player)
    return render(request, "games/table.html", {"page_data": page_data(request, **more)})


@require_POST
def play_deal(request: HttpRequest) -> HttpResponseBase:
    """Deal a table to whoever asks: a visitor becomes a guest now.

    The body is JSON `{"deal": code or null, "rule": "E", "grade": null, "sure": false}`; the
    answer is that of the API's `POST games`, with the state and the player besides. A deal that
    cannot be won is dealt only to who is sure: `not_winnable` says so first.
    """
    spend(request, "games")
    try:
        choice, is_sure = _read_body(request)
        if not is_sure and choice.number is not None:
            deals.warn_if_lost(choice)
        player = getattr(request, "player", None) or _new_guest(request)
        game = deals.deal_or_resume(player, choice)
    except GameError as error:
        return fault(request, 400, error.code.value, sentence(error))
    except ApiError as error:
        return fault(request, error.status, error.code, error.message)
    told = {**game_data(game, player), "player": player_data(player)}
    return JsonResponse(told, status=201)


def _new_guest(request: HttpRequest) -> Player:
    spend(request, "guests")
    return ensure_player(request)


class PlayIn(GameIn):
    # Whether to deal what cannot be won, after that was said.
    sure: StrictBool = False


def _read_body(request: HttpRequest) -> tuple[deals.Choice, bool]:
    """Read a JSON body; raise `ParseError` or `ApiError` for what is no code, number or rule."""
    body = read_object(request.body or b"{}")
    try:
        data = PlayIn.model_validate(body)
        return choice_of(data), data.sure
    except ValidationError:
        raise ApiError(400, "bad_request", _("A deal is a code or a number.")) from None


@require_GET
@ensure_csrf_cookie
def game(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """A game's own table, for its player; a race's game is played on the race's page."""
    row = _one_game(game_id)
    player: Player | None = request.player  # type: ignore[attr-defined]
    if player is None or player.pk != row.player_id:
        return fault(request, 403, "not_yours", _("This game is somebody else's."))
    data = page_data(request, **game_data(row, player))
    if row.race is not None and row.race.is_hidden:
        data["deal"] = None
    return render(request, "games/table.html", {"page_data": data})


@require_GET
def replay(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """A finished game, move by move, for its player and who has finished that deal."""
    row = _one_game(game_id)
    if not may_see(row, request.player):  # type: ignore[attr-defined]
        words = _("Finish this deal yourself to see how others played it.")
        return fault(request, 403, "not_finished", words)
    told = replay_of(row)
    data = page_data(request, replay=told)
    context = {"page_data": data, "replay": told, "by": row.player}
    return render(request, "games/replay.html", context)


@require_GET
@ensure_csrf_cookie
def new_race(request: HttpRequest) -> HttpResponse:
    """The form that opens a race; the visitor becomes a guest when the race is made."""
    data = page_data(request)
    return render(request, "games/races.html", {"page_data": data, "deal": request.GET.get("deal")})


@require_GET
@ensure_csrf_cookie
def race(request: HttpRequest, slug: str) -> HttpResponse:
    """A race's page: the lobby for who has the link, the race for who sits in it."""
    try:
        view = view_race(slug, now_ms())
    except Race.DoesNotExist:
        raise Http404 from None
    player: Player | None = request.player  # type: ignore[attr-defined]
    told = asdict(race_frame(view, now_ms(), None))
    seated = player is not None and view.seat_of(player.pk) is not None
    data = page_data(
        request,
        race={
            **told,
            "socket": race_socket(slug),
            "url": race_url(slug),
            "join_url": f"/api/v1/races/{slug}/join",
            "seated": seated,
        },
    )
    return render(request, "games/race.html", {"page_data": data, "race": told})


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "about/rules.html", {"page_data": page_data(request)})


@require_GET
def fairness(request: HttpRequest) -> HttpResponse:
    return render(request, "about/fairness.html", {"page_data": page_data(request)})


@require_GET
def solver(request: HttpRequest) -> HttpResponse:
    """How verdicts are found, and what a survey of deals says of them all."""
    context = {
        "page_data": page_data(request),
        "told": told_surveys(),
        "lines": draw_lines(),
        "grades": described_grades(),
        "tries": PLAYOUTS,
    }
    return render(request, "about/solver.html", context)
