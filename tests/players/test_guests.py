"""A visitor is a guest as soon as he plays, and stays the same one."""

import pytest
from django.db import IntegrityError

from games.models import Game, Racer
from players.models import Player, Token
from tests.visitors import Bot, make_browser

pytestmark = pytest.mark.django_db
YEAR_S = 365 * 24 * 3600


def test_a_program_becomes_a_guest_who_plays_and_races_at_once() -> None:
    told = Bot(None).call("guests")
    assert told.status_code == 201
    assert told.json().keys() == {"player", "token"}
    bot = Bot(told.json()["token"])
    assert bot.call("games", {"deal": 1}).status_code == 201
    assert bot.call("races", {"deal": 1}).status_code == 201
    guest = Player.objects.get(name=told.json()["player"], is_guest=True)
    assert Game.objects.get().player == guest
    assert Racer.objects.get().player == guest


def test_a_visitor_of_a_page_becomes_a_guest_when_he_plays() -> None:
    browser = make_browser()
    assert browser.get("/").status_code == 200
    assert not Player.objects.exists()
    told = browser.deal(1)
    guest = Player.objects.get()
    assert told["player"] == {"name": guest.name, "is_guest": True}
    assert guest.name.startswith("guest-")
    assert Game.objects.get().player == guest


def test_a_visitor_who_opens_a_race_becomes_a_guest() -> None:
    browser = make_browser()
    assert browser.call("/api/v1/races", {"deal": 1}).status_code == 201
    assert Racer.objects.get().player == browser.player()
    assert browser.player().is_guest


def test_a_form_of_another_site_makes_no_guest() -> None:
    answer = make_browser().post("/play/", {"deal": 1}, "application/json")
    assert answer.status_code == 403
    assert answer.json()["code"] == "csrf_failed"
    assert not Player.objects.exists()


def test_a_guest_keeps_his_identity_for_a_year() -> None:
    browser = make_browser()
    browser.deal(1)
    assert browser.cookies["sessionid"]["max-age"] == YEAR_S
    assert browser.session.get_expiry_age() > YEAR_S - 60
    browser.deal(2)
    assert Player.objects.count() == 1


def test_guests_have_names_of_their_own() -> None:
    names = {Player.objects.create_guest().name for _ in range(50)}
    assert len(names) == 50
    with pytest.raises(IntegrityError):
        Player.objects.create_user(names.pop().upper())


def test_a_token_is_stored_as_its_digest_alone() -> None:
    token = Bot(None).call("guests").json()["token"]
    assert token not in str(list(Token.objects.values()))
    assert Token.objects.player_of(token) == Player.objects.get()


def test_a_player_who_is_switched_off_has_no_token() -> None:
    bot = Bot(Bot(None).call("guests").json()["token"])
    Player.objects.update(is_active=False)
    assert bot.call("games", {"deal": 1}).status_code == 401
