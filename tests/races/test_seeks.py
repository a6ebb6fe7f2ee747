"""Finding an opponent: near ratings first, then anybody; nobody twice, nobody who is gone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.engine.codes import Rule
from games.engine.errors import ErrorCode, GameError
from games.models import Race, Racer, Rating, Seek
from games.services import seeks
from games.services.clock import now_ms
from games.services.seeks import ALIVE_MS, ANYBODY_MS, window
from players.models import Player
from tests.factories import make_player
from tests.ws.clients import Client
from tests.ws.local import Open, stored


def seeker(rating: float = 1500, *, ago_ms: int = 0, rule: Rule = Rule.EASY) -> Player:
    """Return an account of a rating that has sought an opponent for so long."""
    player = make_player()
    fields = {"deviation": 80, "volatility": 0.06, "races": 9, "rated_at_ms": now_ms()}
    Rating.objects.create(player=player, rating=rating, **fields)
    seeks.seek(player, rule, is_rated=False)
    Seek.objects.filter(player=player).update(since_ms=now_ms() - ago_ms)
    return player


def partners() -> list[set[int]]:
    return [
        set(race.racers.values_list("player_id", flat=True)) for race in Race.objects.order_by("pk")
    ]


def test_two_who_wish_the_same_are_led_to_one_sealed_race(db: None) -> None:
    one, other = seeker(), seeker(1550)
    [race] = seeks.pair()
    assert partners() == [{one.pk, other.pk}]
    assert (race.is_sealed, race.seats, race.starts_at_ms) == (True, 2, None)
    found = seeks.waiting([one.pk, other.pk])
    assert {waiting.race for waiting in found.values()} == {race.pk}


def test_nobody_is_paired_twice(db: None) -> None:
    players = [seeker() for _ in range(5)]
    assert len(seeks.pair()) == 2
    assert seeks.pair() == []
    seats = list(Racer.objects.values_list("player_id", flat=True))
    assert len(seats) == len(set(seats)) == 4
    assert Seek.objects.filter(race=None).count() == 1
    assert set(seats) < {player.pk for player in players}


def test_the_nearest_ratings_go_together(db: None) -> None:
    low, lower, high, higher = (seeker(rating) for rating in (1400, 1380, 1490, 1500))
    seeks.pair()
    assert sorted(map(sorted, partners())) == sorted(
        map(sorted, [{low.pk, lower.pk}, {high.pk, higher.pk}])
    )


def test_a_window_widens_until_anybody_will_do(db: None) -> None:
    assert [window(0), window(10_000), window(ANYBODY_MS)] == [100, 300, None]
    seeker(1500, ago_ms=15_000)
    fresh = seeker(1800)
    assert seeks.pair() == []
    Seek.objects.filter(player=fresh).update(since_ms=now_ms() - 15_000)
    assert len(seeks.pair()) == 1


def test_whoever_has_waited_long_still_needs_the_others_window(db: None) -> None:
    seeker(1500, ago_ms=ANYBODY_MS)
    seeker(2400)
    assert seeks.pair() == []


def test_another_rule_and_another_stake_do_not_fit(db: None) -> None:
    seeker()
    seeker(rule=Rule.CLASSIC)
    rated = make_player()
    seeks.seek(rated, Rule.EASY, is_rated=True)
    assert seeks.pair() == []


def test_a_page_that_went_silent_is_paired_with_nobody(db: None) -> None:
    gone = seeker()
    Seek.objects.filter(player=gone).update(seen_at_ms=now_ms() - ALIVE_MS)
    seeker()
    assert seeks.pair() == []
    assert not Seek.objects.filter(player=gone).exists()


def test_an_old_search_leads_nowhere(db: None) -> None:
    one, other = seeker(), seeker()
    seeks.pair()
    Seek.objects.update(seen_at_ms=now_ms() - ALIVE_MS)
    assert seeks.waiting([one.pk, other.pk]) == {}


def test_who_thinks_otherwise_waits_no_more(db: None) -> None:
    seeker()
    seeks.cancel(seeker().pk)
    assert seeks.pair() == []


def test_asking_again_keeps_the_turn_and_another_wish_does_not(db: None) -> None:
    player = seeker(ago_ms=9000)
    before = Seek.objects.get().since_ms
    seeks.seek(player, Rule.EASY, is_rated=False)
    assert Seek.objects.get().since_ms == before
    seeks.seek(player, Rule.CLASSIC, is_rated=False)
    assert Seek.objects.get().since_ms > before


def test_a_guest_seeks_unrated_races_alone(db: None) -> None:
    guest = make_player(is_guest=True)
    seeks.seek(guest, Rule.EASY, is_rated=False)
    with pytest.raises(GameError) as caught:
        seeks.seek(guest, Rule.EASY, is_rated=True)
    assert caught.value.code is ErrorCode.NEEDS_ACCOUNT


@pytest.mark.postgres
def test_processes_that_pair_at_once_pair_everybody_once(transactional_db: None) -> None:
    players = [seeker() for _ in range(20)]

    def pair() -> int:
        try:
            return len(seeks.pair())
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        opened = sum(task.result() for task in [pool.submit(pair) for _ in range(4)])
    opened += len(seeks.pair())
    seats = list(Racer.objects.values_list("player_id", flat=True))
    assert (opened, sorted(seats)) == (10, sorted(player.pk for player in players))


# On the socket.


async def seeking(sockets: Open, player: Player | None = None) -> Client:
    socket = await sockets("/ws/seek/", player or await stored(make_player))
    assert (await socket.frame())["since"] is None
    return socket


async def test_two_sockets_find_each_other(sockets: Open) -> None:
    one, other = await seeking(sockets), await seeking(sockets)
    await one.send("seek", rule="E")
    told = await one.frame()
    assert (told["type"], told["rule"], told["rated"]) == ("seeking", "E", False)
    assert told["window"] >= 100
    assert told["since"] <= told["now"]
    await other.send("seek", rule="E")
    paired = [await socket.frame_of("paired") for socket in (one, other)]
    assert paired[0] == paired[1]
    assert paired[0]["url"] == f"/races/{paired[0]['slug']}/"


async def test_a_search_is_taken_back(sockets: Open) -> None:
    one = await seeking(sockets)
    await one.send("seek", rule="C")
    await one.frame_of("seeking")
    await one.send("cancel")
    assert (await one.frame_of("cancelled")) == {"type": "cancelled"}
    assert not await stored(Seek.objects.exists)


async def test_who_closes_his_last_page_waits_no_more(sockets: Open) -> None:
    player = await stored(make_player)
    first, second = await seeking(sockets, player), await sockets("/ws/seek/", player)
    await first.send("seek", rule="E")
    await first.frame_of("seeking")
    await first.close()
    assert (await second.frame_of("seeking"))["type"] == "seeking"
    assert await stored(Seek.objects.exists)
    await second.close()
    while await stored(Seek.objects.exists):
        pass


BAD = [{}, {"rule": "X"}, {"rule": 3}, {"rule": "E", "rated": "yes"}]


@pytest.mark.parametrize("fields", BAD, ids=str)
async def test_a_wish_that_cannot_be_read_is_refused(
    sockets: Open, fields: dict[str, object]
) -> None:
    one = await seeking(sockets)
    await one.send("seek", **fields)
    assert (await one.frame_of("refused"))["code"] == "bad_message"


async def test_a_game_action_is_no_message_here(sockets: Open) -> None:
    one = await seeking(sockets)
    await one.send("draw", seq=0)
    assert (await one.frame_of("refused"))["code"] == "bad_message"


async def test_nobody_signed_in_is_closed(sockets: Open) -> None:
    assert await (await sockets("/ws/seek/")).close_code() == 4401
