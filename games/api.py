"""API calls about games and races."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Literal

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Router, Schema
from ninja.responses import Status
from pydantic import StrictBool, StrictInt, StrictStr

from games.api_errors import ApiError
from games.engine.codes import Rule, parse_code
from games.engine.errors import GameError
from games.faults import sentence
from games.models import Game, Race
from games.models.races import DEFAULT_GRACE_MS
from games.services import deals, matches, races
from games.services.clock import now_ms
from games.services.hooks import race_changed
from games.services.live import live_game
from games.services.looks import is_assisted, look, looks_at, may_show
from games.services.postmortems import line_of, postmortem_of
from games.services.race_settings import DEFAULT_LIMIT_MS, Settings
from games.services.replays import may_see, replay_of
from games.services.verdicts import proof_of
from games.ws.frames import state_frame
from games.ws.race_frames import race_socket, race_url
from players.identity import api_caller_or_guest
from players.limits import spend
from players.models import Player

router = Router(tags=["games"])


class GameIn(Schema):
    deal: StrictStr | StrictInt | None = None
    rule: StrictStr = "E"
    grade: StrictStr | None = None


class RaceIn(GameIn):
    undo: StrictBool = False
    seats: StrictInt = 2
    limit_ms: StrictInt | None = DEFAULT_LIMIT_MS
    grace_ms: StrictInt = DEFAULT_GRACE_MS
    rated: StrictBool = False
    best_of: StrictInt | None = None
    # False: rather hear `not_winnable` than race on a named deal that cannot be won.
    sure: StrictBool = True


def caller(request: HttpRequest) -> Player:
    player: Player = request.auth  # type: ignore[attr-defined]
    return player


def choice_of(data: GameIn) -> deals.Choice:
    deal = None if data.deal is None else str(data.deal)
    return deals.read_choice(deal, data.rule, data.grade)


def settings_of(data: RaceIn) -> Settings:
    """Read a race's settings; raise `ParseError`, or `NotWinnable` for who rather hears of it."""
    choice = choice_of(data)
    if not data.sure:
        deals.warn_if_lost(choice)
    return Settings(
        choice,
        undo_allowed=data.undo,
        seats=data.seats,
        limit_ms=data.limit_ms,
        grace_ms=data.grace_ms,
        is_rated=data.rated,
        best_of=data.best_of,
    )


def told_game(game: Game, player: Player) -> dict[str, Any]:
    """Return what a new game is told with."""
    return {
        "id": game.pk,
        "deal": game.code,
        "rule": game.rule,
        "url": f"/games/{game.pk}/",
        "socket": f"/ws/games/{game.pk}/",
        "attempt": game.attempt or deals.next_attempt(player, game.deal_id),
        "assisted": is_assisted(game, now_ms(), looks_at(player, game.deal_id)),
    }


@router.post("games", auth=api_caller_or_guest, response={201: dict[str, Any]})
def create_game(request: HttpRequest, data: GameIn) -> Status[dict[str, Any]]:
    """Deal a game: by code, by number, or a random winnable one."""
    spend(request, "games")
    player = caller(request)
    game = deals.deal_game(player, choice_of(data))
    return Status(201, told_game(game, player))


@router.get("games/{slug:game_id}", auth=None)
def read_game(request: HttpRequest, game_id: str) -> dict[str, Any]:
    """Return its player's state; once finished and open, the replay for who may see it."""
    game = get_object_or_404(Game.objects.select_related("race", "player", "deal"), pk=game_id)
    player: Player | None = request.player  # type: ignore[attr-defined]
    if may_see(game, player):
        return replay_of(game)
    if player is None or player.pk != game.player_id:
        raise ApiError(403, "not_yours", _("This game is somebody else's."))
    return asdict(state_frame(live_game(game)))


@router.get("games/{slug:game_id}/analysis", auth=None)
def read_analysis(request: HttpRequest, game_id: str) -> dict[str, Any]:
    """Return what could still be won after each action, for who may see the replay."""
    return postmortem_of(_seen_game(request, game_id))


@router.get("games/{slug:game_id}/line", auth=None)
def read_line(
    request: HttpRequest, game_id: str, at: int = 0, by: Literal["points", "combo"] = "points"
) -> dict[str, Any]:
    """Return the best line of play from the position after `at` actions; null if it is lost."""
    return {"at": at, "by": by, "actions": line_of(_seen_game(request, game_id), at, by)}


def _seen_game(request: HttpRequest, game_id: str) -> Game:
    """Return a game whose replay the caller may see; raise `ApiError` (403)."""
    game = get_object_or_404(Game.objects.select_related("race", "player", "deal"), pk=game_id)
    if not may_see(game, request.player):  # type: ignore[attr-defined]
        words = _("Finish this deal yourself to see how others played it.")
        raise ApiError(403, "not_finished", words)
    return game


@router.get("deals/{code}/verdict", auth=None)
def read_verdict(request: HttpRequest, code: str) -> dict[str, Any]:
    """Return a deal's verdicts under both rules, if its caller has finished it, or looked."""
    number = parse_code(code).number
    if not may_show(request.player, number):  # type: ignore[attr-defined]
        words = _("Looking makes your later games of this deal assisted. Ask by POST to look.")
        raise ApiError(403, "not_looked", words)
    return {rule.value: proof_of(number, rule).told() for rule in Rule}


@router.post("deals/{code}/verdict", auth=api_caller_or_guest)
def look_at_verdict(request: HttpRequest, code: str) -> dict[str, Any]:
    """Look at a deal's verdicts: unless you have finished the deal, your games of it that are
    not over yet, and all later ones, are assisted: they count as played, and never rank."""
    spend(request, "games")
    found = look(caller(request), parse_code(code).number)
    return {rule.value: proof.told() for rule, proof in found.items()}


@router.post("races", auth=api_caller_or_guest, response={201: dict[str, Any]})
def create_race(request: HttpRequest, data: RaceIn) -> Status[dict[str, Any]]:
    """Open a race's lobby with the caller as its host."""
    spend(request, "races")
    race = races.create_race(caller(request), settings_of(data))
    told = {
        "slug": race.pk,
        "url": race_url(race.pk),
        "socket": race_socket(race.pk),
        "commitment": race.commitment or None,
    }
    return Status(201, told)


@router.post("races/{slug:slug}/join", auth=api_caller_or_guest)
def join_race(request: HttpRequest, slug: str) -> Any:
    """Take a seat; 409 says why not, and where the chain's newest race is."""
    race = get_object_or_404(Race, pk=slug)
    try:
        races.join(race.pk, caller(request))
    except GameError as error:
        return _no_seat(race, error)
    race_changed.send(None, slug=race.pk)
    return {"slug": race.pk, "url": race_url(race.pk), "socket": race_socket(race.pk)}


def _no_seat(race: Race, error: GameError) -> JsonResponse:
    told: dict[str, Any] = {"code": error.code.value, "message": sentence(error)}
    newest = matches.newest(race)
    if newest.pk != race.pk:
        told["next"] = {
            "slug": newest.pk,
            "url": race_url(newest.pk),
            "socket": race_socket(newest.pk),
        }
    return JsonResponse(told, status=409)
