"""While players play, race, sign up and merge, the services store what verify recomputes."""

from __future__ import annotations

import random

import pytest

from games.engine.actions import DRAW, RESIGN, UNDO, Action
from games.engine.codes import Rule
from games.engine.errors import GameError
from games.engine.state import legal_actions
from games.models import LIVE, Game, Result
from games.services import deals, races
from games.services.clock import now_ms
from games.services.merging import account_opened, merge_guest
from games.services.play import act_now, load
from games.services.race_settings import Settings
from leaderboards.models import Win
from players.models import Player
from tests.factories import make_player, winning_actions
from tests.leaderboards.test_verify import verify

pytestmark = pytest.mark.django_db

NUMBERS = (1, 3, 7)


def act(rng: random.Random, game: Game) -> None:
    """Make up to twelve actions in a game: of a win mostly, else whatever is legal or not."""
    line = list(winning_actions(game.deal_id)) if game.rule == "E" else []
    for _ in range(rng.randrange(1, 13)):
        live = load(game.pk)
        clean = [entry.action for entry in live.entries]
        follows = line[: len(clean)] == clean and len(clean) < len(line)
        action = line[len(clean)] if follows and rng.random() < 0.97 else chosen(rng, game)
        try:
            act_now(game.pk, action, at_start=True)
        except GameError:
            return


def chosen(rng: random.Random, game: Game) -> Action:
    legal = [item for item in legal_actions(load(game.pk).state) if item is not RESIGN]
    return RESIGN if rng.random() < 0.04 else rng.choice([*legal, DRAW, UNDO])


def finish(game: Game) -> None:
    """Play a game to its win if nothing but wins has been played in it."""
    for action in winning_actions(game.deal_id)[game.seq :]:
        act_now(game.pk, action, at_start=True)


def race_of(rng: random.Random, players: list[Player]) -> None:
    """Race some players, sealed or on a known deal, to its end or to the middle of it."""
    number = None if rng.random() < 0.3 else rng.choice(NUMBERS)
    settings = Settings(
        deals.Choice(number, Rule.EASY), undo_allowed=rng.random() < 0.5, seats=4, limit_ms=60_000
    )
    race = races.create_race(players[0], settings)
    for player in players[1:]:
        races.join(race.pk, player)
    races.start(race.pk, players[0])
    games = list(race.games.all())
    for game in rng.choices(games, k=12):
        act(rng, game)
    if rng.random() < 0.7:
        races.close_due(race.pk, now_ms() + 120_000)


def merge(rng: random.Random, people: list[Player]) -> None:
    guest = rng.choice([player for player in people if player.is_guest])
    account = rng.choice([player for player in people if not player.is_guest])
    assert merge_guest(guest.pk, account.pk)
    people.remove(guest)


def sign_up(rng: random.Random, people: list[Player]) -> None:
    guest = rng.choice([player for player in people if player.is_guest])
    guest.is_guest = False
    guest.save(update_fields=["is_guest"])
    account_opened(guest)


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_played_is_verified(seed: int) -> None:
    rng = random.Random(seed)
    people = [make_player(is_guest=index % 2 == 1) for index in range(8)]
    for _ in range(24):
        player = rng.choice(people)
        rule = Rule.CLASSIC if rng.random() < 0.2 else Rule.EASY
        act(rng, deals.deal_game(player, deals.Choice(rng.choice(NUMBERS), rule)))
    for player in people[:6]:
        finish(deals.deal_game(player, deals.Choice(rng.choice(NUMBERS), Rule.EASY)))
    for _ in range(3):
        race_of(rng, rng.sample(people, k=3))
    assert verify() == []
    for change in (sign_up, merge, merge):
        change(rng, people)
        assert verify() == []
    assert Win.objects.exists()
    assert Result.objects.exclude(status="won").exists()
    assert Game.objects.filter(status=LIVE).exists()
