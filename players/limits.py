"""How often one address may do what costs the server something."""

from __future__ import annotations

import logging
import math
import time
from functools import cache
from typing import NoReturn

from django.conf import settings
from django.http import HttpRequest
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter

log = logging.getLogger(__name__)

# What may be done in a minute from one address; everything below these is never limited.
A_MINUTE = {"guests": 30, "signups": 10, "games": 120, "reads": 600, "races": 60, "writes": 300}
ALONE = "memory://"


class LimitReached(Exception):  # noqa: N818 - an answer, not an error
    """An address has done something too often; `retry_after` is in whole seconds, 1 at least."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"again in {retry_after} s")
        self.retry_after = retry_after


@cache
def _limiter(address: str) -> MovingWindowRateLimiter:
    return MovingWindowRateLimiter(storage_from_string(address, wrap_exceptions=True))


@cache
def _item(what: str) -> RateLimitItem:
    return parse(f"{A_MINUTE[what]}/minute")


def client_address(request: HttpRequest) -> str:
    """Return the address that a request comes from, behind as many proxies as are trusted."""
    proxies: int = settings.TRUSTED_PROXY_COUNT
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",")]
    if proxies and len(hops) >= proxies and hops[-proxies]:
        return hops[-proxies]
    return str(request.META.get("REMOTE_ADDR") or "unknown")


def spend(request: HttpRequest, what: str) -> None:
    """Count one `what` for the request's address; raise `LimitReached` above the limit.

    All processes count together in Redis; while it is away, each counts for itself.
    """
    if not settings.RATE_LIMITS:
        return
    address = client_address(request)
    try:
        _count(settings.REDIS_URL or ALONE, what, address)
    except StorageError as error:
        log.warning("counting alone, since Redis is away: %s", error)
        _count(ALONE, what, address)


def _count(store: str, what: str, address: str) -> None:
    limiter, item = _limiter(store), _item(what)
    if not limiter.hit(item, what, address):
        _refuse(limiter.get_window_stats(item, what, address).reset_time)


def _refuse(reset_time: float) -> NoReturn:
    raise LimitReached(max(1, math.ceil(reset_time - time.time())))
