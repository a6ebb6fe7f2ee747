"""Print the cards of deals."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine.cards import Deck, card_name, format_deck
from games.engine.codes import DealCode, Rule, format_code, parse_code
from games.engine.errors import quoted
from games.engine.layout import SLOTS
from games.engine.shuffle import deal_cards
from games.management.input import faults_named
from games.management.output import reader_may_leave, table_text, write_json, write_text


class Command(BaseCommand):
    help = "Print the cards of each deal: slots 0 to 27, the first waste card, the stock."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="+", metavar="CODE", help="a deal code or number")
        parser.add_argument("--json", action="store_true", help="print one JSON object a line")

    def handle(self, *_args: Any, codes: list[str], json: bool, **_options: Any) -> None:
        with reader_may_leave():
            for text in codes:
                with faults_named(quoted(text)):
                    code = parse_code(text)
                self._print(code, as_json=json)

    def _print(self, code: DealCode, *, as_json: bool) -> None:
        rule = code.rule or Rule.EASY
        deck = deal_cards(code.number)
        name = format_code(code.number, rule)
        if as_json:
            answer = {
                "code": name,
                "number": code.number,
                "rule": rule.value,
                "cards": format_deck(deck),
            }
            write_json(self.stdout, answer)
        else:
            write_text(self.stdout, f"{name}, number {code.number}\n{_deal_text(deck)}\n")


def _deal_text(deck: Deck) -> str:
    table = table_text([card_name(card) for card in deck[:SLOTS]])
    stock = format_deck(deck[SLOTS + 1 :])
    return f"{table}\nwaste {card_name(deck[SLOTS])}\nstock {stock}"
