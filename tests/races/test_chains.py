"""Chains of rematches: who is led into the next race, and who waits for it."""

from __future__ import annotations

import pytest

from games.engine.codes import Rule
from games.engine.errors import ErrorCode, GameError
from games.models import Latecomer, Race
from games.services import chains, matches, races
from games.services.clock import now_ms
from games.services.deals import Choice
from games.services.race_settings import Settings
from games.solver.difficulty import Grade
from players.models import Player
from tests.factories import SEALED_NUMBER, losing_actions, make_player, make_race

pytestmark = pytest.mark.django_db

LOSSES = [losing_actions(), losing_actions()]


@pytest.fixture
def two() -> list[Player]:
    return [make_player(), make_player()]


def refusal(error: pytest.ExceptionInfo[GameError]) -> ErrorCode:
    return error.value.code


def end(race: Race) -> None:
    """Finish a race as if all its racers had resigned."""
    Race.objects.filter(pk=race.pk).update(
        starts_at_ms=now_ms() - 2, ends_at_ms=now_ms() - 1, finished_at_ms=now_ms()
    )


def test_a_rematch_keeps_every_setting(two: list[Player]) -> None:
    settings = Settings(
        Choice(None, Rule.CLASSIC, Grade.FAIR),
        undo_allowed=True,
        seats=5,
        limit_ms=None,
        grace_ms=60_000,
        best_of=3,
    )
    race = races.create_race(two[0], settings)
    end(race)
    following = chains.rematch(race.pk, two[0])
    kept = ("rule", "grade", "undo_allowed", "seats", "limit_ms", "grace_ms", "best_of")
    assert [getattr(following, name) for name in kept] == [getattr(race, name) for name in kept]
    assert (following.previous_id, following.series_id) == (race.pk, race.pk)
    assert (following.number, following.match_from) == (2, 1)
    assert following.deal_id != race.deal_id


def test_a_rematch_of_an_old_race_leads_to_the_newest(two: list[Player]) -> None:
    first = make_race(two, LOSSES)
    second = make_race(two, LOSSES, number=SEALED_NUMBER + 1, previous=first)
    third = chains.rematch(first.pk, two[0])
    assert (third.previous_id, third.number) == (second.pk, 3)
    assert chains.rematch(first.pk, two[1]) == third
    assert matches.newest(first) == third


def test_a_lobby_that_its_opener_left_is_opened_again(two: list[Player]) -> None:
    race = make_race(two, LOSSES)
    following = chains.rematch(race.pk, two[0])
    races.leave(following.pk, two[0])
    again = chains.rematch(race.pk, two[1])
    assert again.pk == following.pk
    assert (again.host, again.racers.get().player) == (two[1], two[1])


def test_who_raced_before_is_seated_in_a_lobby_that_was_left(two: list[Player]) -> None:
    following = chains.rematch(make_race(two, LOSSES).pk, two[0])
    races.leave(following.pk, two[0])
    assert chains.take_seat(following.pk, two[1])
    assert Race.objects.get(pk=following.pk).host == two[1]


def test_a_stranger_does_not_sit_by_coming(two: list[Player]) -> None:
    following = chains.rematch(make_race(two, LOSSES).pk, two[0])
    assert not chains.take_seat(following.pk, make_player())


# Waiting.


def test_who_comes_too_late_waits_and_is_seated_in_the_next_race(two: list[Player]) -> None:
    late, race = make_player(), make_race(two, is_running=True, starts_at_ms=now_ms())
    assert chains.wait(race.pk, late) == (race, False)
    assert chains.wait(race.pk, late) == (race, False)
    assert Latecomer.objects.count() == 1
    end(race)
    following = chains.rematch(race.pk, two[0])
    assert following.seats == 3
    assert all(chains.take_seat(following.pk, player) for player in (late, two[1]))
    assert following.racers.count() == 3


def test_no_race_has_more_than_eight_seats() -> None:
    players = [make_player() for _ in range(7)]
    race = make_race(players, [losing_actions()] * 7)
    late = [make_player() for _ in range(3)]
    for player in late:
        chains.wait(race.pk, player)
    following = chains.rematch(race.pk, players[0])
    assert following.seats == 8
    came = [*players, *late]
    assert [chains.take_seat(following.pk, player) for player in came] == [True] * 8 + [False] * 2


def test_a_racer_who_waits_takes_no_seat_twice(two: list[Player]) -> None:
    race = make_race(two, LOSSES)
    chains.wait(race.pk, two[1])
    assert chains.rematch(race.pk, two[0]).seats == 2


def test_who_waits_where_there_is_room_sits(two: list[Player]) -> None:
    lobby = races.create_race(two[0], Settings(Choice(1, Rule.EASY)))
    assert chains.wait(lobby.pk, two[1]) == (lobby, True)
    assert chains.wait(lobby.pk, make_player()) == (lobby, False)


def test_waiting_at_an_old_race_is_waiting_at_the_newest(two: list[Player]) -> None:
    first = make_race(two, LOSSES)
    second = make_race(
        two, number=SEALED_NUMBER + 1, previous=first, is_running=True, starts_at_ms=now_ms()
    )
    assert chains.wait(first.pk, make_player()) == (second, False)


def test_nobody_waits_for_a_first_lobby_that_everybody_left(two: list[Player]) -> None:
    lobby = races.create_race(two[0], Settings(Choice(1, Rule.EASY)))
    races.leave(lobby.pk, two[0])
    with pytest.raises(GameError) as error:
        chains.wait(lobby.pk, two[1])
    assert refusal(error) is ErrorCode.OVER


def test_a_guest_does_not_wait_for_a_rated_race(two: list[Player]) -> None:
    race = make_race(two, is_running=True, starts_at_ms=now_ms())
    Race.objects.filter(pk=race.pk).update(is_rated=True)
    with pytest.raises(GameError) as error:
        chains.wait(race.pk, make_player(is_guest=True))
    assert refusal(error) is ErrorCode.NEEDS_ACCOUNT


def test_who_waits_no_longer_is_not_expected(two: list[Player]) -> None:
    late, race = make_player(), make_race(two, LOSSES)
    chains.wait(race.pk, late)
    assert chains.stop_waiting(race.pk, late) == race
    following = chains.rematch(race.pk, two[0])
    assert (following.seats, chains.take_seat(following.pk, late)) == (2, False)
