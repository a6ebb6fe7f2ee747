"""How many positions play reaches, move by move: any slip in a rule changes the counts."""

from typing import Any

import pytest

from games.engine.actions import Kind
from games.engine.codes import Rule
from games.engine.shuffle import deal_cards
from games.engine.state import State, apply, initial, legal_actions
from tests.engine.factories import data_lines


@pytest.mark.parametrize(
    "known", data_lines("positions.jsonl"), ids=lambda line: f"{line['deal']}{line['rule']}"
)
def test_positions_by_depth(known: dict[str, Any]) -> None:
    level = {place(start := initial(deal_cards(known["deal"]), Rule(known["rule"]))): start}
    for count in known["positions"]:
        assert len(level) == count
        level = {place(after): after for state in level.values() for after in moved(state)}


def place(state: State) -> tuple[int, int, int]:
    return state.taken, state.drawn, state.waste


def moved(state: State) -> list[State]:
    moves = [action for action in legal_actions(state) if action.kind in (Kind.TAKE, Kind.DRAW)]
    return [apply(state, action) for action in moves]
