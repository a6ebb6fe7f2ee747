"""What a player may see of a state, and what an action changed in it."""

from dataclasses import dataclass

from games.engine.cards import card_name
from games.engine.layout import COVER_MASKS, SLOTS, STOCK_SIZE
from games.engine.scoring import Scores, scores_of
from games.engine.state import State, takes

FACE_DOWN = "?"


@dataclass(frozen=True, slots=True)
class View:
    """A state without its hidden cards.

    `tableau` has 28 entries: a card's name, `"?"` face down, `None` gone. `waste` is the top
    card's name, `stock` the number of cards left in it (0–23), `takes` the slots that fit.
    """

    tableau: tuple[str | None, ...]
    waste: str
    stock: int
    moves: int
    undo_used: bool
    takes: tuple[int, ...]
    scores: Scores
    run: int


def view_of(state: State) -> View:
    """Return what the player may see."""
    return View(
        tableau=_tableau(state),
        waste=card_name(state.waste),
        stock=STOCK_SIZE - state.drawn,
        moves=state.moves,
        undo_used=state.undo_used,
        takes=takes(state),
        scores=scores_of(state),
        run=state.run,
    )


def changes(before: State, after: State) -> tuple[dict[int, str], tuple[int, ...]]:
    """Return what one action changed on the table: `(revealed, hidden)`.

    `revealed` names the card of each slot that shows one and did not before: turned up by a
    take, or put back by an undo. `hidden` lists, ascending, the slots that an undo turned down.
    """
    old, new = _tableau(before), _tableau(after)
    revealed = {
        slot: card
        for slot, card in enumerate(new)
        if card is not None and card != FACE_DOWN and card != old[slot]
    }
    hidden = tuple(
        slot for slot in range(SLOTS) if new[slot] == FACE_DOWN and old[slot] != FACE_DOWN
    )
    return revealed, hidden


def _tableau(state: State) -> tuple[str | None, ...]:
    return tuple([_shown(state, slot) for slot in range(SLOTS)])


def _shown(state: State, slot: int) -> str | None:
    if state.taken >> slot & 1:
        return None
    return FACE_DOWN if COVER_MASKS[slot] & ~state.taken else card_name(state.deck[slot])
