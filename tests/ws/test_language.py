"""In which language a socket answers: what the page was set to, else what the browser asks for."""

from __future__ import annotations

from typing import Any

import pytest

from games.ws.gate import language
from tests.ws.local import scope_of

CASES = [
    ({}, "en"),
    ({"accept-language": "de;q=0.9, en"}, "de"),
    ({"accept-language": "de", "cookie": "django_language=nb"}, "nb"),
    ({"accept-language": "de", "cookie": "django_language=xx"}, "de"),
    ({"accept-language": "de", "cookie": "other=nb"}, "de"),
]


@pytest.mark.parametrize(("headers", "expected"), CASES, ids=str)
def test_the_pages_choice_comes_first(
    settings: Any, headers: dict[str, str], expected: str
) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("nb", "Norsk")]
    assert language(scope_of("/ws/seek/", headers)) == expected
