"""Logs folded into states: the corpus of recorded games plays as it always did."""

from dataclasses import asdict
from typing import Any

import pytest

from games.engine.actions import parse_actions
from games.engine.cards import parse_deck
from games.engine.codes import Rule
from games.engine.errors import ErrorCode
from games.engine.replay import replay
from games.engine.shuffle import deal_cards
from games.engine.state import status_of
from games.engine.view import view_of
from tests.engine.factories import data_lines, make_state

GAMES = data_lines("games.jsonl")


@pytest.mark.parametrize("game", GAMES, ids=[f"line-{line}" for line in range(1, len(GAMES) + 1)])
def test_a_recorded_game_ends_as_recorded(game: dict[str, Any]) -> None:
    given, expected = game["input"], game["expected"]
    deck, rule = parse_deck(given["cards"]), Rule(given["rule"])
    played = replay(deck, rule, parse_actions(given["actions"]))
    state, view = played.state, view_of(played.state)
    assert list(view.tableau) == expected["tableau"]
    assert asdict(view.scores) == expected["scores"]
    assert list(view.takes) == expected["takes"]
    assert list(state.emptied_at) == expected["peaks_emptied_at"]
    assert (state.seq, status_of(state)) == (expected["seq"], expected["status"])
    shown = {name: getattr(view, name) for name in ("moves", "undo_used", "waste", "stock", "run")}
    assert shown == {name: expected[name] for name in shown}
    refused = expected.get("refused", {})
    assert played.refused_at == refused.get("at")
    assert (played.refusal and played.refusal.code) == refused.get("code")


def test_a_refused_action_ends_the_replay_with_the_state_before_it() -> None:
    played = replay(deal_cards(1), Rule.EASY, parse_actions("T20 T0 D"))
    assert played.state == make_state("T20")
    assert played.refused_at == 1
    assert played.refusal is not None
    assert played.refusal.code is ErrorCode.BLOCKED


def test_an_empty_log_is_the_dealt_table() -> None:
    played = replay(deal_cards(1), Rule.EASY, ())
    assert (played.state, played.refused_at, played.refusal) == (make_state(), None, None)
