"""The running score of a chain of rematches, and when a match is decided."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.models import Race
from games.services.matches import is_decided, match_from, wins_of
from players.models import Player
from tests.factories import SEALED_NUMBER, losing_actions, make_player, make_race
from tests.factories import winning_actions as win_of

pytestmark = pytest.mark.django_db

LOSS = losing_actions()


def make_chain(
    players: Sequence[Player], winners: Sequence[int | None], best_of: int | None = None
) -> Race:
    """Store a chain of races, each won by the racer of that index, or shared by all."""
    race: Race | None = None
    for step, winner in enumerate(winners):
        number = SEALED_NUMBER + step
        lines = [win_of(number) if seat == winner else LOSS for seat in range(len(players))]
        race = make_race(players, lines, number=number, previous=race, best_of=best_of)
    assert race is not None
    return race


def named(players: Sequence[Player], *wins: int) -> dict[str, int]:
    return {player.name: count for player, count in zip(players, wins, strict=True) if count}


@pytest.fixture
def two() -> list[Player]:
    return [make_player(), make_player()]


def test_wins_are_counted_over_the_chain(two: list[Player]) -> None:
    assert wins_of(make_chain(two, [0, 1, 1])) == named(two, 1, 2)


def test_a_shared_first_place_is_nobodys(two: list[Player]) -> None:
    assert wins_of(make_chain(two, [0, None])) == named(two, 1, 0)


def test_a_race_that_runs_counts_only_what_was_before_it(two: list[Player]) -> None:
    first = make_chain(two, [0])
    running = make_race(two, number=SEALED_NUMBER + 9, previous=first, is_running=True)
    assert wins_of(running) == named(two, 1, 0)


def test_the_first_race_has_no_score_before_its_end(two: list[Player]) -> None:
    assert wins_of(make_race(two, is_running=True)) == {}


def test_other_chains_do_not_count(two: list[Player]) -> None:
    make_chain(two, [0])
    other = make_race(two, [LOSS, win_of(SEALED_NUMBER + 5)], number=SEALED_NUMBER + 5)
    assert wins_of(other) == named(two, 0, 1)


@pytest.mark.parametrize(
    ("winners", "best_of", "decided"),
    [
        ([0], 1, True),
        ([None], 1, False),
        ([0], 3, False),
        ([0, 1], 3, False),
        ([0, 0], 3, True),
        ([0, 1, None], 3, False),
        ([0, 1, None, 1], 3, True),
        ([0, 0, 0], None, False),
    ],
)
def test_more_than_half_of_its_races_decides_a_match(
    two: list[Player], winners: list[int | None], best_of: int | None, decided: bool
) -> None:
    assert is_decided(make_chain(two, winners, best_of)) is decided


def test_a_match_goes_on_until_it_is_decided(two: list[Player]) -> None:
    race = make_chain(two, [0, 1], best_of=3)
    assert match_from(race, 3) == 1
    last = make_race(
        two, [LOSS, win_of(SEALED_NUMBER + 5)], number=SEALED_NUMBER + 5, previous=race, best_of=3
    )
    assert match_from(last, 3) == 4


def test_a_match_of_another_length_is_another_match(two: list[Player]) -> None:
    race = make_chain(two, [0])
    assert (match_from(None, 5), match_from(race, None), match_from(race, 5)) == (1, 1, 2)
