"""API calls about players: guests and tokens."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router, Schema
from ninja.responses import Status

from games.api_errors import ApiError
from players.limits import spend
from players.models import Player, Token

router = Router(tags=["players"])


class PlayerToken(Schema):
    player: str
    token: str


@router.post("guests", auth=None, response={201: PlayerToken})
def create_guest(request: HttpRequest) -> Status[dict[str, str]]:
    """Make a guest who can play and race at once; the token is shown this once."""
    spend(request, "guests")
    guest = Player.objects.create_guest()
    return Status(201, {"player": guest.name, "token": Token.objects.issue(guest)})


@router.post("tokens", response={201: PlayerToken})
def create_token(request: HttpRequest) -> Status[dict[str, str]]:
    """Make one more token of the caller, ten at most; it is shown this once."""
    player: Player = request.auth  # type: ignore[attr-defined]
    if player.tokens.count() >= 10:
        raise ApiError(409, "too_many_tokens", _("You have ten tokens. Revoke them first."))
    return Status(201, {"player": player.name, "token": Token.objects.issue(player)})


@router.delete("tokens", response={204: None})
def revoke_tokens(request: HttpRequest) -> Status[None]:
    """Revoke all tokens of the caller, the one of this call too."""
    request.auth.tokens.all().delete()  # type: ignore[attr-defined]
    return Status(204, None)
