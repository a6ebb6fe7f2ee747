"""Which page answers whom, and with what."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.actions import DRAW, RESIGN
from games.services.clock import now_ms
from tests.factories import (
    SEALED_NUMBER,
    losing_actions,
    make_game,
    make_player,
    make_race,
    make_win,
    winning_actions,
)
from tests.visitors import Bot, Browser, make_bot, make_browser

pytestmark = pytest.mark.django_db
FOR_ALL = [
    *["/", "/?deal=TP1-C-AAAAAAB&rule=C", "/races/", "/races/?deal=1", "/about/rules/"],
    *[
        "/about/fairness/",
        "/about/solver/",
        "/deals/TP1-E-AAAAAAB/",
        "/accounts/login/",
        "/accounts/signup/",
    ],
    *["/accounts/password/reset/", "/accounts/inactive/", "/jsi18n/", "/api/v1/docs"],
]
FOR_ACCOUNTS = ["/accounts/email/", "/accounts/password/change/", "/accounts/logout/"]
NOWHERE = [
    *["/nothing/", "/games/nothing/", "/replays/nothing/", "/races/nothing/", "/players/Nobody/"],
    *["/deals/nothing/", "/games/%00/", "/races/%00/", "/players/%00/", "/deals/%00/"],
    *["/players/" + "x" * 3000 + "/", "/games/" + "x" * 3000 + "/", "/static/nothing.js"],
]
ODD_QUERIES = ["?deal=%00", "?deal=" + "x" * 3000, "?rule=%F0%9F", "?deal[]=1", "?after=x&order=y"]


def make_guest() -> Browser:
    browser = make_browser()
    browser.deal(3)
    return browser


def make_member() -> Browser:
    browser = make_browser()
    browser.sign_up("Kari")
    return browser


@pytest.mark.parametrize("who", [make_browser, make_guest, make_member])
def test_open_pages_answer_everybody(who: Any) -> None:
    visitor: Browser = who()
    away = {"/accounts/login/", "/accounts/signup/"} if who is make_member else set()
    for path in FOR_ALL:
        assert visitor.get(path).status_code == (302 if path in away else 200), path


def test_pages_of_an_account_are_for_accounts() -> None:
    member = make_member()
    for path in FOR_ACCOUNTS:
        assert member.get(path).status_code == 200, path
        assert make_guest().get(path).status_code == 302, path


@pytest.mark.parametrize("path", NOWHERE)
def test_what_is_not_there_is_told_with_a_page(path: str) -> None:
    answer = make_browser().get(path)
    assert answer.status_code == 404
    if not path.startswith("/static/"):
        assert 'data-testid="fault"' in answer.content.decode()


@pytest.mark.parametrize("query", ODD_QUERIES)
def test_odd_queries_break_no_page(query: str) -> None:
    for path in ("/", "/races/", "/deals/TP1-E-AAAAAAB/", "/accounts/signup/"):
        assert make_browser().get(path + query).status_code in (200, 400)


def test_a_game_is_its_players_page_alone() -> None:
    player = make_player(is_guest=True)
    path = f"/games/{make_game(player, 1, [DRAW]).pk}/"
    assert make_bot(player).get(path).status_code == 200
    for other in (Bot(None), make_browser()):
        answer = other.get(path, headers={"Accept": "text/html"})
        assert answer.status_code == 403
        assert "This game is somebody else" in answer.content.decode()


def test_a_replay_is_for_who_played_it_or_has_finished_the_deal() -> None:
    winner, finisher, beginner = make_player(), make_player(), make_player()
    path = f"/replays/{make_win(winner, 1).pk}/"
    make_game(finisher, 1, [RESIGN])
    make_game(beginner, 1, [DRAW])
    codes = [make_bot(one).get(path).status_code for one in (winner, finisher, beginner)]
    assert codes == [200, 200, 403]
    assert make_browser().get(path).status_code == 403


def test_a_replay_of_a_sealed_deal_is_for_nobody() -> None:
    racer = make_player()
    lines = [winning_actions(SEALED_NUMBER), ()]
    race = make_race([racer, make_player()], lines, is_running=True, starts_at_ms=now_ms())
    assert make_bot(racer).get(f"/replays/{race.games.get(player=racer).pk}/").status_code == 403


@pytest.mark.parametrize("is_running", [True, False])
def test_a_race_is_open_to_who_has_the_link(is_running: bool) -> None:
    racers = [make_player(), make_player()]
    lines = [losing_actions(), () if is_running else losing_actions()]
    race = make_race(racers, lines, is_running=is_running, starts_at_ms=now_ms() - 60_000)
    path = f"/races/{race.pk}/"
    for visitor in (make_browser(), make_guest(), make_bot(racers[0])):
        page = visitor.get(path)
        assert page.status_code == 200
        assert (race.deal.code("E") in page.content.decode()) is not is_running


def test_a_deals_code_in_any_form_leads_to_its_page() -> None:
    answer: Any = make_browser().get("/deals/c aaaaaab/?order=time")
    assert (answer.status_code, answer.url) == (302, "/deals/TP1-C-AAAAAAB/?order=time")


def test_a_fault_of_ours_is_a_page_without_details(monkeypatch: Any) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("the secret inside")

    monkeypatch.setattr("games.views.page_data", breaks)
    browser = make_browser()
    browser.raise_request_exception = False
    answer = browser.get("/")
    assert answer.status_code == 500
    assert 'data-testid="fault"' in answer.content.decode()
    assert "secret" not in answer.content.decode()


def test_every_page_names_its_language() -> None:
    for path in ("/", "/accounts/signup/", "/nothing/"):
        assert '<html lang="en"' in make_browser().get(path).content.decode()
