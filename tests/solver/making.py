"""The solver's test data, and deals to try it on."""

import json
import random
from pathlib import Path
from typing import Any

from games.engine.actions import DRAW
from games.engine.cards import Deck
from games.engine.codes import Rule
from games.engine.shuffle import deal_cards
from games.engine.state import State, apply, initial
from games.solver.analysis import moves_of

DATA = Path(__file__).parent.parent / "data"


def read_lines(name: str) -> list[dict[str, Any]]:
    """Read a data file of one JSON object a line."""
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def make_deals(count: int, first: int = 1000) -> list[tuple[Deck, Rule]]:
    """Return that many deals, each under both rules."""
    return [(deal_cards(first + number), rule) for number in range(count) for rule in Rule]


def make_position(deck: Deck, rule: Rule, *, moves: int, seed: int) -> State:
    """Play at random, mostly takes, for so many moves or until none is left."""
    chance, state = random.Random(seed), initial(deck, rule)
    for _ in range(moves):
        allowed = moves_of(state)
        takes = [action for action in allowed if action is not DRAW]
        if not allowed:
            break
        state = apply(state, chance.choice(takes if takes and chance.random() < 0.9 else allowed))
    return state
