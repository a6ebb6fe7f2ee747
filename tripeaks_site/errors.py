"""The pages of the faults that Django itself finds."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from players.answers import fault


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return fault(request, 400, "bad_request", _("This request cannot be read."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return fault(request, 403, "forbidden", _("This is not yours to see."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return fault(request, 404, "not_found", _("There is nothing here."))


def server_error(request: HttpRequest) -> HttpResponse:
    return fault(request, 500, "server_error", _("Something broke on our side. Please try again."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return fault(request, 403, "csrf_failed", _("The page is too old. Reload it and try again."))
