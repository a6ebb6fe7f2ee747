"""`manage.py solve`: arguments and input in, answers and faults out."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.solver.making import read_lines
from tests.solver.running import Run as CommandRun

ROOT = Path(__file__).parents[2]
WON = {"winnable": True, "min_draws": 15, "best_points": 757}
LOST = {"winnable": False, "min_draws": None, "best_points": None}


class Run(CommandRun):
    def __init__(self, *arguments: str, given: str = "") -> None:
        super().__init__("solve", *arguments, given=given)


def test_codes_are_answered_in_order_as_json() -> None:
    run = Run("3", "tp1 c aaaaaad", "--json")
    assert [json.loads(line) for line in run.answers] == [
        {"code": "TP1-E-AAAAAAD"} | WON,
        {"code": "TP1-C-AAAAAAD"} | LOST,
    ]
    assert (run.faults, run.status) == ([], 0)


def test_codes_are_answered_in_words() -> None:
    run = Run("3", "C-AAAAAAD")
    assert run.answers == [
        "TP1-E-AAAAAAD can be won with 15 draws, for 757 points",
        "TP1-C-AAAAAAD cannot be won",
    ]


def test_the_combo_is_told_on_demand() -> None:
    run = Run("3", "C-AAAAAAD", "--json", "--combo")
    assert [json.loads(line) for line in run.answers] == [
        {"code": "TP1-E-AAAAAAD"} | WON | {"best_combo": 1050},
        {"code": "TP1-C-AAAAAAD"} | LOST | {"best_combo": None},
    ]
    assert Run("3", "--combo").answers == [
        "TP1-E-AAAAAAD can be won with 15 draws, for 757 points; at best 1050 combo points"
    ]


def test_decks_are_answered_with_their_combo() -> None:
    lines = read_lines("combo.jsonl")[:20]
    run = Run("--cards", "-", "--combo", given="\n".join(json.dumps(li["input"]) for li in lines))
    answers = [json.loads(line) for line in run.answers]
    assert [{"best_combo": answer["best_combo"]} for answer in answers] == [
        line["expected"] for line in lines
    ]


def test_decks_are_answered_in_order() -> None:
    lines = read_lines("solver.jsonl")
    given = "\n".join(json.dumps(line["input"]) for line in lines)
    run = Run("--cards", "-", given=given)
    answers = [json.loads(line) for line in run.answers]
    assert answers == [line["expected"] for line in lines]
    assert (run.faults, run.status) == ([], 0)


DECK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


def make_line(cards: list[str], rule: str = "E") -> str:
    return json.dumps({"cards": " ".join(cards), "rule": rule})


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (make_line(DECK[:51]), "a deck has 52 cards, this one has 51"),
        (make_line([*DECK, "AS"]), "a deck has 52 cards, this one has 53"),
        (make_line([*DECK[:51], "AS"]), "the card AS is in the deck twice"),
        (make_line([*DECK[:51], "1S"]), "'1S' is not a card"),
        (make_line([*DECK[:51], "K♠"]), "'K♠' is not a card"),
        (make_line(DECK, rule="X"), "'X' is not a rule"),
        ('{"deal": "TP1-E-AAAAAA"}', "6 letters"),
        ('{"deal": "TP2-E-AAAAAAB"}', "TP2"),
        ('{"deal": 1.5}', "neither a code nor a whole number"),
        ('{"rule": "E"}', 'give either "cards" or "deal"'),
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
    ],
)
def test_a_bad_line_is_named_and_the_answers_before_it_are_out(line: str, fault: str) -> None:
    good = json.dumps(read_lines("solver.jsonl")[0]["input"])
    run = Run("--cards", "-", given=f"{good}\n{line}\n{good}\n")
    assert len(run.answers) == 1
    assert len(run.faults) == 1
    assert "line 2: " in run.faults[0]
    assert fault in run.faults[0]
    assert run.status == 2


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("3", "E-AAAAAA"), "6 letters"),
        (("3", "E-AAAAAA!"), "!"),
        (("3", "--cards", "-", "--combo"), "give either deal codes or --cards"),
        ((), "give either deal codes or --cards"),
        (("3", "--cards", "-"), "give either deal codes or --cards"),
        (("--cards", "no/such/file"), "cannot read 'no/such/file'"),
    ],
)
def test_bad_arguments_get_one_line_and_status_2(arguments: tuple[str, ...], fault: str) -> None:
    run = Run(*arguments)
    assert len(run.faults) == 1
    assert fault in run.faults[0]
    assert run.status == 2


def read_terminal(seen: int) -> str:
    """Read what a terminal was shown until its last writer has gone, which is an error to Linux."""
    shown = b""
    with suppress(OSError):
        while some := os.read(seen, 65536):
            shown += some
    return shown.decode()


def test_the_answers_before_a_bad_code_are_out() -> None:
    run = Run("3", "E-AAAAAA", "4", "--json")
    assert [json.loads(line) for line in run.answers] == [{"code": "TP1-E-AAAAAAD"} | WON]
    assert len(run.faults) == 1
    assert run.status == 2


def test_a_terminal_sees_a_bar_while_a_file_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "decks.jsonl"
    decks = [json.dumps(line["input"]) for line in read_lines("solver.jsonl")]
    path.write_text("\n".join(decks * 3))
    seen, terminal = os.openpty()
    command = [sys.executable, "manage.py", "solve", "--cards", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=terminal):
        os.close(terminal)
        shown = read_terminal(seen)
    os.close(seen)
    assert "s left" in shown
    assert shown.endswith("\r\x1b[K")
