"""Deals that cannot be read: each gets a clear answer, and nothing is stored."""

from __future__ import annotations

import pytest

from games.models import Deal, Game, Race
from tests.visitors import JSON, Bot, Browser, fault_of, make_bot, make_browser

pytestmark = pytest.mark.django_db

# By the fault that it is: what stands in the body after `"deal":`.
BAD: dict[str, list[str]] = {
    "code_empty": ['""', '"   "', '"-"'],
    "code_too_long": ['"' + "1" * 10_000 + '"', '"TP1-E-' + "A" * 10_000 + '"'],
    "code_bad_prefix": ['"true"', '"TP2-E-AAAAAAB"', '"XYZ-E-AAAAAAB"'],
    "code_bad_rule": ['"TP1-X-AAAAAAB"', '"AAAAAAB"', '"TP1-AAAAAAB"'],
    "code_bad_letters": [
        '"TP1-E-AAAAAA9"',
        '"TP1-E-АААААА"',
        '"\\u0000"',
        '"\\ud800"',
        '"🂡"',
        '"1_000"',
    ],
    "code_bad_length": ['"TP1-E-AAAAAA"', '"TP1-E-AAAAAAAA"', '"TP1-E-AAAAAAAAAAAAA"', '"E"'],
    "number_bad": ['"1e3"', '"1.5"', '"0x10"', '"2 3 E"'],
    "number_out_of_range": [
        *["-1", '"-1"', str(2**35), f'"{2**35}"', str(2**53 + 1), f'"{2**53 + 1}"'],
        *["9" * 10_000, "-" + "9" * 10_000],
    ],
    "bad_request": ["1e3", "1.5", "true", "false", "[]", "{}", '["1"]', "NaN", "Infinity", "1e999"],
}
CASES = [
    pytest.param(text, code, id=f"{code}-{number}")
    for code, texts in BAD.items()
    for number, text in enumerate(texts)
]
# Whole bodies that are no object.
NO_OBJECTS = [
    *["not json", "[]", '""', "null", "1", "true", "{", '{"deal": 1', "{'deal': 1}", "deal=1"],
    *["[" * 100_000, '{"deal": ' * 10_000],
]


def send(bot: Bot | Browser, path: str, body: str | bytes) -> tuple[int, str]:
    """Post a raw body as JSON; return status and code of the fault."""
    headers = {"X-CSRFToken": bot.csrf()} if isinstance(bot, Browser) else {}
    return fault_of(bot.post(path, body, JSON, headers=headers))


def assert_nothing_is_stored() -> None:
    assert not Game.objects.exists()
    assert not Race.objects.exists()
    assert not Deal.objects.exists()


@pytest.mark.parametrize(("text", "code"), CASES)
def test_a_deal_that_cannot_be_read_is_told_why(text: str, code: str) -> None:
    body = f'{{"deal": {text}, "rule": "E"}}'
    for path in ("/api/v1/games", "/api/v1/races"):
        assert send(make_bot(), path, body) == (400, code)
    assert send(make_browser(), "/play/", body) == (400, code)
    assert_nothing_is_stored()


@pytest.mark.parametrize("body", NO_OBJECTS, ids=[body[:12] for body in NO_OBJECTS])
def test_a_body_that_is_no_object_is_told(body: str) -> None:
    for path in ("/api/v1/games", "/api/v1/races"):
        assert send(make_bot(), path, body) == (400, "bad_request")
    assert send(make_browser(), "/play/", body) == (400, "bad_request")
    assert_nothing_is_stored()


@pytest.mark.parametrize("rule", ["", "X", "EE", "Е", "easy", "\u0000", "E" * 10_000])
def test_an_unknown_rule_is_told(rule: str) -> None:
    body = {"deal": 1, "rule": rule}
    assert fault_of(make_bot().call("games", body)) == (400, "unknown_rule")
    assert fault_of(make_browser().call("/play/", body)) == (400, "unknown_rule")
    assert_nothing_is_stored()


def test_a_body_that_is_no_text_is_told() -> None:
    assert send(make_bot(), "/api/v1/games", b'{"deal": "\xff"}') == (400, "bad_request")


def test_an_over_long_body_is_told() -> None:
    body = '{"deal": 1, "x": "' + "a" * 300_000 + '"}'
    assert send(make_bot(), "/api/v1/games", body) == (400, "bad_request")
    assert_nothing_is_stored()


def test_a_form_instead_of_json_is_told() -> None:
    answer = make_bot().post("/api/v1/games", {"deal": "1"})
    assert fault_of(answer) == (400, "bad_request")
    assert "JSON" in answer.json()["message"]


def test_json_is_read_whatever_it_is_called() -> None:
    answer = make_bot().post("/api/v1/games", '{"deal": 1}', "text/plain")
    assert answer.status_code == 201


def test_unknown_fields_do_not_matter() -> None:
    body = {"deal": 1, "player": 7, "status": "won", "seq": 3, "id": "mine"}
    told = make_bot().call("games", body).json()
    game = Game.objects.get()
    assert (told["id"] == game.pk, game.status, game.seq) == (True, "playing", 0)


@pytest.mark.parametrize("code", ["1e3", "-1", str(2**35), "TP1-E-AAAAAA", "%20", "x", "9" * 5000])
def test_a_board_of_no_deal_is_told(code: str) -> None:
    status, told = fault_of(Bot(None).read(f"deals/{code}/board"))
    assert status == 400
    assert told.startswith(("code_", "number_"))
