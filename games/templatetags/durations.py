"""Times as the pages write them."""

from __future__ import annotations

from datetime import UTC, datetime

from django import template

register = template.Library()


@register.filter
def clock(duration_ms: int) -> str:
    """Write milliseconds as 1:12, or as 1:02:09 from an hour on; parts of a second are dropped."""
    minutes, seconds = divmod(duration_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}"
    return f"{minutes}:{seconds:02}"


@register.filter
def moment(at_ms: int) -> datetime:
    """Return epoch milliseconds as a time, for the `date` filter."""
    return datetime.fromtimestamp(at_ms / 1000, UTC)
