"""When a guest gets an account: everything he did goes with him."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from django.db import transaction

from games.engine.actions import RESIGN
from games.engine.errors import Refused
from games.models import LIVE, Game, Race, Racer, Result
from games.services import races
from games.services.attempts import games_of_person, is_first_attempt
from games.services.hooks import boards, race_changed
from games.services.looks import is_assisted, looks_at
from games.services.play import act_now
from players.models import Follow, Player, Token


def account_opened(player: Player) -> None:
    """Tell the boards that a guest has signed up; runs in the transaction that stores it."""
    boards().player_changed(player.pk)
    _tell_races(player.pk)


def _tell_races(*player_ids: int) -> None:
    """Once this is committed, have the races of some players read who sits in them now."""
    slugs = Racer.objects.filter(player__in=player_ids).values_list("race_id", flat=True)
    for slug in set(slugs.filter(race__finished_at_ms__isnull=True)):
        transaction.on_commit(partial(race_changed.send, None, slug=slug))


def merge_guest(guest_id: int, account_id: int) -> bool:
    """Move all that a guest did to an account; return whether there was anything to move.

    Attempts are renumbered by their first action, so at most the earliest is a first one. Where
    both sit in one race, the guest's seat resigns. Locks both players, then the races.
    """
    # Closing a race locks its other racers, so it comes before all other locks.
    for slug in races.overdue_of(guest_id):
        races.close_due(slug)
    with transaction.atomic():
        players = Player.objects.select_for_update(no_key=True).order_by("pk")
        found = players.in_bulk([guest_id, account_id])
        guest, account = found.get(guest_id), found.get(account_id)
        if guest is None or account is None or not _may_merge(guest, account):
            return False
        _merge(guest, account)
        return True


def _may_merge(guest: Player, account: Player) -> bool:
    return guest.is_guest and guest.merged_into_id is None and account.is_account


def _merge(guest: Player, account: Player) -> None:
    _lock_races(guest)
    _give_up_double_seats(guest, account)
    played = Game.objects.filter(player=guest).values_list("deal_id", flat=True)
    looked = guest.looks.values_list("deal_id", flat=True)
    deals = sorted({*played, *looked})
    _move(guest, account)
    guest.merged_into = account
    guest.is_active = False
    guest.save(update_fields=["merged_into", "is_active"])
    for deal_id in deals:
        for player in (guest, account):
            renumber(player.pk, deal_id)
        judge(account, deal_id)
    for player in (guest, account):
        boards().player_changed(player.pk, deals)
    _tell_races(guest.pk, account.pk)


def _lock_races(guest: Player) -> None:
    slugs = guest.seats.filter(race__finished_at_ms__isnull=True).values_list("race_id", flat=True)
    list(Race.objects.select_for_update(no_key=True).filter(pk__in=list(slugs)).order_by("pk"))


def _give_up_double_seats(guest: Player, account: Player) -> None:
    """Resign the guest's seat wherever the account sits too; the seat stays under his old name."""
    both = Race.objects.filter(racers__player=guest).filter(racers__player=account)
    for race in both:
        if races.leave(race.pk, guest):
            continue
        seat = race.racers.select_related("game").get(player=guest)
        if seat.game is None or seat.game.status != LIVE:
            continue
        # Locked, so that no move of an open socket comes between reading and resigning.
        Game.objects.select_for_update(no_key=True).get(pk=seat.game_id)
        # The race's end may have come just now: then whoever closes it times the seat out.
        with suppress(Refused):
            act_now(seat.game_id or "", RESIGN, at_start=True)


def _move(guest: Player, account: Player) -> None:
    """Give the guest's rows to the account; attempts are numbered afresh afterwards.

    A game in a race in which both raced stays with the guest's seat (one game a racer), and so
    does its result.
    """
    shared = Race.objects.filter(racers__player=guest).filter(racers__player=account)
    shared_slugs = list(shared.values_list("pk", flat=True))
    games = Game.objects.filter(player=guest).exclude(race_id__in=shared_slugs)
    ids = list(games.order_by("attempt").values_list("pk", flat=True))
    top = Game.objects.filter(player=account, attempt__isnull=False).count()
    for offset, game_id in enumerate(ids, start=1):
        numbered = Game.objects.filter(pk=game_id)
        numbered.filter(attempt__isnull=False).update(attempt=1_000_000 + top + offset)
        numbered.update(player=account)
    Result.objects.filter(game_id__in=ids).update(player=account)
    Racer.objects.filter(player=guest).exclude(race_id__in=shared_slugs).update(player=account)
    Race.objects.filter(host=guest).update(host=account)
    Token.objects.filter(player=guest).update(player=account)
    known = account.follows.values_list("friend_id", flat=True)
    Follow.objects.filter(player=guest).exclude(friend_id__in=[*known, account.pk]).update(
        player=account
    )


def renumber(player_id: int, deal_id: int) -> None:
    """Number a player's games of a deal by their first action."""
    games = list(
        Game.objects.filter(player_id=player_id, deal_id=deal_id, attempt__isnull=False).order_by(
            "started_at_ms", "attempt"
        )
    )
    for wished, game in enumerate(games, start=1):
        Game.objects.filter(pk=game.pk).update(attempt=2_000_000 + wished)
    for wished, game in enumerate(games, start=1):
        Game.objects.filter(pk=game.pk).update(attempt=wished)


def judge(account: Player, deal_id: int) -> None:
    """Judge anew which results of a person's games of a deal are a first attempt's, or assisted."""
    looks = list(looks_at(account, deal_id))
    games = {game.pk: game for game in games_of_person(account, deal_id)}
    for result in Result.objects.filter(game_id__in=games):
        first = is_first_attempt(games[result.pk], result.finished_at_ms, games.values())
        helped = is_assisted(games[result.pk], result.finished_at_ms, looks)
        Result.objects.filter(pk=result.pk).update(is_first_attempt=first, is_assisted=helped)
