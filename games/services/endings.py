"""What happens when a game ends, in the transaction of its last action: result, race, boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.scoring import SCORING_VERSION, scores_of
from games.engine.state import State
from games.models import Game, Result
from games.services import places
from games.services.attempts import games_of_person, is_first_attempt
from games.services.hooks import boards
from games.services.looks import is_assisted, looks_at


@dataclass(frozen=True, slots=True)
class Ending:
    """A game that has just ended: with which status, in which state, at which clock time."""

    game_id: str
    status: str
    state: State
    duration_ms: int


def end_games(ended: Sequence[Ending]) -> None:
    """Write the results of games that have just ended; finish races that are all done.

    Runs inside the transaction that ended them, with their players and races locked.
    """
    rows = {
        game.pk: game
        for game in Game.objects.select_related("race", "player").filter(
            pk__in=[item.game_id for item in ended]
        )
    }
    open_results = []
    for item in ended:
        game = rows[item.game_id]
        result = _write_result(item, game)
        if result.is_published:
            open_results.append(result)
        if game.race_id is not None:
            places.seat_done(game)
    if open_results:
        boards().results_published(open_results)
    finished = {game.race_id for game in rows.values() if game.race_id is not None}
    for slug in sorted(finished):
        places.finish_if_done(slug)


def _write_result(item: Ending, game: Game) -> Result:
    scores = scores_of(item.state)
    base_ms = game.clock_from_ms or 0
    finished_at_ms = base_ms + item.duration_ms
    return Result.objects.create(
        game=game,
        player_id=game.player_id,
        deal_id=game.deal_id,
        rule=game.rule,
        status=item.status,
        points=scores.points,
        combo=scores.combo,
        streak=scores.streak,
        cards_left=scores.cards_left,
        moves=item.state.moves,
        undo_used=item.state.undo_used,
        duration_ms=item.duration_ms,
        finished_at_ms=finished_at_ms,
        is_first_attempt=is_first_attempt(
            game, finished_at_ms, games_of_person(game.player, game.deal_id)
        ),
        is_assisted=is_assisted(game, finished_at_ms, looks_at(game.player, game.deal_id)),
        is_published=not (game.race is not None and game.race.is_hidden),
        scoring_version=SCORING_VERSION,
    )
