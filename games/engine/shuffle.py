"""The generator of TP1 deals: SHA-256 and Fisher–Yates, the same in any language, for ever."""

from collections.abc import Iterator
from hashlib import sha256

from games.engine.cards import DECK_SIZE, Card, Deck, parse_card
from games.engine.codes import check_number

_PUBLISHED_PLACES = (13, *range(18, 29))
_PUBLISHED_CARDS = tuple(
    map(parse_card, ("7S", "3S", "5S", "KC", "4S", "2D", "AS", "KD", "8H", "7C", "9S", "AC"))
)

# Deal 1 was published with these cards face up, and the published deal stays true.
_PUBLISHED: dict[int, tuple[tuple[int, Card], ...]] = {
    1: tuple(zip(_PUBLISHED_PLACES, _PUBLISHED_CARDS, strict=True))
}


def deal_cards(number: int) -> Deck:
    """Return the 52 cards of a deal number (0 to 2⁶⁰ − 1), in deck order.

    The same number gives the same cards for both rules. Raises `ParseError` out of range.
    """
    check_number(number)
    cards = list(range(DECK_SIZE))
    stream = _random_bytes(number)
    for last in range(DECK_SIZE - 1, 0, -1):
        chosen = _below(last + 1, stream)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    for place, card in _PUBLISHED.get(number, ()):
        found = cards.index(card)
        cards[place], cards[found] = cards[found], cards[place]
    return tuple(cards)


def _random_bytes(number: int) -> Iterator[int]:
    block = 0
    while True:
        yield from sha256(f"tripeaks:1:{number}:{block}".encode("ascii")).digest()
        block += 1


def _below(limit: int, stream: Iterator[int]) -> int:
    """Return an even draw from 0 to limit − 1: bytes that would favour some are skipped."""
    fair = 256 - 256 % limit
    return next(byte for byte in stream if byte < fair) % limit
