"""Guest and account of one person in one race: the guest's seat is given up."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games.engine.actions import DRAW, RESIGN
from games.engine.codes import Rule
from games.models import Game, Race, Result
from games.services import chains, races
from games.services.clock import now_ms
from games.services.deals import Choice
from games.services.merging import merge_guest
from games.services.play import act_now
from games.services.race_settings import Settings
from players.models import Player
from tests.factories import SEALED_NUMBER, losing_actions, make_player, make_race, winning_actions

pytestmark = pytest.mark.django_db


def make_lobby(*players: Player) -> Race:
    """Store a lobby for four on deal 1 that the first one hosts."""
    host, *others = players
    race = races.create_race(host, Settings(Choice(1, Rule.EASY), seats=4))
    for player in others:
        races.join(race.pk, player)
    return race


def make_running(*players: Player, starts_in_ms: int = -60_000) -> Race:
    """Store a race of a sealed deal that began a minute ago, in which nobody has acted."""
    return make_race(players, is_running=True, starts_at_ms=now_ms() + starts_in_ms)


def seats_of(race: Race) -> list[int]:
    return list(race.racers.values_list("player_id", flat=True))


def test_a_seat_of_the_guest_alone_is_the_accounts() -> None:
    guest, account, rival = make_player(is_guest=True), make_player(), make_player()
    lobby, running = make_lobby(guest, rival), make_running(guest, rival)
    merge_guest(guest.pk, account.pk)
    for race in (lobby, running):
        race.refresh_from_db()
        assert race.host == account
        assert seats_of(race) == [account.pk, rival.pk]
    assert set(running.games.values_list("player", flat=True)) == {account.pk, rival.pk}
    call_command("verify")


def test_in_a_lobby_the_guest_leaves_and_the_hosts_office_passes_on() -> None:
    guest, account, rival = make_player(is_guest=True), make_player(), make_player()
    race = make_lobby(guest, rival, account)
    merge_guest(guest.pk, account.pk)
    race.refresh_from_db()
    assert seats_of(race) == [rival.pk, account.pk]
    assert race.host in (rival, account)
    call_command("verify")


def test_in_a_race_the_guests_seat_resigns_and_the_account_goes_on() -> None:
    guest, account = make_player(is_guest=True), make_player()
    race = make_running(guest, account)
    merge_guest(guest.pk, account.pk)
    given_up, kept = (race.games.get(player=player) for player in (guest, account))
    assert (given_up.status, kept.status) == ("resigned", "playing")
    assert act_now(kept.pk, DRAW).status == "playing"
    call_command("verify")


def test_in_the_countdown_the_seat_resigns_as_of_the_start() -> None:
    guest, account = make_player(is_guest=True), make_player()
    race = make_running(guest, account, starts_in_ms=60_000)
    merge_guest(guest.pk, account.pk)
    given_up = race.games.get(player=guest)
    assert (given_up.status, given_up.started_at_ms) == ("resigned", race.starts_at_ms)
    call_command("verify")


def test_a_guest_who_was_the_last_to_play_finishes_the_race_by_signing_in() -> None:
    guest, account = make_player(is_guest=True), make_player()
    race = make_running(guest, account)
    act_now(race.games.get(player=account).pk, RESIGN)
    merge_guest(guest.pk, account.pk)
    race.refresh_from_db()
    assert race.finished_at_ms is not None
    assert not race.deal.is_sealed
    call_command("verify")


def test_a_finished_race_keeps_both_seats_and_its_places() -> None:
    guest, account = make_player(is_guest=True), make_player()
    lines = [losing_actions(2), losing_actions(3)]
    race = make_race([guest, account], lines)
    before = list(race.racers.values_list("player_id", "place"))
    merge_guest(guest.pk, account.pk)
    assert list(race.racers.values_list("player_id", "place")) == before
    call_command("verify")


def test_what_the_guest_learnt_in_the_race_makes_the_accounts_win_no_first_attempts() -> None:
    guest, account = make_player(is_guest=True), make_player()
    race = make_running(guest, account)
    act_now(race.games.get(player=guest).pk, DRAW)
    merge_guest(guest.pk, account.pk)
    win_as(account, race)
    assert firsts() == []
    call_command("verify")


def test_a_seat_that_was_never_played_takes_no_first_attempt_away() -> None:
    guest, account = make_player(is_guest=True), make_player()
    race = make_running(guest, account)
    merge_guest(guest.pk, account.pk)
    win_as(account, race)
    assert firsts() == [account.pk]
    call_command("verify")


def test_a_seat_that_its_player_resigned_at_once_was_played() -> None:
    guest, account = make_player(is_guest=True), make_player()
    race = make_running(guest, account)
    act_now(race.games.get(player=guest).pk, RESIGN)
    merge_guest(guest.pk, account.pk)
    win_as(account, race)
    assert firsts() == []
    call_command("verify")


def test_of_two_wins_in_a_finished_race_at_most_one_stays_a_first_attempts() -> None:
    guest, account = make_player(is_guest=True), make_player()
    line = winning_actions(SEALED_NUMBER)
    make_race([guest, account], [line, line], pace_ms=[100, 8000])
    assert firsts() == sorted([guest.pk, account.pk])
    merge_guest(guest.pk, account.pk)
    assert firsts() == [guest.pk]
    call_command("verify")


def test_the_guests_game_that_stays_is_numbered_without_those_that_go() -> None:
    guest, account = make_player(is_guest=True), make_player()
    race = make_running(guest, account)
    earlier = play_outside(guest, race)
    for player in (guest, account):
        act_now(race.games.get(player=player).pk, RESIGN)
    merge_guest(guest.pk, account.pk)
    own = Game.objects.filter(player=account).order_by("attempt")
    assert list(own.values_list("pk", "attempt")) == [
        (earlier.pk, 1),
        (race.games.get(player=account).pk, 2),
    ]
    assert race.games.get(player=guest).attempt == 1
    call_command("verify")


def test_a_race_whose_end_has_come_is_closed_first() -> None:
    guest, account, rival = make_player(is_guest=True), make_player(), make_player()
    race = make_running(rival, account, guest, starts_in_ms=-700_000)
    merge_guest(guest.pk, account.pk)
    race.refresh_from_db()
    assert race.finished_at_ms is not None
    assert set(race.games.values_list("status", flat=True)) == {"timed_out"}
    call_command("verify")


def win_as(player: Player, race: Race) -> None:
    """Play a racer's game to its win, action by action."""
    game = race.games.get(player=player)
    for action in winning_actions(SEALED_NUMBER)[game.seq :]:
        act_now(game.pk, action)


