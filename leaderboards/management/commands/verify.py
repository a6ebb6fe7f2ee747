"""`manage.py verify`: is all that is stored what the logs say?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.output import reader_may_leave
from games.management.progress import ProgressBar
from games.models import Game, Race, Result, Verdict
from games.services.clock import now_ms
from games.services.verify import Difference, snapshot
from games.services.verify_games import check_games
from games.services.verify_players import check_players
from games.services.verify_races import check_deals, check_races
from games.services.verify_verdicts import MOST_COMBOS, check_verdicts
from leaderboards.models import Win
from leaderboards.verify import check_boards
from players.models import Player

COUNTED = {
    "players": Player,
    "games": Game,
    "results": Result,
    "races": Race,
    "board rows": Win,
    "verdicts": Verdict,
}


class Command(BaseCommand):
    help = (
        "Recomputes everything stored from the games' logs. Prints one line for each "
        "difference and ends with status 1, or one line that counts what was verified."
    )
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--all-combos",
            action="store_true",
            help=f"prove the best combo of every verdict anew, not of {MOST_COMBOS} by chance",
        )

    def handle(self, *args: Any, all_combos: bool = False, **options: Any) -> None:
        with snapshot(), reader_may_leave():
            counts = {name: kind._default_manager.count() for name, kind in COUNTED.items()}
            found = self._report(
                _checks(all_combos=all_combos), steps=sum(counts.values()) - counts["results"]
            )
        if found:
            sys.exit(1)
        counted = ", ".join(f"{count} {name}" for name, count in counts.items())
        self.stdout.write(f"verified {counted}: no difference")

    def _report(self, checks: Iterator[list[Difference]], steps: int) -> int:
        """Print each difference as it is found; return how many there are."""
        bar = ProgressBar(sys.stderr)
        found = 0
        for step, differences in enumerate(checks, start=1):
            if differences:
                bar.clear()
            for difference in differences:
                self.stdout.write(str(difference))
            found += len(differences)
            bar.show(min(step / max(steps, 1), 1))
        bar.clear()
        return found


def _checks(*, all_combos: bool) -> Iterator[list[Difference]]:
    yield from check_players()
    yield from check_games(now_ms())
    yield from check_races()
    yield list(check_deals())
    yield from check_boards()
    yield from check_verdicts(all_combos=all_combos)
