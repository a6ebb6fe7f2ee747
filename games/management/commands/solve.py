"""Prove whether deals can be won."""

import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, BinaryIO, NamedTuple

from django.core.management.base import BaseCommand, CommandParser

from games.engine.cards import Deck
from games.engine.codes import Rule, format_code, parse_code
from games.engine.errors import quoted
from games.engine.shuffle import deal_cards
from games.management.input import BadInput, deck_and_rule, faults_named, json_lines, opened
from games.management.output import reader_may_leave, write_json, write_text
from games.management.progress import ProgressBar
from games.solver.combo import best_combo
from games.solver.oracle import solve


class _Deal(NamedTuple):
    """A deal to solve: the share of all deals done with it, and its code or ""."""

    share: float
    name: str
    deck: Deck
    rule: Rule


class Command(BaseCommand):
    help = "Prove whether each deal can be won, with how few draws, and for how many points."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="a deal code or number")
        parser.add_argument("--json", action="store_true", help="print one JSON object a line")
        parser.add_argument(
            "--combo", action="store_true", help="tell the most combo points of any win as well"
        )
        parser.add_argument(
            "--cards",
            metavar="FILE",
            help='read JSON lines {"cards": …, "rule": …} and answer each with one (- is '
            "standard input)",
        )

    def handle(
        self, *_args: Any, codes: list[str], cards: str | None, json: bool, **options: Any
    ) -> None:
        if bool(codes) == (cards is not None):
            raise BadInput("give either deal codes or --cards")
        with_combo = options["combo"]
        with reader_may_leave():
            if cards is None:
                self._print(_coded_deals(codes), as_json=json, with_combo=with_combo)
            else:
                with opened(cards) as source:
                    self._print(_given_deals(source), as_json=True, with_combo=with_combo)

    def _print(self, deals: Iterator[_Deal], *, as_json: bool, with_combo: bool) -> None:
        bar = ProgressBar(sys.stderr)
        try:
            for deal in deals:
                answer = asdict(solve(deal.deck, deal.rule))
                if with_combo:
                    answer["best_combo"] = best_combo(deal.deck, deal.rule)
                if self.stdout.isatty():
                    bar.clear()
                if as_json:
                    write_json(self.stdout, ({"code": deal.name} if deal.name else {}) | answer)
                else:
                    write_text(self.stdout, f"{deal.name} {_sentence(answer)}")
                bar.show(deal.share)
        finally:
            bar.clear()


def _coded_deals(codes: list[str]) -> Iterator[_Deal]:
    for count, text in enumerate(codes, start=1):
        with faults_named(quoted(text)):
            code = parse_code(text)
        rule = code.rule or Rule.EASY
        name = format_code(code.number, rule)
        yield _Deal(count / len(codes), name, deal_cards(code.number), rule)


def _given_deals(source: BinaryIO) -> Iterator[_Deal]:
    size = _size(source)
    for place, fields in json_lines(source):
        with faults_named(place):
            deck, rule = deck_and_rule(fields)
        yield _Deal(source.tell() / size if size else 0.0, "", deck, rule)


def _size(source: BinaryIO) -> int | None:
    """Return a file's bytes; `None` for a pipe, whose end nobody knows."""
    try:
        about = os.fstat(source.fileno())
    except OSError:
        return None
    return about.st_size if stat.S_ISREG(about.st_mode) else None


def _sentence(answer: dict[str, Any]) -> str:
    if not answer["winnable"]:
        return "cannot be won"
    draws = "1 draw" if answer["min_draws"] == 1 else f"{answer['min_draws']} draws"
    sentence = f"can be won with {draws}, for {answer['best_points']} points"
    if "best_combo" in answer:
        sentence += f"; at best {answer['best_combo']} combo points"
    return sentence