def firsts() -> list[int]:
    """Return whose results are first attempts' wins."""
    wins = Result.objects.filter(is_first_attempt=True, status="won")
    return sorted(wins.values_list("player_id", flat=True))


def play_outside(player: Player, race: Race) -> Game:
    """Play one action of a race's deal outside of it."""
    game = Game.objects.create(player=player, deal=race.deal, rule=race.rule)
    act_now(game.pk, DRAW)
    return game


def test_wins_of_both_in_one_chain_are_one_players() -> None:
    guest, account, rival = make_player(is_guest=True), make_player(), make_player()
    race: Race | None = None
    for step, player in enumerate((guest, account, rival)):
        number = SEALED_NUMBER + step
        lines = [winning_actions(number), losing_actions()]
        other = guest if player is rival else rival
        race = make_race([player, other], lines, number=number, previous=race, best_of=3)
    merge_guest(guest.pk, account.pk)
    assert race is not None
    race.refresh_from_db()
    assert race.match_from == 3
    call_command("verify")


def test_who_waits_for_a_race_waits_on_as_the_account() -> None:
    guest, account = make_player(is_guest=True), make_player()
    one, other = [make_running(make_player(), make_player()) for _ in range(2)]
    for race, player in ((one, guest), (other, guest), (other, account)):
        chains.wait(race.pk, player)
    merge_guest(guest.pk, account.pk)
    assert set(account.waits.values_list("race_id", flat=True)) == {one.pk, other.pk}
    assert not guest.waits.exists()
