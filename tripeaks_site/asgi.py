"""The ASGI application: HTTP goes to Django, sockets to `games.ws`."""

from __future__ import annotations

import os
from typing import Any

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tripeaks_site.settings")
if not settings.HAS_SECRET:
    raise ImproperlyConfigured("SECRET_KEY must be set (32 characters at least) to serve the site")
_http = get_asgi_application()

from games.ws.hub import hub  # noqa: E402 - models want the applications loaded first
from games.ws.routing import websockets  # noqa: E402


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve one connection; the first one wakes the process's hub."""
    if scope["type"] == "websocket":
        await websockets(scope, receive, send)
    elif scope["type"] == "http":
        hub()
        await _http(scope, receive, send)
