"""Play games from their logs and print where they lead."""

from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine.actions import parse_actions
from games.engine.replay import Replay, replay
from games.engine.state import status_of
from games.engine.view import view_of
from games.management.input import (
    Fields,
    deck_and_rule,
    faults_named,
    json_lines,
    opened,
    text_field,
)
from games.management.output import reader_may_leave, table_text, write_json, write_text


class Command(BaseCommand):
    help = (
        'Read JSON lines {"cards" or "deal": …, "rule": …, "actions": "D T18 U"} and print '
        "the state that each game leads to."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", metavar="FILE", help="- is standard input (default)"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object a line")

    def handle(self, *_args: Any, file: str, json: bool, **_options: Any) -> None:
        with reader_may_leave(), opened(file) as source:
            for place, fields in json_lines(source):
                with faults_named(place):
                    played = _play(fields)
                if json:
                    write_json(self.stdout, _answer(played))
                else:
                    write_text(self.stdout, f"{place}: {_text(played)}\n")


def _play(fields: Fields) -> Replay:
    deck, rule = deck_and_rule(fields)
    return replay(deck, rule, parse_actions(text_field(fields, "actions")))


def _answer(played: Replay) -> dict[str, object]:
    state, view = played.state, view_of(played.state)
    answer: dict[str, object] = {
        "seq": state.seq,
        "moves": view.moves,
        "status": status_of(state).value,
        "undo_used": view.undo_used,
        "tableau": view.tableau,
        "waste": view.waste,
        "stock": view.stock,
        "takes": view.takes,
        "run": view.run,
        "scores": asdict(view.scores),
        "peaks_emptied_at": state.emptied_at,
    }
    if played.refusal is not None:
        answer["refused"] = {"at": played.refused_at, "code": played.refusal.code.value}
    return answer


def _text(played: Replay) -> str:
    state, view = played.state, view_of(played.state)
    scores = ", ".join(f"{name} {score}" for name, score in asdict(view.scores).items())
    lines = [
        f"{status_of(state)} after {state.seq} actions, {view.moves} moves",
        table_text(view.tableau),
        f"waste {view.waste}, stock {view.stock}, run {view.run}",
        scores.replace("_", " "),
    ]
    if played.refusal is not None:
        lines.append(f"action {played.refused_at} was refused: {played.refusal.code}")
    return "\n".join(lines)
