"""Faults of any kind come in one form, and tell nothing of the inside."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.errors import ErrorCode, GameError, ParseError
from games.faults import sentence
from tests.visitors import Bot, fault_of, make_bot

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path",
    ["/api/", "/api/v1/", "/api/v1/nothing", "/api/v2/games", "/api/v1/games/", "/api/nothing"],
)
def test_an_unknown_path_is_told_as_json(path: str) -> None:
    assert fault_of(Bot(None).get(path)) == (404, "not_found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("get", "/api/v1/games", "POST"),
        ("delete", "/api/v1/games", "POST"),
        ("put", "/api/v1/guests", "POST"),
        ("post", "/api/v1/games/abc", "GET"),
        ("post", "/api/v1/deals/1/board", "GET"),
        ("get", "/play/", "POST"),
    ],
)
def test_a_wrong_method_is_told_with_the_right_ones(method: str, path: str, allowed: str) -> None:
    answer = getattr(make_bot(), method)(path)
    assert fault_of(answer) == (405, "wrong_method")
    assert answer["Allow"] == allowed


@pytest.mark.parametrize("path", ["/api/v1/games", "/play/"])
def test_a_fault_of_ours_tells_no_details(path: str, monkeypatch: Any) -> None:
    def breaks(*_: object, **__: object) -> None:
        raise RuntimeError("the secret inside")

    monkeypatch.setattr("games.services.deals.deal_game", breaks)
    monkeypatch.setattr("games.services.deals.deal_or_resume", breaks)
    bot = make_bot()
    bot.raise_request_exception = False
    answer = bot.post(path, {"deal": 1}, "application/json")
    assert fault_of(answer) == (500, "server_error")
    assert "secret" not in answer.content.decode()


def test_no_winnable_deal_is_told_as_something_that_passes(monkeypatch: Any) -> None:
    monkeypatch.setattr("games.services.deals.MOST_TRIES", 0)
    assert fault_of(make_bot().call("games")) == (503, "no_deal_found")


def test_a_limit_is_told_as_json() -> None:
    bot = Bot(None)
    answers = [bot.call("guests") for _ in range(31)]
    assert fault_of(answers[-1]) == (429, "rate_limited")
    assert int(answers[-1]["Retry-After"]) > 0


@pytest.mark.parametrize("code", list(ErrorCode))
def test_each_code_has_a_sentence(code: ErrorCode) -> None:
    words = sentence(ParseError(code, "the detail", "the part"))
    assert words[0].isupper() or words[0] == "“"
    assert words[-1] == "."
    assert "%(" not in words
    assert sentence(GameError(code))


@pytest.mark.parametrize("code", list(ErrorCode))
def test_each_sentence_goes_through_gettext(code: ErrorCode, monkeypatch: Any) -> None:
    asked: list[str] = []

    def translated(words: str) -> str:
        asked.append(words)
        return "TRANSLATED"

    monkeypatch.setattr("django.utils.translation._trans.gettext", translated)
    assert sentence(GameError(code)) == "TRANSLATED"
    assert len(asked) == 1
