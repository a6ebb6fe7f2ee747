"""The calls about a lobby: its settings, and waiting for the next race."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Latecomer, Race
from games.services.clock import now_ms
from players.models import Player
from tests.factories import make_player, make_race
from tests.visitors import fault_of, make_bot, make_browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> Player:
    return make_player()


def make_lobby(host: Player, **settings: Any) -> str:
    return str(make_bot(host).call("races", {"deal": 1, **settings}).json()["slug"])


def change(slug: str, player: Player, **settings: Any) -> Any:
    return make_bot(player).call(f"races/{slug}/settings", settings)


# Settings.


def test_changed_settings_are_answered_with_the_new_commitment(host: Player) -> None:
    slug = make_lobby(host)
    told = change(slug, host, deal=None, seats=4, best_of=7)
    race = Race.objects.get()
    assert told.status_code == 200
    assert told.json() == {
        "slug": slug,
        "url": f"/races/{slug}/",
        "socket": f"/ws/races/{slug}/",
        "commitment": race.commitment,
    }
    assert (race.seats, race.best_of, race.is_sealed) == (4, 7, True)


def test_what_is_left_out_falls_back(host: Player) -> None:
    slug = make_lobby(host, undo=True, limit_ms=None, grace_ms=15_000, best_of=3)
    assert change(slug, host, deal=1).status_code == 200
    race = Race.objects.get()
    assert (race.undo_allowed, race.limit_ms, race.grace_ms) == (False, 600_000, 45_000)
    assert race.best_of is None


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"seats": 9}, "bad_settings"),
        ({"grace_ms": 5}, "bad_settings"),
        ({"best_of": 2}, "bad_settings"),
        ({"deal": 1, "rated": True}, "bad_settings"),
        ({"seats": "3"}, "bad_request"),
        ({"deal": "TP1-X-AAAAAAB"}, "code_bad_rule"),
        ({"deal": 5, "sure": False}, "not_winnable"),
    ],
)
def test_bad_settings_change_nothing(host: Player, settings: dict[str, Any], code: str) -> None:
    slug = make_lobby(host)
    before = Race.objects.values().get()
    assert fault_of(change(slug, host, **settings)) == (400, code)
    assert Race.objects.values().get() == before


def test_settings_are_the_hosts_alone(host: Player) -> None:
    slug = make_lobby(host)
    assert fault_of(change(slug, make_player())) == (403, "not_host")
    assert make_browser().post(f"/api/v1/races/{slug}/settings").status_code == 401


def test_a_rated_race_is_not_for_guests() -> None:
    guest = make_player(is_guest=True)
    slug = make_lobby(guest)
    assert fault_of(change(slug, guest, rated=True)) == (403, "needs_account")


def test_an_unknown_lobby_has_no_settings(host: Player) -> None:
    assert fault_of(change("nowhere", host)) == (404, "not_found")


# Waiting.


def test_who_comes_too_late_waits(host: Player) -> None:
    race = make_race([host, make_player()], is_running=True, starts_at_ms=now_ms())
    bot = make_bot()
    told = bot.call(f"races/{race.pk}/wait")
    assert told.json() == {
        "slug": race.pk,
        "url": f"/races/{race.pk}/",
        "socket": f"/ws/races/{race.pk}/",
        "seated": False,
    }
    assert Latecomer.objects.filter(race=race).count() == 1
    assert bot.call(f"races/{race.pk}/wait", {"wait": False}).status_code == 200
    assert not Latecomer.objects.exists()


def test_a_visitor_waits_as_a_guest(host: Player) -> None:
    race = make_race([host, make_player()], is_running=True, starts_at_ms=now_ms())
    browser = make_browser()
    assert browser.call(f"/api/v1/races/{race.pk}/wait").status_code == 200
    assert Latecomer.objects.get().player == browser.player()


def test_who_waits_where_there_is_room_sits(host: Player) -> None:
    slug = make_lobby(host)
    assert make_bot().call(f"races/{slug}/wait").json()["seated"] is True
    assert make_bot().call(f"races/{slug}/wait").json()["seated"] is False


def test_nobody_waits_for_an_unknown_race() -> None:
    assert fault_of(make_bot().call("races/nowhere/wait")) == (404, "not_found")
