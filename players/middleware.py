"""Each request learns its player and is counted; faults that views do not answer are, here."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from players.answers import fault
from players.identity import BadToken, player_of_token, session_guest, token_in
from players.limits import LimitReached, spend
from players.models import Player

GetResponse = Callable[[HttpRequest], HttpResponse]
A_MINUTE_S = 60
UNCOUNTED = ("/static/", "/healthz", "/readyz", "/metrics", "/jsi18n/")


class PlayerMiddleware:
    """Sets `request.player` (a `Player` or None). Where a token is sent, it alone decides."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        text = token_in(request.headers.get("Authorization"))
        if text is None:
            signed_in = request.user if isinstance(request.user, Player) else None
            request.player = signed_in or session_guest(request.session)  # type: ignore[attr-defined]
            return self.get_response(request)
        try:
            player = player_of_token(text)
        except BadToken:
            return fault(request, 401, "bad_token", _("This token signs nobody in."))
        request.player = player  # type: ignore[attr-defined]
        request.user = player if player.is_account else AnonymousUser()
        # No page of another site can send the header, so a token needs no CSRF check.
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        return self.get_response(request)


class LimitMiddleware:
    """Counts reads, and answers `LimitReached` from wherever it is raised, and wrong methods."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(UNCOUNTED):
            try:
                spend(request, "reads" if request.method in {"GET", "HEAD"} else "writes")
            except LimitReached as limit:
                return too_many(request, limit)
        response = self.get_response(request)
        if response.status_code == 405:
            return wrong_method(request, response)
        if response.status_code == 429 and "Retry-After" not in response:
            return too_many(request, LimitReached(A_MINUTE_S))  # refused by the accounts' forms
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return too_many(request, error) if isinstance(error, LimitReached) else None


def too_many(request: HttpRequest, limit: LimitReached) -> HttpResponse:
    """Answer 429 with `Retry-After`, as JSON or as a page."""
    words = _("Too many requests. Please try again in %(seconds)s seconds.")
    response = fault(request, 429, "rate_limited", words % {"seconds": limit.retry_after})
    response["Retry-After"] = str(limit.retry_after)
    return response


def wrong_method(request: HttpRequest, refused: HttpResponse) -> HttpResponse:
    """Answer 405 as all other faults are, with the methods that are allowed."""
    response = fault(request, 405, "wrong_method", _("This address cannot be asked in this way."))
    response["Allow"] = refused["Allow"]
    return response
