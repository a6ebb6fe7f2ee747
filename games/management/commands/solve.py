"""Prove whether deals can be won."""

import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandParser

from games.engine.codes import Rule, format_code, parse_code
from games.engine.errors import quoted
from games.engine.shuffle import deal_cards
from games.management.input import BadInput, deck_and_rule, faults_named, json_lines, opened
from games.management.output import reader_may_leave, write_json, write_text
from games.management.progress import ProgressBar
from games.solver.oracle import Verdict, solve

_Answers = Iterator[tuple[float, str, Verdict]]
"""For each deal: the share of all deals done with it, its code or "", and its verdict."""


class Command(BaseCommand):
    help = "Prove whether each deal can be won, with how few draws, and for how many points."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="a deal code or number")
        parser.add_argument("--json", action="store_true", help="print one JSON object a line")
        parser.add_argument(
            "--cards",
            metavar="FILE",
            help='read JSON lines {"cards": …, "rule": …} and answer each with one (- is '
            "standard input)",
        )

    def handle(
        self, *_args: Any, codes: list[str], cards: str | None, json: bool, **_options: Any
    ) -> None:
        if bool(codes) == (cards is not None):
            raise BadInput("give either deal codes or --cards")
        with reader_may_leave():
            if cards is None:
                self._print(_solved_codes(codes), as_json=json)
            else:
                with opened(cards) as source:
                    self._print(_solved_decks(source), as_json=True)

    def _print(self, answers: _Answers, *, as_json: bool) -> None:
        bar = ProgressBar(sys.stderr)
        try:
            for share, name, verdict in answers:
                if self.stdout.isatty():
                    bar.clear()
                if as_json:
                    write_json(self.stdout, _fields(name, verdict))
                else:
                    write_text(self.stdout, f"{name} {_sentence(verdict)}")
                bar.show(share)
        finally:
            bar.clear()


def _solved_codes(codes: list[str]) -> _Answers:
    for count, text in enumerate(codes, start=1):
        with faults_named(quoted(text)):
            code = parse_code(text)
        rule = code.rule or Rule.EASY
        verdict = solve(deal_cards(code.number), rule)
        yield count / len(codes), format_code(code.number, rule), verdict


def _solved_decks(source: BinaryIO) -> _Answers:
    size = _size(source)
    for place, fields in json_lines(source):
        with faults_named(place):
            deck, rule = deck_and_rule(fields)
        yield source.tell() / size if size else 0.0, "", solve(deck, rule)


def _size(source: BinaryIO) -> int | None:
    """Return a file's bytes; `None` for a pipe, whose end nobody knows."""
    try:
        about = os.fstat(source.fileno())
    except OSError:
        return None
    return about.st_size if stat.S_ISREG(about.st_mode) else None


def _fields(name: str, verdict: Verdict) -> dict[str, object]:
    return ({"code": name} if name else {}) | asdict(verdict)


def _sentence(verdict: Verdict) -> str:
    if not verdict.winnable:
        return "cannot be won"
    draws = "1 draw" if verdict.min_draws == 1 else f"{verdict.min_draws} draws"
    return f"can be won with {draws}, for {verdict.best_points} points"
