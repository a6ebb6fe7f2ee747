"""A lobby's settings, which its host may change until the countdown begins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.codes import Rule, format_code
from games.engine.errors import ErrorCode, GameError
from games.models import Deal, Race
from games.services import lobbies, races
from games.services.clock import now_ms
from games.services.deals import Choice
from games.services.race_settings import Settings
from games.solver.difficulty import Grade
from players.models import Player
from tests.factories import SEALED_NUMBER, losing_actions, make_player, make_race

pytestmark = pytest.mark.django_db

SEALED = Settings(Choice(None, Rule.EASY))
NAMED = Settings(Choice(1, Rule.EASY))


@pytest.fixture
def host() -> Player:
    return make_player()


def changed(host: Player, before: Settings, after: Settings) -> tuple[Race, Race]:
    """Return a race as it was and as it is after its settings were changed."""
    race = races.create_race(host, before)
    return race, lobbies.change_settings(race.pk, host, after)


def test_all_settings_are_taken_over(host: Player) -> None:
    wished = Settings(
        Choice(None, Rule.CLASSIC, Grade.FAIR),
        undo_allowed=True,
        seats=4,
        limit_ms=None,
        grace_ms=15_000,
        is_rated=True,
        best_of=5,
    )
    _, race = changed(host, NAMED, wished)
    race.refresh_from_db()
    assert (race.rule, race.grade, race.is_sealed, race.undo_allowed) == ("C", "fair", True, True)
    assert (race.seats, race.limit_ms, race.grace_ms) == (4, None, 15_000)
    assert (race.is_rated, race.best_of) == (True, 5)


def test_a_sealed_deal_stays_where_its_kind_stays(host: Player) -> None:
    before, after = changed(host, SEALED, replace(SEALED, seats=5, undo_allowed=True))
    assert (after.deal_id, after.commitment) == (before.deal_id, before.commitment)


@pytest.mark.parametrize(
    "choice", [Choice(None, Rule.CLASSIC), Choice(None, Rule.EASY, Grade.GENTLE)], ids=str
)
def test_another_kind_of_deal_is_fixed_anew(host: Player, choice: Choice) -> None:
    before, after = changed(host, SEALED, Settings(choice))
    assert after.deal_id != before.deal_id
    code = format_code(after.deal_id, choice.rule)
    assert after.commitment == races.commitment_of(code, after.nonce) != before.commitment
    assert not Deal.objects.filter(pk=before.deal_id).exists()


def test_a_named_deal_takes_the_place_of_a_sealed_one(host: Player) -> None:
    _, race = changed(host, SEALED, NAMED)
    assert (race.deal_id, race.is_sealed, race.nonce, race.commitment) == (1, False, "", "")
    assert not race.deal.is_sealed


def test_a_sealed_deal_takes_the_place_of_a_named_one(host: Player) -> None:
    _, race = changed(host, NAMED, SEALED)
    assert (race.is_sealed, race.deal.is_sealed, len(race.commitment)) == (True, True, 64)
    assert Deal.objects.filter(pk=1).exists()


def test_who_was_ready_has_to_say_so_again(host: Player) -> None:
    race = races.create_race(host, NAMED)
    races.set_ready(race.pk, host)
    lobbies.change_settings(race.pk, host, replace(NAMED, undo_allowed=True))
    assert not race.racers.get().is_ready


def test_another_length_begins_another_match(host: Player) -> None:
    rival = make_player()
    first = make_race([host, rival], [losing_actions()] * 2)
    race = races.create_race(host, SEALED, previous=first)
    assert lobbies.change_settings(race.pk, host, replace(SEALED, best_of=3)).match_from == 2
    assert lobbies.change_settings(race.pk, host, SEALED).match_from == 1


# What is refused.


def refused(race: Race, player: Player, settings: Settings) -> ErrorCode:
    with pytest.raises(GameError) as error:
        lobbies.change_settings(race.pk, player, settings)
    return error.value.code


def test_only_the_host_changes_them(host: Player) -> None:
    race, guest = races.create_race(host, NAMED), make_player()
    races.join(race.pk, guest)
    assert refused(race, guest, SEALED) is ErrorCode.NOT_HOST


def test_nobody_loses_a_seat(host: Player) -> None:
    race = races.create_race(host, replace(NAMED, seats=3))
    for _ in range(2):
        races.join(race.pk, make_player())
    assert refused(race, host, NAMED) is ErrorCode.BAD_SETTINGS


def test_a_race_in_which_a_guest_sits_is_not_rated(host: Player) -> None:
    race = races.create_race(host, SEALED)
    races.join(race.pk, make_player(is_guest=True))
    assert refused(race, host, replace(SEALED, is_rated=True)) is ErrorCode.NEEDS_ACCOUNT
    race.refresh_from_db()
    assert not race.is_rated


def test_a_race_that_has_begun_keeps_its_settings(host: Player) -> None:
    race = make_race([host, make_player()], is_running=True, starts_at_ms=now_ms())
    assert refused(race, host, SEALED) is ErrorCode.RUNNING


def test_a_lobby_that_everybody_left_keeps_its_settings(host: Player) -> None:
    race = races.create_race(host, NAMED)
    races.leave(race.pk, host)
    assert refused(race, host, SEALED) is ErrorCode.OVER


# The end of a lobby.


def test_a_lobby_that_never_began_is_closed_after_a_day(host: Player) -> None:
    race = races.create_race(host, SEALED)
    later = race.created_ms + lobbies.LOBBY_MS
    assert lobbies.stale_lobbies(later - 1) == []
    assert not lobbies.close_stale(race.pk, later - 1)
    assert lobbies.stale_lobbies(later) == [race.pk]
    assert lobbies.close_stale(race.pk, later)
    assert (lobbies.stale_lobbies(later), race.racers.count()) == ([], 0)
    with pytest.raises(GameError) as error:
        races.join(race.pk, make_player())
    assert error.value.code is ErrorCode.OVER


def test_a_race_that_began_is_no_stale_lobby(host: Player) -> None:
    race = make_race([host, make_player()], number=SEALED_NUMBER, is_running=True)
    later = race.created_ms + 2 * lobbies.LOBBY_MS
    assert lobbies.stale_lobbies(later) == []
    assert not lobbies.close_stale(race.pk, later)
