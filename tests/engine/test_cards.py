"""Cards and decks as text."""

import pytest

from games.engine.cards import (
    card_name,
    format_deck,
    parse_card,
    parse_deck,
    rank_letter,
    rank_of,
    suit_of,
)
from games.engine.errors import ErrorCode, ParseError
from games.engine.shuffle import deal_cards

DECK = format_deck(deal_cards(7))


def test_cards_count_by_suit_and_rank() -> None:
    names = [card_name(card) for card in (0, 12, 13, 38, 51)]
    assert names == ["AS", "KS", "AH", "KD", "KC"]


def test_ranks_run_from_ace_to_king() -> None:
    assert [rank_of(parse_card(name)) for name in ("AS", "TH", "JD", "QC", "KC")] == [
        1, 10, 11, 12, 13,
    ]  # fmt: skip
    assert "".join(map(rank_letter, range(1, 14))) == "A23456789TJQK"


def test_suits_have_letters() -> None:
    assert [suit_of(parse_card(name)) for name in ("2S", "2H", "2D", "2C")] == list("SHDC")


@pytest.mark.parametrize("name", ["", "A", "1S", "AX", "10S", "as", "A♠", "ASS"])
def test_what_is_not_a_card_is_named(name: str) -> None:
    with pytest.raises(ParseError) as fault:
        parse_card(name)
    assert fault.value.code is ErrorCode.DECK_BAD_CARD
    assert fault.value.part == name


def test_a_deck_is_read_as_it_is_written() -> None:
    assert parse_deck(f"  {DECK}\n") == deal_cards(7)


def test_a_deck_with_51_cards_is_refused() -> None:
    with pytest.raises(ParseError, match="52 cards, this one has 51") as fault:
        parse_deck(DECK[3:])
    assert fault.value.code is ErrorCode.DECK_WRONG_COUNT


def test_a_deck_with_53_cards_is_refused() -> None:
    with pytest.raises(ParseError) as fault:
        parse_deck(DECK + " AS")
    assert (fault.value.code, fault.value.part) == (ErrorCode.DECK_WRONG_COUNT, "53")


def test_a_card_twice_is_named() -> None:
    with pytest.raises(ParseError) as fault:
        parse_deck(DECK[:2] + " " + DECK[:2] + DECK[5:])
    assert (fault.value.code, fault.value.part) == (ErrorCode.DECK_CARD_TWICE, DECK[:2])


def test_a_bad_card_in_a_deck_is_named() -> None:
    with pytest.raises(ParseError, match="'XX' is not a card"):
        parse_deck("XX" + DECK[2:])
