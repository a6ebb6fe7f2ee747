"""The boards' side of the hook: rows come in the transaction that makes their results public."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import connection, transaction
from django.db.models import Q

from games.models import Result
from games.services.hooks import Standing
from leaderboards.listing import Attempt, Board
from leaderboards.models import Win
from leaderboards.ranking import ORDERS, Order, key_of
from leaderboards.rebuild import board_key, judge, ranked_results, rows_from, win_of
from players.models import Player

FLAGS = [f"is_best_{order}" for order in Order]


class StoredBoards:
    """Keeps the rows of `Win`; the player's row is locked by whoever calls a writing method.

    That lock is what keeps a player's flags right: two of his wins never judge at once. Where a
    sealed race opens, its deal was nobody's before, so nobody can be winning it elsewhere.
    """

    def results_published(self, results: Sequence[Result]) -> None:
        ranked = [result for result in results if result.is_ranked and result.is_published]
        if not ranked:
            return
        with transaction.atomic():
            guests = _guests_until_commit({result.player_id for result in ranked})
            _enter(win_of(result, is_listed=result.player_id not in guests) for result in ranked)
            for number, rule, player_id in sorted({board_key(result) for result in ranked}):
                _judge_stored(number, rule, player_id)

    def player_changed(self, player_id: int, deal_ids: Sequence[int] | None = None) -> None:
        results = ranked_results().filter(player_id=player_id)
        stale = Win.objects.filter(Q(player_id=player_id) | Q(result__player_id=player_id))
        if deal_ids is not None:
            results = results.filter(deal_id__in=deal_ids)
            stale = stale.filter(deal_id__in=deal_ids)
        with transaction.atomic():
            stale.delete()
            Win.objects.bulk_create(rows_from(results.select_related("player")))

    def standing(self, result: Result) -> Standing:
        """Return where a result stands; a better one of the same player is not counted."""
        reason = _unranked(result)
        if reason is not None:
            return Standing(rank=None, unranked=reason)
        board = Board(result.deal_id, result.rule, Order.POINTS, Attempt.ANY)
        is_guest = result.player_id in _guests([result.player_id])
        win = win_of(result, is_listed=not is_guest)
        own = board.best_of(result.player_id)
        columns = ORDERS[board.order]
        is_behind_own = own is not None and key_of(own, columns) < key_of(win, columns)
        return Standing(
            rank=board.rank_of(win) - (is_behind_own and not is_guest),
            unranked=None,
            is_provisional=is_guest,
            is_best=own is not None and own.pk == win.pk,
        )


def _unranked(result: Result) -> str | None:
    if result.status != "won":
        return "not_won"
    if result.undo_used:
        return "undo_used"
    if result.is_assisted:
        return "assisted"
    return None if result.is_published else "sealed"


def _guests(player_ids: Iterable[int]) -> set[int]:
    """Return which of the players are guests now, whatever a cached row says."""
    guests = Player.objects.filter(pk__in=set(player_ids), is_guest=True)
    return set(guests.values_list("pk", flat=True))


def _guests_until_commit(player_ids: set[int]) -> set[int]:
    """Return which of the players are guests, and let none of them sign up before the commit.

    A race that finishes publishes results of racers whom nobody has locked. Signing up changes
    a name and so waits for this lock; all other locks on players, which are taken before that
    of the race, do not, or there would be a circle of waiting.
    """
    if connection.vendor != "postgresql":
        return _guests(player_ids)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, is_guest FROM players_player WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE",
            [sorted(player_ids)],
        )
        return {player_id for player_id, is_guest in cursor.fetchall() if is_guest}


def _enter(wins: Iterable[Win]) -> None:
    """Store rows that are to be judged; a result that is published twice has one row."""
    Win.objects.bulk_create(
        wins,
        update_conflicts=True,
        unique_fields=["result"],
        update_fields=["is_listed", "is_first_attempt"],
    )


def _judge_stored(number: int, rule: str, player_id: int) -> None:
    """Bring the flags of a player's wins on one board up to date.

    Flags are taken away before others are given: the database allows one best win at a time.
    """
    wins = list(Win.objects.filter(deal_id=number, rule=rule, player_id=player_id))
    before = {win.pk: _flags(win) for win in wins}
    judge(wins)
    changed = [win for win in wins if _flags(win) != before[win.pk]]
    losers = [win.pk for win in changed if any(before[win.pk])]
    Win.objects.filter(pk__in=losers).update(**dict.fromkeys(FLAGS, False))
    Win.objects.bulk_update(changed, FLAGS)


def _flags(win: Win) -> list[bool]:
    return [bool(getattr(win, flag)) for flag in FLAGS]
