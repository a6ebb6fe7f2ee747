"""The order of a race's places."""

from __future__ import annotations

import pytest

from games.engine.actions import DRAW, RESIGN, TAKES, UNDO, Action
from games.engine.log import Entry, encode_entry
from games.models import Game
from games.services.places import Finish, last_take_ms, place_key, places_of


def lost(*, order: int = 1, cards: int = 5, points: int = 400, last_ms: int = 9000) -> Finish:
    return Finish(False, order, cards, points, last_ms)


def cleared(order: int) -> Finish:
    return Finish(True, order, 0, 700, 9000)


def places(*finishes: Finish) -> list[int]:
    return places_of([place_key(finish) for finish in finishes])


def test_the_first_to_clear_is_first_whatever_else() -> None:
    early = Finish(True, 1, 0, 600, 99_000)
    assert places(Finish(True, 2, 0, 772, 1000), early) == [2, 1]


def test_who_cleared_is_before_all_who_did_not() -> None:
    assert places(lost(order=1, cards=1, points=999), cleared(2)) == [2, 1]


def test_fewest_cards_left_come_first() -> None:
    assert places(lost(cards=3, points=1), lost(cards=2, points=0), lost(cards=28)) == [2, 1, 3]


def test_then_points() -> None:
    assert places(lost(points=410), lost(points=420)) == [2, 1]


def test_then_the_earlier_last_take() -> None:
    assert places(lost(last_ms=9001), lost(last_ms=9000)) == [2, 1]


def test_the_order_of_ends_does_not_matter_to_who_did_not_clear() -> None:
    assert places(lost(order=2), lost(order=1)) == [1, 1]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([400, 400, 400], [1, 1, 1]),
        ([500, 400, 400, 300], [1, 2, 2, 4]),
        ([500, 500, 400, 400], [1, 1, 3, 3]),
        ([], []),
    ],
)
def test_equals_share_a_place_and_the_next_skips(points: list[int], expected: list[int]) -> None:
    assert places(*(lost(points=value) for value in points)) == expected


def last_take_of(*actions: Action) -> int:
    entries = [Entry(action, 1000 * number) for number, action in enumerate(actions, start=1)]
    return last_take_ms(Game(log=b"".join(encode_entry(entry) for entry in entries)))


def test_the_last_take_is_not_the_last_action() -> None:
    assert last_take_of(TAKES[20], TAKES[23], DRAW, RESIGN) == 2000


def test_a_take_that_was_put_back_does_not_count() -> None:
    assert last_take_of(TAKES[20], TAKES[23], UNDO, RESIGN) == 1000
    assert last_take_of(TAKES[20], DRAW, UNDO, UNDO) == 0


def test_without_a_take_it_is_the_start() -> None:
    assert last_take_of(DRAW, RESIGN) == last_take_of() == 0
