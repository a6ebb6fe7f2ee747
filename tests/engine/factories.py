"""Decks, states and games for the tests."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from games.engine.actions import parse_actions
from games.engine.cards import DECK_SIZE, Deck, parse_card
from games.engine.codes import Rule
from games.engine.errors import Refused
from games.engine.replay import replay
from games.engine.shuffle import deal_cards
from games.engine.state import State, apply, initial

DATA = Path(__file__).parents[1] / "data"
BOTTOM_ROW = range(18, 28)
WASTE = 28

# A won game of deal 32 whose peaks empty at moves 37, 42 and 50.
WON_DEAL = 32
WON_GAME = (
    "D T19 T24 T20 T26 T23 T21 T18 T14 T25 D D T16 D D D T9 T10 D D D T15 D T3 T27 T11 T7 T22 "
    "D D T17 T4 D T13 T8 D T2 T6 D D D T0 D T12 D D D D T5 T1"
)
STUCK_DEAL = 4
STUCK_GAME = " ".join(["D"] * 23)


@cache
def data_lines(name: str) -> tuple[dict[str, Any], ...]:
    """Return the objects of a JSON lines file in `tests/data`."""
    return tuple(json.loads(line) for line in (DATA / name).read_text().splitlines())


def make_deck(waste: str, bottom_row: str = "", *, slots: dict[int, str] | None = None) -> Deck:
    """Return a deck with the cards named where they are named, and the others around them."""
    placed = {WASTE: parse_card(waste)}
    placed |= dict(zip(BOTTOM_ROW, map(parse_card, bottom_row.split()), strict=False))
    placed |= {slot: parse_card(name) for slot, name in (slots or {}).items()}
    others = iter(card for card in range(DECK_SIZE) if card not in placed.values())
    return tuple(placed[place] if place in placed else next(others) for place in range(DECK_SIZE))


def make_state(actions: str = "", *, deal: int = 1, rule: Rule = Rule.EASY) -> State:
    """Return the state of a numbered deal after actions that must all be accepted."""
    return play(deal_cards(deal), actions, rule=rule)


def play(deck: Deck, actions: str, *, rule: Rule = Rule.EASY) -> State:
    """Return the state of a deck after actions that must all be accepted."""
    played = replay(deck, rule, parse_actions(actions))
    assert played.refusal is None, f"action {played.refused_at}: {played.refusal}"
    return played.state


def refusal_of(state: State, action: str) -> Refused:
    """Return why an action is refused; fail if it is not."""
    (parsed,) = parse_actions(action)
    try:
        apply(state, parsed)
    except Refused as refusal:
        return refusal
    raise AssertionError(f"{action} was accepted")


def every_state(deck: Deck, actions: str, rule: Rule = Rule.EASY) -> Iterator[State]:
    """Yield the state before the first action and after each."""
    state = initial(deck, rule)
    yield state
    for action in parse_actions(actions):
        state = apply(state, action)
        yield state
