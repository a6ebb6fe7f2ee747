"""The call by which a page watches a race."""

from __future__ import annotations

import pytest

from games.models import Racer
from players.models import Player
from tests.factories import make_player, make_race
from tests.visitors import fault_of, make_bot, make_browser

pytestmark = pytest.mark.django_db


def test_who_watches_is_told_the_socket_and_takes_no_seat() -> None:
    race = make_race([make_player()])
    told = make_bot().call(f"races/{race.pk}/watch")
    assert told.status_code == 200
    assert told.json() == {
        "slug": race.pk,
        "url": f"/races/{race.pk}/",
        "socket": f"/ws/races/{race.pk}/",
    }
    assert Racer.objects.count() == 1


def test_a_visitor_of_the_page_becomes_a_guest_by_watching() -> None:
    race = make_race([make_player()])
    browser = make_browser()
    assert browser.call(f"/api/v1/races/{race.pk}/watch").status_code == 200
    assert browser.player().is_guest


def test_a_program_that_nobody_knows_cannot_watch() -> None:
    race = make_race([make_player()])
    browser = make_browser()
    answer = browser.post(f"/api/v1/races/{race.pk}/watch", {}, "application/json")
    assert fault_of(answer) == (401, "sign_in")
    assert Player.objects.filter(is_guest=True).count() == 0


def test_an_unknown_race_cannot_be_watched() -> None:
    assert fault_of(make_bot().call("races/nowhere/watch")) == (404, "not_found")
