"""A game is its deal and its log: folding the log gives the state."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.actions import Action
from games.engine.cards import Deck
from games.engine.codes import Rule
from games.engine.errors import Refused
from games.engine.state import State, apply, initial


@dataclass(frozen=True, slots=True)
class Replay:
    """The state that a log leads to; if an action was refused, the state before it, its index
    from 0 and the reason."""

    state: State
    refused_at: int | None = None
    refusal: Refused | None = None


def replay(deck: Deck, rule: Rule, actions: Iterable[Action]) -> Replay:
    """Fold a log from the dealt table; stop at the first action that the rules refuse."""
    state = initial(deck, rule)
    for index, action in enumerate(actions):
        try:
            state = apply(state, action)
        except Refused as refusal:
            return Replay(state, index, refusal)
    return Replay(state)
