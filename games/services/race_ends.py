"""What is left of a finished race: each racer's line over time, and all boards side by side."""

from __future__ import annotations

from typing import Any

from games.engine.errors import ErrorCode, GameError
from games.engine.scoring import scores_of
from games.engine.state import apply
from games.models import Game, Race, Racer
from games.services.live import first_state, live_game
from games.services.looks import looks_at, note_look
from games.services.replays import has_finished, replay_of
from players.models import Player


def check_finished(race: Race) -> None:
    """Raise `GameError` (`not_finished`) while a race has racers who are not done."""
    if race.finished_at_ms is None:
        raise GameError(ErrorCode.NOT_FINISHED)


def lines_of(race: Race) -> list[dict[str, Any]]:
    """Return each racer's place, scores and line of a finished race, best first.

    A line is a list of `[ms, cards_left]`: the dealt table at the race's start, each change of
    the cards left, and the last action. Raises `GameError` (`not_finished`).
    """
    check_finished(race)
    return [_told(racer, game) for racer, game in _placed(race)]


def _placed(race: Race) -> list[tuple[Racer, Game]]:
    racers = race.racers.select_related("player", "game__player", "game__result", "game__race")
    played = [(racer, racer.game) for racer in racers if racer.game is not None]
    return sorted(played, key=lambda pair: pair[0].place or 0)


def _told(racer: Racer, game: Game) -> dict[str, Any]:
    result = game.result
    return {
        "player": racer.player.name,
        "game": game.pk,
        "place": racer.place,
        "status": result.status,
        "duration_ms": result.duration_ms,
        "scores": {
            "points": result.points,
            "combo": result.combo,
            "streak": result.streak,
            "cards_left": result.cards_left,
        },
        "line": line_of(game),
    }


def line_of(game: Game) -> list[list[int]]:
    """Return `[ms, cards_left]` where a game's cards left changed, its start and its end too."""
    live = live_game(game)
    state = first_state(live.number, live.rule)
    left = scores_of(state).cards_left
    line = [[0, left]]
    for entry in live.entries:
        state = apply(state, entry.action)
        now = scores_of(state).cards_left
        if now != left:
            left = now
            line.append([entry.at_ms, left])
    if line[-1][0] != live.elapsed_ms:
        line.append([live.elapsed_ms, left])
    return line


def may_see_boards(race: Race, player: Player | None) -> bool:
    """Tell whether all boards of a race may be shown to a player, or to nobody in particular.

    The race is finished, and he has finished its deal himself; of a sealed deal it is enough
    that he has looked: that made his later games of it assisted.
    """
    if race.finished_at_ms is None or player is None:
        return False
    if has_finished(player, race.deal_id):
        return True
    return race.is_sealed and looks_at(player, race.deal_id).exists()


def look_at_boards(race: Race, player: Player) -> None:
    """Note that a player looks at the boards of a finished sealed race.

    Costs nothing where he has finished the deal. Raises `GameError`: `not_finished` before the
    race's finish, `not_open` where the deal was named and he has not finished it.
    """
    check_finished(race)
    if may_see_boards(race, player):
        return
    if not race.is_sealed:
        raise GameError(ErrorCode.NOT_OPEN)
    note_look(player, race.deal_id)


def boards_of(race: Race) -> list[dict[str, Any]]:
    """Return the replays of all racers of a finished race, best first, each with his `place`."""
    check_finished(race)
    return [{**replay_of(game), "place": racer.place} for racer, game in _placed(race)]
