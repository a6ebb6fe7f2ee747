"""Faults told to whoever asks: JSON to programs, a page to people."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render


def wants_json(request: HttpRequest) -> bool:
    """Tell a program's request (API, JSON body, JSON wanted, token) from a person's."""
    return (
        request.path.startswith(("/api/", "/play/"))
        or request.content_type == "application/json"
        or "authorization" in request.headers
        or not request.accepts("text/html")
    )


def fault(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    """Answer `{"code", "message"}`, or the error page of the status with the same message."""
    if wants_json(request):
        return JsonResponse({"code": code, "message": message}, status=status)
    context = {"code": code, "message": message, "status": status}
    return render(request, "error.html", context, status=status)
