"""Who calls: by token, by session with a proof of the page, or nobody."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Game
from players.models import Player, Token
from tests.factories import make_game, make_player
from tests.visitors import JSON, Bot, fault_of, make_account, make_bot, make_browser

pytestmark = pytest.mark.django_db
WRITING = ["games", "races", "races/abc/join", "tokens"]


@pytest.mark.parametrize("call", WRITING)
def test_a_call_that_writes_wants_somebody(call: str) -> None:
    assert fault_of(Bot(None).call(call)) == (401, "sign_in")


@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/api/v1/deals/1/board", "/races/"])
@pytest.mark.parametrize("token", ["nothing", "", "a b", "é", "x" * 5000])
def test_a_bad_token_is_told_on_pages_and_calls_alike(path: str, token: str) -> None:
    assert fault_of(Bot(token).get(path)) == (401, "bad_token")


def test_a_bad_token_is_no_sign_in_whatever_the_cookies_say() -> None:
    browser = make_browser()
    browser.deal(1)
    answer = browser.get("/api/v1/deals/1/board", headers={"Authorization": "Bearer nothing"})
    assert fault_of(answer) == (401, "bad_token")


def test_where_both_are_sent_the_token_decides() -> None:
    browser = make_browser()
    browser.deal(1)
    bot = make_bot()
    browser.post(
        "/api/v1/games", {"deal": 3}, JSON, headers={"Authorization": f"Bearer {bot.token}"}
    )
    assert Game.objects.get(deal=3).player.is_account
    assert browser.player().is_guest


def test_another_scheme_than_bearer_is_no_token() -> None:
    answer = Client().get("/api/v1/deals/1/board", headers={"Authorization": "Basic abc"})
    assert answer.status_code == 200


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER  "])
def test_the_scheme_is_read_in_any_case(scheme: str) -> None:
    token = Token.objects.issue(make_player())
    headers = {"Authorization": f"{scheme} {token}"}
    assert Client().post("/api/v1/games", {}, JSON, headers=headers).status_code == 201


@pytest.mark.parametrize("call", ["games", "races"])
def test_a_sessions_call_without_the_pages_proof_is_refused(call: str) -> None:
    browser = make_browser()
    browser.deal(1)
    assert fault_of(browser.post(f"/api/v1/{call}", {}, JSON)) == (403, "csrf_failed")
    headers = {"X-CSRFToken": "x" * 32}
    assert fault_of(browser.post(f"/api/v1/{call}", {}, JSON, headers=headers)) == (
        403,
        "csrf_failed",
    )
    assert Game.objects.count() == 1
    assert browser.call(f"/api/v1/{call}").status_code == 201


def test_a_visitor_without_the_pages_proof_is_nobody() -> None:
    browser = make_browser()
    assert fault_of(browser.post("/api/v1/games", {}, JSON)) == (401, "sign_in")
    headers = {"X-CSRFToken": "x" * 32}
    assert fault_of(browser.post("/api/v1/games", {}, JSON, headers=headers)) == (401, "sign_in")
    assert not Player.objects.exists()


def test_a_token_needs_no_proof_for_forms_either() -> None:
    make_account("Kari")
    bot = Bot(make_bot(is_guest=True).token, enforce_csrf_checks=True)
    assert bot.call("games").status_code == 201
    assert bot.call("races").status_code == 201


def test_a_session_reads_its_game_without_a_proof() -> None:
    browser = make_browser()
    game = browser.deal(1)["id"]
    assert browser.get(f"/api/v1/games/{game}").json()["seq"] == 0


def test_a_token_opens_its_players_pages() -> None:
    player = make_player(is_guest=True)
    game = make_game(player)
    assert make_bot(player).get(f"/games/{game.pk}/").status_code == 200
    assert make_bot().get(f"/games/{game.pk}/").status_code == 403


def test_more_tokens_are_issued_up_to_ten_and_revoked_together() -> None:
    bot = make_bot()
    issued = [bot.call("tokens") for _ in range(10)]
    assert [answer.status_code for answer in issued] == [201] * 9 + [409]
    assert fault_of(issued[-1])[1] == "too_many_tokens"
    assert bot.delete("/api/v1/tokens").status_code == 204
    second: Any = Bot(issued[0].json()["token"])
    assert fault_of(second.call("games")) == (401, "bad_token")
