"""The calls about races."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from games.engine.codes import SHORT_NUMBERS
from games.models import Race, Racer
from games.services import races
from games.services.clock import now_ms
from tests.factories import losing_actions, make_player, make_race
from tests.simultaneous import at_once
from tests.visitors import fault_of, make_bot, make_browser

pytestmark = pytest.mark.django_db


def make_lobby(**settings: Any) -> str:
    return str(make_bot().call("races", {"deal": 1, **settings}).json()["slug"])


def test_a_race_is_told_as_the_contract_says() -> None:
    told = make_bot().call("races", {"deal": None, "rule": "C", "undo": True, "seats": 3})
    race = Race.objects.get()
    assert told.status_code == 201
    assert told.json() == {
        "slug": race.pk,
        "url": f"/races/{race.pk}/",
        "socket": f"/ws/races/{race.pk}/",
        "commitment": race.commitment,
    }
    assert re.fullmatch("[0-9a-f]{64}", race.commitment)
    assert (race.rule, race.undo_allowed, race.seats, race.limit_ms) == ("C", True, 3, 600_000)
    assert race.deal_id >= SHORT_NUMBERS


def test_the_host_is_seated() -> None:
    player = make_player()
    make_bot(player).call("races")
    race = Race.objects.get()
    assert race.host == player == race.racers.get().player


def test_a_named_deal_is_not_sealed() -> None:
    told = make_bot().call("races", {"deal": "TP1-C-AAAAAAB"}).json()
    race = Race.objects.get()
    assert told["commitment"] is None
    assert (race.is_sealed, race.deal.is_sealed, race.deal_id, race.rule) == (False, False, 1, "C")


def test_no_answer_names_a_sealed_deal() -> None:
    bot = make_bot()
    told = bot.call("races").json()
    page = bot.get(told["url"]).content.decode()
    code = Race.objects.get().deal.code("E")
    assert code not in str(told)
    assert code not in page
    assert code.split("-")[-1] not in page


@pytest.mark.parametrize(
    ("field", "values"), [("seats", [-2, 0, 1, 9]), ("limit_ms", [-1, 0, 999, 86_400_001, 10**30])]
)
def test_settings_out_of_range_are_refused(field: str, values: list[int]) -> None:
    for value in values:
        assert fault_of(make_bot().call("races", {field: value})) == (400, "bad_settings")
    assert not Race.objects.exists()


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("seats", ["2", 2.5, True, None, []]),
        ("undo", [1, "no", None]),
        ("limit_ms", ["600000", 1e9, False]),
        ("deal", [True, 1.0, [], {}]),
        ("rule", [None, 1]),
    ],
)
def test_settings_of_a_wrong_kind_are_named(field: str, values: list[object]) -> None:
    for value in values:
        answer = make_bot().call("races", {field: value})
        assert fault_of(answer) == (400, "bad_request")
        assert f"“{field}”" in answer.json()["message"]
    assert not Race.objects.exists()


@pytest.mark.parametrize("limit_ms", [1000, 86_400_000, None])
def test_a_limit_may_be_short_long_or_none(limit_ms: int | None) -> None:
    assert make_bot().call("races", {"limit_ms": limit_ms}).status_code == 201


def test_joining_takes_a_seat_once() -> None:
    slug, player = make_lobby(seats=3), make_player()
    bot = make_bot(player)
    for _ in range(2):
        told = bot.call(f"races/{slug}/join")
        assert told.status_code == 200
        assert told.json() == {
            "slug": slug,
            "url": f"/races/{slug}/",
            "socket": f"/ws/races/{slug}/",
        }
    assert Racer.objects.filter(player=player).count() == 1


def test_a_visitor_of_the_link_joins_as_a_guest() -> None:
    slug, browser = make_lobby(), make_browser()
    assert browser.get(f"/races/{slug}/").status_code == 200
    assert browser.call(f"/api/v1/races/{slug}/join").status_code == 200
    assert Racer.objects.filter(player=browser.player(), race=slug).exists()


def test_a_full_race_is_told() -> None:
    slug = make_lobby()
    make_bot().call(f"races/{slug}/join")
    assert fault_of(make_bot().call(f"races/{slug}/join")) == (409, "full")


def test_a_race_that_runs_is_told() -> None:
    race = make_race([make_player(), make_player()], is_running=True, starts_at_ms=now_ms())
    assert fault_of(make_bot().call(f"races/{race.pk}/join")) == (409, "running")


def test_who_sits_in_a_race_that_runs_may_come_back() -> None:
    racer = make_player()
    race = make_race([racer, make_player()], is_running=True, starts_at_ms=now_ms())
    assert make_bot(racer).call(f"races/{race.pk}/join").status_code == 200


def test_a_race_that_is_over_is_told_with_the_newest_of_its_chain() -> None:
    racers = [make_player(), make_player()]
    race = make_race(racers, [losing_actions(), losing_actions()])
    bot = make_bot()
    assert fault_of(bot.call(f"races/{race.pk}/join")) == (409, "over")
    following = races.rematch(race.pk, racers[0])
    told = bot.call(f"races/{race.pk}/join")
    assert told.status_code == 409
    assert told.json()["next"]["slug"] == following.pk
    assert bot.call(f"races/{following.pk}/join").status_code == 200


def test_a_lobby_that_everybody_left_is_over() -> None:
    host = make_player()
    slug = make_bot(host).call("races", {"deal": 1}).json()["slug"]
    races.leave(slug, host)
    assert fault_of(make_bot().call(f"races/{slug}/join")) == (409, "over")


@pytest.mark.parametrize("slug", ["nothing", "a" * 200, "%00", "é"])
def test_an_unknown_race_is_not_found(slug: str) -> None:
    assert fault_of(make_bot().call(f"races/{slug}/join")) == (404, "not_found")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_the_last_seats_at_once_so_many_sit_as_there_are_seats() -> None:
    slug = make_lobby(seats=3)
    bots = [make_bot() for _ in range(4)]
    works = [partial(bot.call, f"races/{slug}/join") for bot in (*bots, *bots)]
    codes = [answer.status_code for answer in at_once(works)]
    assert sorted(codes) == [200] * 4 + [409] * 4
    assert Racer.objects.filter(race=slug).count() == 3
