"""Which stretch of time a board shows. Only the server's clock counts, and it counts in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import StrEnum


class Window(StrEnum):
    """`week` is the calendar week, which begins on Monday 00:00 UTC for everybody; `today` the
    UTC date. A win belongs to the window in which it was finished."""

    ALL = "all"
    WEEK = "week"
    TODAY = "today"


def window_start_ms(window: Window, now_ms: int) -> int | None:
    """Return the epoch milliseconds at which the window began, or None for all time."""
    if window is Window.ALL:
        return None
    moment = datetime.fromtimestamp(now_ms // 1000, UTC)
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    days = midnight.weekday() if window is Window.WEEK else 0
    return int((midnight - timedelta(days=days)).timestamp()) * 1000
