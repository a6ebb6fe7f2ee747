"""Signing up: a guest stays the same player, with all that is his."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.core.management import call_command

from games.models import Game, Racer
from leaderboards.models import Win
from players.models import Player
from tests.factories import make_win
from tests.simultaneous import at_once
from tests.visitors import PASSWORD, Bot, Browser, make_account, make_bot, make_browser

pytestmark = pytest.mark.django_db


def make_guest() -> Browser:
    """Return the browser of a guest with an untouched game of deal 1."""
    browser = make_browser()
    browser.deal(1)
    return browser


def test_the_form_makes_an_account_and_signs_in() -> None:
    browser = make_browser()
    answer = browser.sign_up("Kari")
    assert (answer.status_code, answer.url) == (302, "/")
    kari = Player.objects.get()
    assert (kari.name, kari.is_account, kari.email) == ("Kari", True, "")
    assert browser.player() == kari


def test_an_address_may_be_given() -> None:
    make_browser().sign_up("Kari", email="kari@example.org")
    assert Player.objects.get().email == "kari@example.org"


def test_a_guest_who_signs_up_keeps_row_games_seats_and_wins() -> None:
    browser = make_guest()
    guest = browser.player()
    race = browser.call("/api/v1/races", {"deal": 1}).json()["slug"]
    make_win(guest, 3)
    assert not Win.objects.get().is_listed
    browser.sign_up("Kari")
    assert browser.player().pk == guest.pk
    assert Player.objects.get().name == "Kari"
    assert set(Game.objects.values_list("player", "attempt")) == {(guest.pk, 1), (guest.pk, None)}
    assert Racer.objects.get(race=race).player_id == guest.pk
    assert Win.objects.get().is_listed
    call_command("verify")


def test_the_board_shows_who_signed_up_where_the_guest_stood() -> None:
    browser = make_guest()
    result = make_win(browser.player(), 1)
    board = f"/api/v1/deals/{result.game.code}/board"
    before = browser.get(board).json()
    assert (before["rows"], before["me"]["provisional"]) == ([], True)
    browser.sign_up("Kari")
    after = browser.get(board).json()
    assert [row["player"] for row in after["rows"]] == ["Kari"]
    assert after["me"] == after["rows"][0]
    assert {**after["me"], "provisional": True} == {**before["me"], "player": "Kari"}


def test_a_guest_with_a_token_signs_up_and_keeps_it() -> None:
    bot = make_bot(is_guest=True)
    game = bot.call("games", {"deal": 1}).json()["id"]
    fields = {"username": "Kari", "password1": PASSWORD, "password2": PASSWORD}
    assert bot.post("/accounts/signup/", fields).status_code == 302
    kari = Player.objects.get()
    assert (kari.name, kari.is_guest) == ("Kari", False)
    assert Bot(bot.token).read(f"games/{game}").status_code == 200
    assert Game.objects.get().player == kari


def test_a_form_posted_twice_makes_one_account() -> None:
    browser = make_guest()
    browser.sign_up("Kari")
    assert browser.sign_up("Kari").status_code == 302
    assert Player.objects.count() == 1


def test_who_is_signed_in_is_sent_away_from_the_form() -> None:
    browser = make_browser()
    browser.sign_up("Kari")
    assert browser.get("/accounts/signup/").status_code == 302


def test_a_weak_password_is_refused_with_reasons_and_the_guest_stays() -> None:
    browser = make_guest()
    answer = browser.sign_up("Kari", password="12345")
    assert len(answer.context["form"].errors["password1"]) >= 2
    assert browser.player().is_guest
    assert browser.player().name.startswith("guest-")


def test_two_passwords_that_differ_are_refused() -> None:
    answer = make_browser().sign_up("Kari", password2="another thing entirely")
    assert answer.context["form"].errors.keys() == {"password2"}
    assert not Player.objects.exists()


def test_a_form_without_its_token_is_refused() -> None:
    fields = {"username": "Kari", "password1": PASSWORD, "password2": PASSWORD}
    answer = make_browser().post("/accounts/signup/", fields)
    assert answer.status_code == 403
    assert "The page is too old." in answer.content.decode()
    assert not Player.objects.exists()


def test_a_name_taken_between_check_and_write_is_told(monkeypatch: Any) -> None:
    make_account("Kari")
    monkeypatch.setattr("players.adapter.PlayerAdapter.clean_username", lambda *_, **__: "kari")
    browser = make_guest()
    answer = browser.sign_up("kari")
    assert answer.url == "/accounts/signup/"
    assert "This name is taken." in browser.get(answer.url).content.decode()
    assert browser.player().is_guest


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_want_one_name_at_once_are_told_who_has_it() -> None:
    guests = [make_guest(), make_guest()]
    answers = at_once([partial(guest.sign_up, "Kari") for guest in guests])
    pages = [
        guest.get("/accounts/signup/", follow=True) if answer.status_code == 302 else answer
        for guest, answer in zip(guests, answers, strict=True)
    ]
    assert sum("This name is taken." in page.content.decode() for page in pages) == 1
    assert sorted(player.is_guest for player in Player.objects.all()) == [False, True]
    call_command("verify")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_forms_of_one_guest_at_once_one_takes_his_games() -> None:
    browser, twin = make_guest(), make_browser()
    twin.cookies = browser.cookies
    at_once([partial(browser.sign_up, "Kari"), partial(twin.sign_up, "Karin")])
    assert Game.objects.get().player.is_account
    assert sorted(Player.objects.values_list("name", "is_guest")) == [
        ("Kari", False),
        ("Karin", False),
    ]
    call_command("verify")
