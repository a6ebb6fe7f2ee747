"""The generator, held against its golden deals."""

from collections import Counter
from typing import Any

import pytest

from games.engine.cards import card_name, format_deck
from games.engine.codes import ALL_NUMBERS, Rule, format_code, parse_code
from games.engine.errors import ErrorCode, ParseError
from games.engine.shuffle import deal_cards
from tests.engine.factories import data_lines


@pytest.mark.parametrize("golden", data_lines("deals.jsonl"), ids=lambda deal: deal["code"])
def test_a_golden_deal_keeps_its_cards_and_code(golden: dict[str, Any]) -> None:
    assert format_deck(deal_cards(golden["number"])) == golden["cards"]
    assert format_code(golden["number"], Rule.EASY) == golden["code"]
    assert parse_code(golden["code"]).number == golden["number"]


def test_every_card_is_dealt_once() -> None:
    assert all(sorted(deal_cards(number)) == list(range(52)) for number in range(200))


def test_the_published_cards_of_deal_1_lie_where_they_were_published() -> None:
    deck = deal_cards(1)
    shown = [card_name(deck[place]) for place in (13, *range(18, 29))]
    assert shown == ["7S", "3S", "5S", "KC", "4S", "2D", "AS", "KD", "8H", "7C", "9S", "AC"]


def test_deal_3_opens_as_published_without_help() -> None:
    assert card_name(deal_cards(3)[28]) == data_lines("deals.jsonl")[3]["cards"].split()[28]


def test_no_place_favours_a_card() -> None:
    """2,600 deals put each card about 50 times on the first slot (standard deviation 7)."""
    first = Counter(deal_cards(number)[0] for number in range(2600))
    assert len(first) == 52
    assert 20 < min(first.values()) <= max(first.values()) < 85


@pytest.mark.parametrize("number", [-1, ALL_NUMBERS])
def test_a_number_out_of_range_has_no_deal(number: int) -> None:
    with pytest.raises(ParseError) as fault:
        deal_cards(number)
    assert fault.value.code is ErrorCode.NUMBER_OUT_OF_RANGE
