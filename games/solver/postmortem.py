"""What became of a game: until when it could be won, and which move lost it."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise

from games.engine.actions import RESIGN, Action
from games.engine.cards import Deck
from games.engine.codes import Rule
from games.engine.state import State, apply, initial
from games.solver.analysis import analyse, moves_of


@dataclass(frozen=True, slots=True)
class Outlook:
    """The most final `points` and `combo` that a win could still bring; both `None` if lost."""

    best_points: int | None
    best_combo: int | None

    @property
    def is_winnable(self) -> bool:
        return self.best_points is not None


def outlooks(deck: Deck, rule: Rule, actions: Iterable[Action]) -> tuple[Outlook, ...]:
    """Return the outlook on the dealt table and after each action of a game, undos too.

    One more than there are actions. Without undo it never gets better. A resigned game is lost.
    Raises `Refused` at an action that the rules do not allow. Some 100 ms.
    """
    about = analyse(deck, rule)
    return tuple(
        Outlook(about.best_points(state), about.best_combo(state))
        for state in _states(deck, rule, actions)
    )


def losing_move(deck: Deck, rule: Rule, actions: Iterable[Action]) -> int | None:
    """Return the index, from 0, of the action after which a game stayed lost to its end.

    `None` if it never was, or could not be won from the start (`analyse(…).is_winnable` tells
    which). A lost state that is undone is won again, so of several such actions it is the last;
    an undo never is. To resign is not to lose: it is left out.
    Raises `Refused` at an action that the rules do not allow.
    """
    about = analyse(deck, rule)
    played = [action for action in actions if action != RESIGN]
    verdicts = [about.is_winnable(state) for state in _states(deck, rule, played)]
    if verdicts[-1]:
        return None
    turns = [index for index, (before, after) in enumerate(pairwise(verdicts)) if before > after]
    return turns[-1] if turns else None


def alternatives(state: State) -> tuple[Action, ...]:
    """Return the takes, ascending, and the draw after which a state can still be won."""
    about = analyse(state.deck, state.rule)
    return tuple(act for act in moves_of(state) if about.is_winnable(apply(state, act)))


def _states(deck: Deck, rule: Rule, actions: Iterable[Action]) -> Iterable[State]:
    return accumulate(actions, apply, initial=initial(deck, rule))
