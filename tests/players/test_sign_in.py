"""Signing in by any spelling of the name, and not by guessing."""

from __future__ import annotations

import pytest

from players.models import Player
from tests.visitors import make_account, make_browser

pytestmark = pytest.mark.django_db
TOO_MANY = "Too many failed login attempts."
WRONG = "The username and/or password you specified are not correct."


@pytest.mark.parametrize("spelling", ["Straße", "strasse", "STRASSE", "Ｓtraße", " straße "])
def test_any_spelling_of_the_name_signs_in(spelling: str) -> None:
    make_account("Straße")
    browser = make_browser()
    assert browser.sign_in(spelling).status_code == 302
    assert browser.player().name == "Straße"


def test_a_wrong_password_and_an_unknown_name_are_told_alike() -> None:
    make_account("Kari")
    for name in ("Kari", "Nobody"):
        assert WRONG in make_browser().sign_in(name, "not it").content.decode()


def test_a_guest_cannot_be_signed_in_to() -> None:
    guest = Player.objects.create_guest()
    Player.objects.filter(pk=guest.pk).update(password=make_account("Kari").password)
    assert WRONG in make_browser().sign_in(guest.name).content.decode()


def test_who_was_merged_cannot_be_signed_in_to() -> None:
    kari = make_account("Kari")
    Player.objects.filter(pk=kari.pk).update(is_active=False)
    answer = make_browser().sign_in("Kari")
    assert answer.url == "/accounts/inactive/"


def test_guessing_one_name_is_stopped_whatever_its_spelling() -> None:
    make_account("Kari")
    for spelling in ("Kari", "kari", "KARI", "ＫARI", " kari "):
        assert TOO_MANY not in make_browser().sign_in(spelling, "not it").content.decode()
    for password in ("not it", "three peaks and a draw"):
        assert TOO_MANY in make_browser().sign_in("kARI", password).content.decode()


def test_guessing_many_names_from_one_address_is_stopped() -> None:
    browser = make_browser()
    answers = [browser.sign_in(f"player{number}", "not it") for number in range(21)]
    told = [TOO_MANY in answer.content.decode() for answer in answers]
    assert told == [False] * 20 + [True]


def test_signing_in_itself_is_not_limited() -> None:
    make_account("Kari")
    browser = make_browser()
    for _ in range(25):
        assert browser.sign_in("Kari").status_code == 302
        browser.fill_in("/accounts/logout/")


def test_signing_out_leaves_nobody_signed_in() -> None:
    make_account("Kari")
    browser = make_browser()
    browser.sign_in("Kari")
    assert browser.fill_in("/accounts/logout/").status_code == 302
    assert browser.get("/").context["page_data"]["player"] is None
