"""Attempts are numbered in the order of their storing, whatever the processes' clocks say."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from games.engine.actions import DRAW
from games.engine.codes import Rule
from games.models import Game
from games.services.clock import now_ms
from games.services.play import act_now
from tests.factories import make_game, make_player

pytestmark = pytest.mark.django_db


def test_a_start_is_put_after_a_start_by_a_clock_that_runs_ahead() -> None:
    player = make_player()
    ahead = make_game(player, 1, [DRAW], at_ms=now_ms() + 60_000)
    later = make_game(player, 1, rule=Rule.CLASSIC)
    act_now(later.pk, DRAW)
    later.refresh_from_db()
    assert later.attempt == 2
    assert later.started_at_ms == (ahead.started_at_ms or 0) + 1


def test_first_actions_under_both_rules_are_numbered_in_one_row() -> None:
    player = make_player()
    games = [make_game(player, 1, rule=rule) for rule in (Rule.EASY, Rule.CLASSIC, Rule.EASY)]
    for game in reversed(games):
        act_now(game.pk, DRAW)
    numbers = [Game.objects.get(pk=game.pk).attempt for game in games]
    assert numbers == [3, 2, 1]
    call_command("verify", stdout=StringIO())  # raises on a difference
