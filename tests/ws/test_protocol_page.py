"""docs/protocol.md against the code: each message, field and code is described there."""

from __future__ import annotations

import json
import re
import typing
from dataclasses import fields
from pathlib import Path

import pytest

from games.engine.errors import ErrorCode, GameError
from games.engine.scoring import Scores
from games.ws import protocol
from games.ws.messages import ServerFrame

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
NAMED = frozenset(re.findall(r'[`"]([a-z_]+)[`"]', PAGE))
FRAMES = typing.get_args(ServerFrame)
EXAMPLES = [
    json.loads(text)
    for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    + re.findall(r'`(\{"type".*?\})`', PAGE)
]
# Codes of texts that people type, and of lobbies' forms: never told on a socket.
ELSEWHERE = {
    "bad_settings",
    "log_damaged",
    "no_deal_found",
    "not_winnable",
    "unknown_grade",
    "unknown_action",
    "unknown_rule",
}


def types_of(frame: type) -> set[str]:
    """Return the values of a frame's `type`; the hint's is written by `encode`."""
    hint = typing.get_type_hints(frame).get("type")
    return set(typing.get_args(hint)) if hint else {"hint"}


def names_of(frame: type) -> set[str]:
    return {field.name for field in fields(frame)}


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.__name__)
def test_every_frame_of_the_server_is_described_with_all_its_fields(frame: type) -> None:
    assert types_of(frame) | names_of(frame) <= NAMED


@pytest.mark.parametrize("score", sorted(names_of(Scores)))
def test_every_score_is_named(score: str) -> None:
    assert score in NAMED


def test_every_example_shows_a_frame_with_the_fields_it_has() -> None:
    by_type = {name: names_of(frame) for frame in FRAMES for name in types_of(frame)}
    shown = [example for example in EXAMPLES if "message" in example or len(example) > 4]
    assert {example["type"] for example in shown} >= {"state", "applied", "result", "race"}
    for example in shown:
        assert set(example) - {"type"} == by_type[example["type"]] - {"type"}


CLIENT_TYPES = sorted({"take", "ready", *protocol._ACTIONS, *protocol._PLAIN})


@pytest.mark.parametrize("kind", CLIENT_TYPES)
def test_every_message_of_the_client_has_an_example_that_is_read(kind: str) -> None:
    found = [example for example in EXAMPLES if example["type"] == kind]
    read = [example for example in found if set(example) <= {"type", "seq", "slot", "ready"}]
    assert any(protocol.parse(json.dumps(example), in_race=True) for example in read)


@pytest.mark.parametrize("kind", sorted(NAMED - set(CLIENT_TYPES)))
def test_no_other_name_of_the_page_is_a_message_of_the_client(kind: str) -> None:
    with pytest.raises(GameError):
        protocol.parse(json.dumps({"type": kind, "seq": 0, "slot": 0}), in_race=True)


def told_on_sockets() -> list[str]:
    typed = ("code_", "number_", "deck_")
    return [code for code in ErrorCode if code not in ELSEWHERE and not code.startswith(typed)]


@pytest.mark.parametrize("code", told_on_sockets())
def test_every_code_of_a_refusal_is_explained(code: str) -> None:
    assert code in NAMED


CLOSE_CODES = [value for name, value in vars(protocol).items() if name.startswith("CLOSE_")]


@pytest.mark.parametrize("code", CLOSE_CODES)
def test_every_close_code_is_explained(code: int) -> None:
    assert f"| {code} |" in PAGE
