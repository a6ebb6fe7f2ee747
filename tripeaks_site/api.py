"""The JSON API under /api/v1/: who may call it, what its faults look like, its parts."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.parser import Parser

from games.api_errors import ApiError
from games.bodies import read_object
from games.engine.errors import ErrorCode, GameError, ParseError
from games.faults import sentence
from players.identity import api_caller
from players.limits import LimitReached
from players.middleware import too_many

# Statuses of faults that are not simply a bad request.
_STATUS = {
    ErrorCode.FULL: 409,
    ErrorCode.RUNNING: 409,
    ErrorCode.OVER: 409,
    ErrorCode.NOT_FINISHED: 409,
    ErrorCode.NOT_HOST: 403,
    ErrorCode.NOT_OPEN: 403,
    ErrorCode.NO_DEAL_FOUND: 503,
}


class ObjectParser(Parser):
    """Takes objects alone: a list, a text or null is no body of any call."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        return read_object(request.body)


class TokenApi(NinjaAPI):
    """Says in its description that a token signs in, so that its page has a field for one."""

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**options)
        schemes = schema["components"].setdefault("securitySchemes", {})
        schemes["token"] = {"type": "http", "scheme": "bearer"}
        schema["security"] = [{"token": []}]
        return schema


api = TokenApi(
    title="TriPeaks",
    version="1",
    description="Play and race by program. See docs/protocol.md for the sockets.",
    auth=api_caller,
    urls_namespace="api",
    parser=ObjectParser(),
)
api.add_router("", "players.api.router")
api.add_router("", "games.api.router")
api.add_router("", "leaderboards.api.router")


def _answer(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    return api.create_response(request, {"code": code, "message": message}, status=status)


@api.exception_handler(ApiError)
def _api_error(request: HttpRequest, error: ApiError) -> HttpResponse:
    return _answer(request, error.status, error.code, error.message)


@api.exception_handler(GameError)
def _game_error(request: HttpRequest, error: GameError) -> HttpResponse:
    status = 400 if isinstance(error, ParseError) else _STATUS.get(error.code, 400)
    return _answer(request, status, error.code.value, sentence(error))


@api.exception_handler(AuthenticationError)
def _not_signed_in(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return _answer(request, 401, "sign_in", _("Sign in, or get a guest's token first."))


@api.exception_handler(HttpError)
def _unread(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Answer a fault of the framework's own: a body that could not be read."""
    if isinstance(error.__cause__, ApiError):
        return _api_error(request, error.__cause__)
    words = _("This request cannot be read.")
    return _answer(request, error.status_code, "bad_request", words)


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    return _answer(request, 400, "bad_request", _first_fault(error.errors))


def _first_fault(errors: list[dict[str, Any]]) -> str:
    """Name the first field that is wrong."""
    # Where it is: "body" and the body's own name, or "query" and so on; then the field, and for
    # a field of several kinds the kind that was tried.
    place = [str(part) for part in errors[0].get("loc", ())] if errors else []
    fields = place[2:3] if place[:1] == ["body"] else place[1:2]
    name = fields[0] if fields else "body"
    return _("This call cannot be read: look at “%(field)s”.") % {"field": name[:40]}


@api.exception_handler(Http404)
def _not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    return _answer(request, 404, "not_found", _("There is nothing here."))


@api.exception_handler(LimitReached)
def _limited(request: HttpRequest, error: LimitReached) -> HttpResponse:
    return too_many(request, error)
