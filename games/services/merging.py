"""When a guest gets an account: everything he did goes with him."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.db import transaction

from games.engine.actions import RESIGN
from games.engine.errors import Refused
from games.models import LIVE, Game, Race, Racer, Result
from games.services import races
from games.services.endings import is_first_attempt
from games.services.hooks import boards, race_changed
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


@transaction.atomic
def merge_guest(guest_id: int, account_id: int) -> bool:
    """Move all that a guest did to an account; return whether there was anything to move.

    Attempts are renumbered by their first action, so at most the earliest is a first one. Where
    both sit in one race, the guest's seat resigns. Locks both players, then the races.
    """
    players = {
        player.pk: player
        for player in Player.objects.select_for_update(no_key=True)
        .filter(pk__in=[guest_id, account_id])
        .order_by("pk")
    }
    guest, account = players.get(guest_id), players.get(account_id)
    if guest is None or account is None or guest is account:
        return False
    if not guest.is_guest or account.is_guest or guest.merged_into_id is not None:
        return False
    _lock_races(guest)
    _give_up_double_seats(guest, account)
    deals = set(Game.objects.filter(player=guest).values_list("deal_id", flat=True))
    _move(guest, account)
    for deal_id in deals:
        renumber(account.pk, deal_id)
    guest.merged_into = account
    guest.is_active = False
    guest.save(update_fields=["merged_into", "is_active"])
    for player in (guest, account):
        boards().player_changed(player.pk, sorted(deals))
    _tell_races(guest.pk, account.pk)
    return True


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
        try:
            act_now(seat.game_id or "", RESIGN, at_start=True)
        except Refused:
            races.close_due(race.pk)


def _move(guest: Player, account: Player) -> None:
    """Give the guest's rows to the account; attempts are numbered afresh afterwards.

    A game in a race in which both raced stays with the guest's seat (one game a racer), and so
    does its result.
    """
    shared = Race.objects.filter(racers__player=guest).filter(racers__player=account)
    shared_slugs = list(shared.values_list("pk", flat=True))
    games = Game.objects.filter(player=guest).exclude(race_id__in=shared_slugs)
    ids = list(games.values_list("pk", flat=True))
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
    """Number a player's games of a deal by their first action, and judge first attempts anew."""
    games = list(
        Game.objects.filter(player_id=player_id, deal_id=deal_id, attempt__isnull=False).order_by(
            "started_at_ms", "pk"
        )
    )
    for wished, game in enumerate(games, start=1):
        game.attempt = wished
        Game.objects.filter(pk=game.pk).update(attempt=2_000_000 + wished)
    for game in games:
        Game.objects.filter(pk=game.pk).update(attempt=game.attempt)
    _judge(games)


def _judge(games: Iterable[Game]) -> None:
    by_id = {game.pk: game for game in games}
    for result in Result.objects.filter(game_id__in=by_id):
        game = by_id[result.pk]
        first = is_first_attempt(game, result.finished_at_ms, by_id.values())
        Result.objects.filter(pk=result.pk).update(is_first_attempt=first)
