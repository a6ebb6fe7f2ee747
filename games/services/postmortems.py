"""The post-mortem of a finished game: until when it could be won, what lost it, what was best."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from games.engine.actions import Action, format_action
from games.engine.codes import Rule
from games.engine.errors import ErrorCode, ParseError
from games.engine.log import decode_log
from games.engine.state import State, apply
from games.models import Game
from games.services.live import deck_of, first_state
from games.services.solving import in_solver
from games.services.verdicts import proof_of
from games.solver.analysis import Aim, best_line
from games.solver.postmortem import alternatives, losing_move, outlooks


def actions_of(game: Game) -> tuple[Action, ...]:
    return tuple(entry.action for entry in decode_log(bytes(game.log)))


def postmortem_of(game: Game) -> dict[str, Any]:
    """Return the analysis of a finished game.

    `outlook`: on the dealt table and after each action, `[points, combo]`, the most that a win
    could still bring, or null where no win was left. `losing`: null, or the action (its `index`
    from 0) after which the game stayed lost, with the `alternatives` that still won there.
    `best`: the deal's proven best.
    """
    actions = actions_of(game)
    deck, rule = deck_of(game.deal_id), Rule(game.rule)
    found = in_solver(outlooks, deck, rule, actions)
    return {
        "game": game.pk,
        "best": proof_of(game.deal_id, game.rule).told(),
        "outlook": [
            [outlook.best_points, outlook.best_combo] if outlook.is_winnable else None
            for outlook in found
        ],
        "losing": _losing(game, actions),
    }


def _losing(game: Game, actions: tuple[Action, ...]) -> dict[str, Any] | None:
    index = in_solver(losing_move, deck_of(game.deal_id), Rule(game.rule), actions)
    if index is None:
        return None
    still_won = in_solver(alternatives, state_after(game, actions[:index]))
    return {
        "index": index,
        "action": format_action(actions[index]),
        "alternatives": [format_action(action) for action in still_won],
    }


def state_after(game: Game, actions: tuple[Action, ...]) -> State:
    *_, state = accumulate(actions, apply, initial=first_state(game.deal_id, game.rule))
    return state


def line_of(game: Game, at: int, by: Aim) -> str | None:
    """Return the best win from the position after `at` actions, or None if it is lost.

    Raises `ParseError` (`unknown_action`) for an `at` that the game does not have.
    """
    actions = actions_of(game)
    if not 0 <= at <= len(actions):
        detail = f"the game has {len(actions)} actions"
        raise ParseError(ErrorCode.UNKNOWN_ACTION, detail, str(at))
    line = in_solver(best_line, state_after(game, actions[:at]), by)
    return None if line is None else " ".join(format_action(action) for action in line)
