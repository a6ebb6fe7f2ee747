"""Glicko-2 against the paper's worked example, and what must hold of any ratings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.services.glicko import UNKNOWN, Strength, aged, rated

strengths = st.builds(
    Strength,
    rating=st.floats(400, 3000),
    deviation=st.floats(30, 350),
    volatility=st.floats(0.03, 0.1),
)
scores = st.sampled_from([0.0, 0.5, 1.0])


def test_the_papers_example() -> None:
    games = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]
    after = rated(Strength(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(strengths, strengths)
def test_a_win_raises_and_a_loss_lowers(own: Strength, other: Strength) -> None:
    assert rated(own, [(other, 1.0)]).rating > own.rating > rated(own, [(other, 0.0)]).rating


@given(strengths, st.lists(st.tuples(strengths, scores), min_size=1, max_size=7))
def test_games_tell_something(own: Strength, games: list[tuple[Strength, float]]) -> None:
    after = rated(own, games)
    assert 0 < after.deviation < UNKNOWN.deviation + 1
    assert after.volatility == pytest.approx(own.volatility, rel=0.5)


@given(strengths, strengths)
def test_what_one_wins_the_other_loses_where_both_are_alike(own: Strength, other: Strength) -> None:
    alike = Strength(own.rating, other.deviation, other.volatility)
    won, lost = rated(alike, [(alike, 1.0)]), rated(alike, [(alike, 0.0)])
    assert won.rating - alike.rating == pytest.approx(alike.rating - lost.rating)


def test_without_a_game_nothing_changes_and_time_widens() -> None:
    known = Strength(1700, 60, 0.06)
    assert rated(known, []) == known
    assert known.deviation < aged(known, 30).deviation < aged(known, 60).deviation
    assert aged(known, 100_000).deviation == UNKNOWN.deviation
