"""How often one address may do what costs the server something."""

from __future__ import annotations

import math
import time
from functools import cache
from typing import NoReturn

from django.conf import settings
from django.http import HttpRequest
from limits import RateLimitItem, parse
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter

# What may be done in a minute from one address; everything below these is never limited.
A_MINUTE = {"guests": 30, "signups": 10, "games": 120, "reads": 600, "races": 60, "writes": 300}


class LimitReached(Exception):  # noqa: N818 - an answer, not an error
    """An address has done something too often; `retry_after` is in whole seconds, 1 at least."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"again in {retry_after} s")
        self.retry_after = retry_after


@cache
def _limiter(address: str) -> MovingWindowRateLimiter:
    return MovingWindowRateLimiter(storage_from_string(address))


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
    """Count one `what` for the request's address; raise `LimitReached` above the limit."""
    if not settings.RATE_LIMITS:
        return
    limiter = _limiter(settings.REDIS_URL or "memory://")
    item, address = _item(what), client_address(request)
    if not limiter.hit(item, what, address):
        _refuse(limiter.get_window_stats(item, what, address).reset_time)


def _refuse(reset_time: float) -> NoReturn:
    raise LimitReached(max(1, math.ceil(reset_time - time.time())))
