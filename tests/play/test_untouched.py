"""A race in which nobody acted teaches nothing, so it opens nothing either."""

from __future__ import annotations

import pytest

from games.engine.codes import Rule
from games.models import Game
from games.services import outcomes, races
from games.services.clock import now_ms
from games.services.deals import Choice
from games.services.race_settings import Settings
from games.services.replays import has_finished, may_see
from tests.factories import make_player

pytestmark = pytest.mark.django_db


def timed_out_game() -> Game:
    """Let a race on deal 1 run out with nobody having acted; return the host's game."""
    host = make_player()
    race = races.create_race(host, Settings(Choice(1, Rule.EASY), limit_ms=1_000))
    races.join(race.pk, make_player())
    races.start(race.pk, host)
    assert races.close_due(race.pk, now_ms() + 60_000)
    return Game.objects.select_related("race", "player").get(race=race, player=host)


def test_who_never_acted_may_not_see_the_deck() -> None:
    game = timed_out_game()
    assert not may_see(game, game.player)
    assert not has_finished(game.player, game.deal_id)


def test_who_never_acted_is_told_no_verdict() -> None:
    outcome = outcomes.outcome_of(timed_out_game().pk)
    assert outcome is not None
    assert outcome.best == {}
