"""JSON bodies of calls and forms, read in one way: an object, or a fault that says so."""

from __future__ import annotations

import json
import math
from typing import Any

from django.utils.translation import gettext as _

from games.api_errors import ApiError

# Python refuses to read thousands of digits; so many are as far out of every range as all.
_MOST_DIGITS = 40


def read_object(body: bytes) -> dict[str, Any]:
    """Return the JSON object that a body is; raise `ApiError` (400, `bad_request`)."""
    try:
        found = json.loads(body, parse_int=_whole, parse_constant=_no_number)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ApiError(400, "bad_request", _("The body of this call is not a JSON object."))
    return found


def _whole(digits: str) -> int:
    return int(digits[:_MOST_DIGITS])


def _no_number(name: str) -> float:
    """Read `NaN` and `Infinity`, which JSON has not, as what no field takes."""
    return math.nan
