"""Cards as numbers, and decks as text."""

from typing import TypeAlias

from games.engine.errors import ErrorCode, ParseError, quoted

Card: TypeAlias = int
"""0–51: suit × 13 + rank − 1, suits in the order S H D C."""

Deck: TypeAlias = tuple[Card, ...]
"""52 cards: slots 0–27, the first waste card, then the stock in drawing order."""

DECK_SIZE = 52
RANKS = "A23456789TJQK"
SUITS = "SHDC"

_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARDS = {name: card for card, name in enumerate(_NAMES)}


def rank_of(card: Card) -> int:
    """Return the rank, 1 (ace) to 13 (king)."""
    return card % 13 + 1


def suit_of(card: Card) -> str:
    """Return the suit's letter: S, H, D or C."""
    return SUITS[card // 13]


def rank_letter(rank: int) -> str:
    """Return the letter of a rank 1–13: `A`, `2` … `9`, `T`, `J`, `Q`, `K`."""
    return RANKS[rank - 1]


def card_name(card: Card) -> str:
    """Return the two letters of a card, rank first: `AS`, `TD`."""
    return _NAMES[card]


def parse_card(text: str) -> Card:
    """Read two letters such as `AS`; raise `ParseError` for anything else."""
    card = _CARDS.get(text)
    if card is None:
        detail = f"{quoted(text)} is not a card: a rank ({RANKS}) and a suit ({SUITS})"
        raise ParseError(ErrorCode.DECK_BAD_CARD, detail, text)
    return card


def parse_deck(text: str) -> Deck:
    """Read 52 different cards, blank-separated; raise `ParseError` naming what is wrong."""
    deck = tuple(parse_card(word) for word in text.split())
    if len(deck) != DECK_SIZE:
        detail = f"a deck has {DECK_SIZE} cards, this one has {len(deck)}"
        raise ParseError(ErrorCode.DECK_WRONG_COUNT, detail, str(len(deck)))
    seen: set[Card] = set()
    for card in deck:
        if card in seen:
            detail = f"the card {card_name(card)} is in the deck twice"
            raise ParseError(ErrorCode.DECK_CARD_TWICE, detail, card_name(card))
        seen.add(card)
    return deck


def format_deck(deck: Deck) -> str:
    """Write a deck as `parse_deck` reads it."""
    return " ".join(_NAMES[card] for card in deck)
