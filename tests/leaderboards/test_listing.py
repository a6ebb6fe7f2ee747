"""Boards held against a plain ranker that sorts in Python."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from games.engine.codes import Rule
from games.services.hooks import boards
from leaderboards.listing import PAGE_ROWS, Attempt, Board
from leaderboards.models import Win
from leaderboards.ranking import ORDERS, Order, full_order, key_of
from players.models import Player
from tests.factories import START_MS, make_player, make_scored

pytestmark = pytest.mark.django_db

BOARDS = [
    Board(1, "E", order, attempt, since_ms)
    for order, attempt, since_ms in product(Order, Attempt, [None, START_MS + 50])
]


def random_results(seed: int, players: int = 70, wins: int = 160) -> list[Player]:
    """Store wins with few different values, so that many are equal."""
    rng = random.Random(seed)
    people = [make_player(is_guest=index % 9 == 8) for index in range(players)]
    for index in range(wins):
        make_scored(
            rng.choice(people),
            points=700 - rng.randrange(4),
            combo=900 + rng.randrange(3),
            moves=48 + rng.randrange(3),
            duration_ms=60_000 + rng.randrange(2),
            finished_at_ms=START_MS + index // 2,
        )
    return people


def plain_board(board: Board) -> list[tuple[int, Win]]:
    """Rank as one would by hand: each player's best row, sorted, counted."""
    kept = [
        win
        for win in Win.objects.select_related("player")
        if (board.attempt is Attempt.ANY or win.is_first_attempt)
        and (board.since_ms is None or win.finished_at_ms >= board.since_ms)
        and (board.circle is None or win.player_id in board.circle)
        and win.player.is_account
    ]
    kept.sort(key=lambda win: key_of(win, full_order(board.order)))
    best: dict[int, Win] = {}
    for win in kept:
        best.setdefault(win.player_id, win)
    keys = [key_of(win, ORDERS[board.order]) for win in best.values()]
    return [
        (1 + sum(other < key for other in keys), win)
        for key, win in zip(keys, best.values(), strict=True)
    ]


def all_pages(board: Board) -> list[tuple[int, Win]]:
    """Read a board to its end, page after page."""
    listed: list[tuple[int, Win]] = []
    after = None
    while True:
        page = board.page(after)
        assert len(page.wins) <= PAGE_ROWS
        listed += zip(page.ranks, page.wins, strict=True)
        if not page.has_more:
            return listed
        after = key_of(page.wins[-1], board.columns)


def test_pages_and_ranks_equal_a_plain_ranking() -> None:
    random_results(seed=1)
    for board in BOARDS:
        assert all_pages(board) == plain_board(board), board


def test_a_players_own_rank_is_the_listed_one() -> None:
    random_results(seed=2)
    for board in BOARDS:
        for rank, win in plain_board(board)[::4]:
            assert board.best_of(win.player_id) == win, board
            assert board.rank_of(win) == rank, board


def test_friends_have_their_rank_among_friends_and_in_the_world() -> None:
    people = random_results(seed=3)
    circle = frozenset(player.pk for player in people[::3])
    for everybody in BOARDS:
        friends = replace(everybody, circle=circle)
        page = friends.page()
        assert list(zip(page.ranks, page.wins, strict=True)) == plain_board(friends)
        world = {win: rank for rank, win in plain_board(everybody)}
        assert everybody.scattered_ranks(page.wins) == [world[win] for win in page.wins]


def test_a_guests_rank_is_the_one_that_signing_up_gives() -> None:
    people = random_results(seed=4)
    guest = next(player for player in people if player.is_guest and player.wins.exists())
    board = Board(1, "E", Order.POINTS, Attempt.ANY)
    own = board.best_of(guest.pk)
    assert own is not None
    provisional = board.rank_of(own)
    Player.objects.filter(pk=guest.pk).update(is_guest=False)
    boards().player_changed(guest.pk)
    ranks = {win.player_id: rank for rank, win in plain_board(board)}
    assert ranks[guest.pk] == provisional


def test_equal_rows_share_a_rank_and_the_next_one_skips() -> None:
    for points, finished in [(710, 4), (700, 3), (700, 1), (690, 0)]:
        make_scored(make_player(), points=points, finished_at_ms=START_MS + finished)
    page = Board(1, "E").page()
    assert page.ranks == [1, 2, 2, 4]
    assert [win.finished_at_ms - START_MS for win in page.wins] == [4, 1, 3, 0]


def test_a_later_equal_win_leaves_the_earlier_one_where_it_was() -> None:
    first = make_scored(make_player(), finished_at_ms=START_MS)
    again = make_scored(first.player, finished_at_ms=START_MS + 5)
    make_scored(make_player(), finished_at_ms=START_MS + 9)
    page = Board(1, "E", attempt=Attempt.ANY).page()
    assert page.wins[0].pk == first.pk
    assert again.pk not in [win.pk for win in page.wins]


def test_times_of_different_lengths_sort_as_numbers() -> None:
    quick = make_scored(make_player(), duration_ms=9_999)
    slow = make_scored(make_player(), duration_ms=10_000)
    page = Board(1, "E", Order.TIME).page()
    assert [win.pk for win in page.wins] == [quick.pk, slow.pk]


def test_the_two_rules_have_boards_of_their_own() -> None:
    make_scored(make_player(), rule=Rule.CLASSIC)
    assert Board(1, "E").page().wins == []
    assert len(Board(1, "C").page().wins) == 1
