"""For operators: is the process alive, can it serve, what does it count."""

from __future__ import annotations

import secrets

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis.exceptions import RedisError


def alive(request: HttpRequest) -> HttpResponse:
    """Answer 200 while the process lives."""
    return HttpResponse("ok\n", content_type="text/plain")


def ready(request: HttpRequest) -> HttpResponse:
    """Answer 200 while database and channel layer can be reached, else 503 and which cannot."""
    faults = [name for name, works in (("database", _database), ("layer", _layer)) if not works()]
    status = 503 if faults else 200
    return JsonResponse({"ready": not faults, "faults": faults}, status=status)


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        return False


def _layer() -> bool:
    """Ask the Redis that both the layer and the cache use; the in-memory layer is always there."""
    if not settings.REDIS_URL:
        return True
    mark = secrets.token_hex(4)
    try:
        cache.set("readyz", mark, 10)
        async_to_sync(get_channel_layer().group_send)("readyz", {"type": "nothing"})
    except (RedisError, OSError):
        return False
    return True


def metrics(request: HttpRequest) -> HttpResponse:
    """Answer what the process counts, in Prometheus' text form."""
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
