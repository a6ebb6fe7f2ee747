"""What rated races do to ratings: once each, and only where nothing was unfair."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction

from games.engine.actions import RESIGN
from games.engine.errors import ErrorCode, GameError
from games.models import Race, Rating, RatingChange
from games.services import places, races
from games.services.deals import read_choice
from games.services.race_settings import Settings
from players.models import Player
from tests.factories import SEALED_NUMBER, make_player, make_race, winning_actions
from tests.visitors import Bot, make_bot

pytestmark = pytest.mark.django_db
WIN = winning_actions(SEALED_NUMBER)


def finish(race: Race) -> bool:
    with transaction.atomic():
        races.locked(race.pk)
        return places.finish_if_done(race.pk)


def race_of(players: list[Player], lines: Any = (), **options: Any) -> Race:
    """Return a rated race whose racers are done, the first of them having won; not finished."""
    fields = {name: options.pop(name) for name in ("is_rated", "delayed_ms") if name in options}
    lines = lines or [WIN, *[(RESIGN,) for _ in players[1:]]]
    race = make_race(players, lines, is_running=True, **options)
    Race.objects.filter(pk=race.pk).update(**{"is_rated": True, **fields})
    return race


def ratings_of(*players: Player) -> list[int]:
    rows = Rating.objects.in_bulk([player.pk for player in players])
    return [round(rows[player.pk].rating) for player in players]


def test_the_winner_gains_what_the_loser_loses() -> None:
    first, second = make_player(), make_player()
    assert finish(race_of([first, second])) is True
    assert ratings_of(first, second) == [1662, 1338]
    assert set(RatingChange.objects.values_list("number", flat=True)) == {1}
    call_command("verify")


def test_a_race_changes_a_rating_once_whatever_is_sent_twice() -> None:
    players = [make_player(), make_player()]
    race = race_of(players)
    assert [finish(race), finish(race)] == [True, False]
    assert races.close_due(race.pk) is False
    assert RatingChange.objects.count() == 2


def test_a_shared_place_is_half_a_win() -> None:
    players = [make_player() for _ in range(3)]
    finish(race_of(players, [WIN, (RESIGN,), (RESIGN,)]))
    first, second, third = ratings_of(*players)
    assert first > 1500 > second == third
    call_command("verify")


@pytest.mark.parametrize("fields", [{"is_rated": False}, {"delayed_ms": 5000}], ids=str)
def test_a_race_that_does_not_count_changes_nothing(fields: dict[str, Any]) -> None:
    finish(race_of([make_player(), make_player()], **fields))
    assert not Rating.objects.exists()
    call_command("verify")


def test_a_guest_in_it_makes_a_race_unrated() -> None:
    finish(race_of([make_player(), make_player(is_guest=True)]))
    assert not RatingChange.objects.exists()


def test_a_second_race_goes_on_from_the_first() -> None:
    players = [make_player(), make_player()]
    finish(race_of(players))
    finish(race_of(players[::-1], number=SEALED_NUMBER + 1, lines=[(RESIGN,), (RESIGN,)]))
    assert set(Rating.objects.values_list("races", flat=True)) == {2}
    assert Rating.objects.get(player=players[0]).deviation < 290
    call_command("verify")


def test_nothing_of_a_rating_shows_before_the_finish() -> None:
    race_of([make_player(), make_player()])
    assert not Rating.objects.exists()


# Who may sit.


def settings(**more: Any) -> Settings:
    return Settings(read_choice(None, "E", None), is_rated=True, **more)


def test_a_guest_can_neither_open_nor_join_a_rated_race() -> None:
    guest = make_player(is_guest=True)
    with pytest.raises(GameError) as caught:
        races.create_race(guest, settings())
    assert caught.value.code is ErrorCode.NEEDS_ACCOUNT
    race = races.create_race(make_player(), settings())
    with pytest.raises(GameError) as caught:
        races.join(race.pk, guest)
    assert caught.value.code is ErrorCode.NEEDS_ACCOUNT


def test_the_api_says_why() -> None:
    race = races.create_race(make_player(), settings())
    answer = make_bot(is_guest=True).call(f"races/{race.pk}/join")
    assert (answer.status_code, answer.json()["code"]) == (409, "needs_account")


# What is told.


def test_a_rating_is_told_by_the_api_and_on_the_profile() -> None:
    winner, loser = make_player("Kari"), make_player("Ola")
    finish(race_of([winner, loser]))
    told = Bot(None).read("players/Kari/rating").json()
    assert (told["rating"], told["provisional"], told["races"]) == (1662, True, 1)
    assert told["changes"][0]["change"] == 162
    page = Bot(None).get("/players/Kari/").content.decode()
    assert "1662?" in page
    assert "+162" in page


def test_who_has_no_rating_is_told_so() -> None:
    make_player("Kari")
    told = Bot(None).read("players/Kari/rating").json()
    assert told == {
        "player": "Kari",
        "rating": None,
        "provisional": True,
        "races": 0,
        "changes": [],
    }
    assert Bot(None).read("players/Nobody/rating").status_code == 404
