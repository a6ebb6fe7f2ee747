"""`manage.py replay`: the recorded games, and each kind of bad line."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.management.input import BadInput
from tests.engine.factories import WON_GAME, data_lines

GAMES = data_lines("games.jsonl")
DECK = GAMES[0]["input"]["cards"]


def replay_file(path: Path, *lines: str | bytes) -> str:
    """Write lines to a file, replay it and return what was printed."""
    path.write_bytes(
        b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
    )
    output = io.StringIO()
    call_command("replay", str(path), json=True, stdout=output)
    return output.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


def answers_to(file: Path, *games: dict[str, Any]) -> list[dict[str, Any]]:
    printed = replay_file(file, *map(json.dumps, games))
    return [json.loads(line) for line in printed.splitlines()]


def test_every_recorded_game_is_answered_as_recorded(file: Path) -> None:
    answers = replay_file(file, *(json.dumps(game["input"]) for game in GAMES)).splitlines()
    assert answers == [json.dumps(game["expected"]) for game in GAMES]


def test_games_come_from_standard_input_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    line = json.dumps(GAMES[0]["input"]).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
    output = io.StringIO()
    call_command("replay", json=True, stdout=output)
    assert json.loads(output.getvalue()) == GAMES[0]["expected"]


@pytest.mark.parametrize("deal", [32, "32", "TP1-E-AAAAABA", "eaaaaaba"])
def test_a_deal_is_named_by_code_or_number(file: Path, deal: int | str) -> None:
    (answer,) = answers_to(file, {"deal": deal, "rule": "E", "actions": WON_GAME})
    assert (answer["status"], answer["peaks_emptied_at"]) == ("won", [37, 42, 50])


@pytest.mark.parametrize(
    ("game", "takes"),
    [
        ({"deal": 1}, [20, 22, 24]),
        ({"deal": 1, "rule": "C"}, [22]),
        ({"deal": "TP1-C-AAAAAAB"}, [22]),
        ({"deal": "TP1-C-AAAAAAB", "rule": "E"}, [22]),
        ({"deal": 1, "rule": "N"}, [20, 22, 24]),
    ],
)
def test_a_codes_letter_is_the_rule_else_the_field_else_easy(
    file: Path, game: dict[str, Any], takes: list[int]
) -> None:
    (answer,) = answers_to(file, game | {"actions": ""})
    assert answer["takes"] == takes


def test_a_refused_action_is_told_with_the_state_before_it(file: Path) -> None:
    refused, plain = answers_to(
        file, {"deal": 1, "actions": "T20 T0 D"}, {"deal": 1, "actions": "T20"}
    )
    assert refused == plain | {"refused": {"at": 1, "code": "blocked"}}
    assert list(refused)[-1] == "refused"


def test_a_resigned_game_takes_nothing_more(file: Path) -> None:
    (answer,) = answers_to(file, {"deal": 1, "actions": "T20 R D"})
    assert (answer["status"], answer["seq"], answer["moves"]) == ("resigned", 2, 1)
    assert answer["takes"] == []
    assert answer["refused"] == {"at": 2, "code": "game_over"}


def test_blank_lines_are_passed_over(file: Path) -> None:
    assert replay_file(file, "", '{"deal": 1, "actions": ""}', "  ", "").count("\n") == 1


def test_without_json_the_table_is_drawn(file: Path) -> None:
    file.write_text('{"deal": 1, "actions": "T20 T23 T22 T0"}')
    output = io.StringIO()
    call_command("replay", str(file), stdout=output)
    assert output.getvalue() == (
        "line 1: playing after 3 actions, 3 moves\n"
        "      ?           ?           ?\n"
        "    ?   ?       ?   ?       ?   ?\n"
        "  ?   ?   ?   ?   7S  ?   ?   ?   ?\n"
        "3S  5S      4S          KD  8H  7C  9S\n"
        "waste 2D, stock 23, run 3\n"
        "points 497, combo 45, streak 6, cards left 25\n"
        "action 3 was refused: blocked\n"
    )


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        ("1", "not a JSON object"),
        (b'{"deal": "\xff"}', "not UTF-8"),
        ("[" * 100_000, "not JSON"),
        ('{"deal": ' + "9" * 5000 + "}", "not JSON"),
        ('{"actions": "D"}', 'either "cards" or "deal"'),
        (json.dumps({"deal": 1, "cards": DECK, "actions": "D"}), 'either "cards" or "deal"'),
        ('{"deal": 1}', '"actions" is missing'),
        ('{"deal": 1, "actions": ["D"]}', '"actions" is not a text'),
        ('{"deal": 1, "actions": null}', '"actions" is not a text'),
        ('{"deal": true, "actions": ""}', '"deal" is neither a code nor a whole number'),
        ('{"deal": 1.5, "actions": ""}', '"deal" is neither a code nor a whole number'),
        ('{"deal": 1e3, "actions": ""}', '"deal" is neither a code nor a whole number'),
        ('{"deal": -1, "actions": ""}', "the deal number '-1'"),
        ('{"deal": 34359738368, "actions": ""}', "the deal number '34359738368'"),
        ('{"deal": "TP1-E-AAAA9AB", "actions": ""}', "'9' is not a letter"),
        ('{"deal": "E-AAAAAA\\ud800", "actions": ""}', "is not a letter"),
        ('{"deal": 1, "rule": "X", "actions": ""}', "'X' is not a rule"),
        ('{"deal": 1, "rule": 1, "actions": ""}', '"rule" is not a text'),
        ('{"deal": 1, "actions": "D T28"}', "'T28' is not an action"),
        ('{"deal": 1, "actions": "D X U"}', "'X' is not an action"),
        (json.dumps({"cards": DECK[3:], "actions": ""}), "52 cards, this one has 51"),
        (json.dumps({"cards": DECK[:2] + " " + DECK[:2] + DECK[5:], "actions": ""}), "twice"),
        (json.dumps({"cards": "XX" + DECK[2:], "actions": ""}), "'XX' is not a card"),
        (json.dumps({"cards": [1], "actions": ""}), '"cards" is not a text'),
    ],
    ids=range(26),
)
def test_a_bad_line_is_named_with_its_number_and_exit_2(
    file: Path, line: str | bytes, fault: str
) -> None:
    with pytest.raises(BadInput, match=f"line 2: .*{fault}") as bad:
        replay_file(file, '{"deal": 1, "actions": ""}', line)
    assert bad.value.returncode == 2
    assert "\n" not in str(bad.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(BadInput, match="cannot read"):
            call_command("replay", str(path))
