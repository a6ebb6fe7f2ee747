"""`manage.py deal`: the golden deals, and each kind of bad code."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from games.management.input import BadInput
from tests.engine.factories import data_lines


def deal(*codes: str) -> list[dict[str, Any]]:
    output = StringIO()
    call_command("deal", *codes, json=True, stdout=output)
    return [json.loads(line) for line in output.getvalue().splitlines()]


@pytest.mark.parametrize("golden", data_lines("deals.jsonl"), ids=lambda deal: deal["code"])
def test_a_golden_deal_is_printed_by_its_code(golden: dict[str, Any]) -> None:
    (answer,) = deal(golden["code"])
    assert answer == {
        "code": golden["code"],
        "number": golden["number"],
        "rule": "E",
        "cards": golden["cards"],
    }
    assert list(answer) == ["code", "number", "rule", "cards"]


def test_deals_are_printed_in_the_order_of_their_codes() -> None:
    answers = deal("3", "c-aaaaaab", "tp1 n aaaaaaa")
    assert [(answer["code"], answer["rule"]) for answer in answers] == [
        ("TP1-E-AAAAAAD", "E"),
        ("TP1-C-AAAAAAB", "C"),
        ("TP1-E-AAAAAAA", "E"),
    ]


def test_both_rules_of_a_number_share_their_cards() -> None:
    easy, classic = deal("E-AAAAAAD", "C-AAAAAAD")
    assert easy["cards"] == classic["cards"]


def test_without_json_the_table_is_drawn() -> None:
    output = StringIO()
    call_command("deal", "1", stdout=output)
    assert output.getvalue() == (
        "TP1-E-AAAAAAB, number 1\n"
        "      3D          9D          5C\n"
        "    6C  TD      4D  4C      9C  3C\n"
        "  5D  KS  TC  JS  7S  8S  KH  6D  5H\n"
        "3S  5S  KC  4S  2D  AS  KD  8H  7C  9S\n"
        "waste AC\n"
        "stock 6H 9H JH AH 7H 3H JD 6S QS JC 8C QH 4H 2C QC 2S 8D 2H AD QD TH 7D TS\n"
    )


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("", "'': the deal code is empty"),
        ("-1", "'-1': the deal number '-1' is not between 0 and 34359738367"),
        ("34359738368", "the deal number '34359738368' is not between"),
        ("9007199254740993", "the deal number '9007199254740993' is not between"),
        ("1e3", "'1E3' is not a number"),
        ("TP1-X-AAAAAAB", "the rule letter 'X' is not E or C"),
        ("TP1-E-AAAA9AB", "'9' is not a letter of a deal code"),
        ("TP1-E-AAAAAA", "6 letters follow the rule letter"),
        ("A" * 1000, "at most 100 characters"),
        ("E-A\nB", r"'E-A\\nB': 2 letters follow"),
    ],
)
def test_a_bad_code_is_one_line_and_exit_2(code: str, fault: str) -> None:
    with pytest.raises(BadInput, match=fault) as bad:
        deal(code)
    assert bad.value.returncode == 2
    assert "\n" not in str(bad.value)


def test_deals_before_a_bad_code_are_printed() -> None:
    output = StringIO()
    with pytest.raises(BadInput):
        call_command("deal", "1", "bad", "2", json=True, stdout=output)
    assert [json.loads(line)["number"] for line in output.getvalue().splitlines()] == [1]
