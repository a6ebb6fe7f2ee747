"""A guest who signs in to an account brings his games along."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection, transaction
from django.db.models import F

from games.engine.actions import DRAW, RESIGN
from games.engine.codes import Rule
from games.models import Game, Result
from games.services.journal import lock_players
from games.services.merging import merge_guest
from games.services.play import act_now
from leaderboards.models import Win
from leaderboards.rebuild import rows_from
from players.models import Follow, Player, Token
from tests.factories import START_MS, losing_actions, make_game, make_player, make_win
from tests.simultaneous import at_once
from tests.visitors import Bot, make_account, make_browser

pytestmark = pytest.mark.django_db
LATER_MS = START_MS + 3_600_000


def make_pair() -> tuple[Player, Player]:
    """Store a guest and an account."""
    return make_player(is_guest=True), make_player()


def attempts_of(player: Player) -> list[tuple[str, int | None]]:
    """Return a player's games of deal 1 by their rule, with their numbers, in that order."""
    games = Game.objects.filter(player=player, deal=1).order_by(F("attempt").asc(nulls_last=True))
    return list(games.values_list("rule", "attempt"))


def test_signing_in_brings_games_and_tokens_along() -> None:
    kari = make_account("Kari")
    browser = make_browser()
    game = browser.deal(1)["id"]
    guest = browser.player()
    token = Token.objects.issue(guest)
    browser.sign_in("kari")
    assert browser.player() == kari
    assert Game.objects.get(pk=game).player == kari
    assert Token.objects.player_of(token) == kari
    guest.refresh_from_db()
    assert (guest.merged_into, guest.is_active) == (kari, False)
    call_command("verify")


def test_a_bots_token_is_the_accounts_once_it_has_signed_in() -> None:
    make_account("Kari")
    bot = Bot(Bot(None).call("guests").json()["token"])
    game = bot.call("games", {"deal": 1}).json()["id"]
    bot.post("/accounts/login/", {"login": "Kari", "password": "three peaks and a draw"})
    assert Bot(bot.token).read(f"games/{game}").json()["game"] == game
    assert Game.objects.get().player.name == "Kari"


def test_attempts_are_numbered_by_their_first_action_over_both_rules() -> None:
    guest, account = make_pair()
    make_game(account, 1, [DRAW], rule=Rule.CLASSIC, at_ms=START_MS)
    make_game(guest, 1, [DRAW], rule=Rule.EASY, at_ms=START_MS + 1000)
    make_game(account, 1, [DRAW], rule=Rule.CLASSIC, at_ms=START_MS + 2000)
    make_game(guest, 1)
    assert merge_guest(guest.pk, account.pk)
    assert attempts_of(account) == [("C", 1), ("E", 2), ("C", 3), ("E", None)]
    call_command("verify")


def test_of_two_first_attempts_the_earlier_one_stays_first() -> None:
    guest, account = make_pair()
    early, late = make_win(guest, at_ms=START_MS), make_win(account, at_ms=LATER_MS)
    assert (early.is_first_attempt, late.is_first_attempt) == (True, True)
    merge_guest(guest.pk, account.pk)
    firsts = Result.objects.filter(is_first_attempt=True)
    assert [result.pk for result in firsts] == [early.pk]
    assert Win.objects.get(is_first_attempt=True).pk == early.pk
    call_command("verify")


def test_a_win_after_a_look_at_the_deal_as_a_guest_is_no_first_attempts() -> None:
    guest, account = make_pair()
    make_game(guest, 1, losing_actions(), rule=Rule.CLASSIC, at_ms=START_MS)
    make_win(account, at_ms=LATER_MS)
    merge_guest(guest.pk, account.pk)
    win = Win.objects.get()
    assert (win.player_id, win.is_first_attempt) == (account.pk, False)


def test_board_rows_are_those_of_a_rebuild() -> None:
    guest, account = make_pair()
    for player, number in ((guest, 1), (account, 1), (guest, 3)):
        make_win(player, number)
    merge_guest(guest.pk, account.pk)
    stored = list(Win.objects.order_by("pk").values())
    Win.objects.all().delete()
    Win.objects.bulk_create(rows_from(Result.objects.select_related("player")))
    assert stored == list(Win.objects.order_by("pk").values())
    assert {row["player_id"] for row in stored} == {account.pk}


def test_friends_come_along_once_and_nobody_follows_himself() -> None:
    guest, account = make_pair()
    friend, both = make_player(), make_player()
    for player, other in ((guest, friend), (guest, both), (account, both), (guest, account)):
        Follow.objects.create(player=player, friend=other)
    merge_guest(guest.pk, account.pk)
    followed = Follow.objects.filter(player=account).values_list("friend", flat=True)
    assert sorted(followed) == sorted([friend.pk, both.pk])


def test_what_is_no_guest_is_not_merged() -> None:
    guest, account = make_pair()
    assert not merge_guest(account.pk, guest.pk)
    assert not merge_guest(make_player().pk, account.pk)
    assert not merge_guest(guest.pk, guest.pk)
    assert not merge_guest(guest.pk, make_player(is_guest=True).pk)
    assert merge_guest(guest.pk, account.pk)
    assert not merge_guest(guest.pk, account.pk)
    assert not merge_guest(guest.pk, make_player().pk)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_actions_made_while_the_guest_is_merged_are_counted_once() -> None:
    guest, account = make_pair()
    games = [make_game(guest, 1) for _ in range(4)]
    make_win(account)

    def play(game: Game) -> None:
        act_now(game.pk, DRAW)
        act_now(game.pk, RESIGN)

    merging = partial(merge_guest, guest.pk, account.pk)
    at_once([*(partial(play, game) for game in games), merging])
    assert [number for _, number in attempts_of(account)] == [1, 2, 3, 4, 5]
    assert Result.objects.filter(player=account).count() == 5
    call_command("verify")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_an_action_that_waited_for_a_merge_locks_whose_game_it_is_now() -> None:
    guest, account = make_pair()
    game = make_game(guest, 1)
    has_locked, may_end = Event(), Event()

    def lock() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            lock_players(cursor, [game.pk])
            has_locked.set()
            may_end.wait(10)
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            merge_guest(guest.pk, account.pk)
            waiting = pool.submit(lock)
            wait_for_a_lock()
        assert has_locked.wait(10)
        with pytest.raises(OperationalError), transaction.atomic():
            Player.objects.select_for_update(nowait=True, no_key=True).get(pk=account.pk)
        may_end.set()
        waiting.result()


def wait_for_a_lock() -> None:
    """Return once another connection waits for a lock that this one holds."""
    with connection.cursor() as cursor:
        for _ in range(100_000):
            cursor.execute("SELECT pid FROM pg_locks WHERE NOT granted")
            if cursor.fetchone():
                return
    raise AssertionError("nobody waits")
