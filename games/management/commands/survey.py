"""Survey how many deals can be won, so that anyone can repeat it."""

import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import asdict
from multiprocessing import get_context
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.codes import Rule, parse_rule
from games.management.input import BadInput, faults_named
from games.management.output import reader_may_leave, write_json, write_text
from games.management.progress import ProgressBar
from games.management.survey_file import SurveyFile
from games.solver.difficulty import DIFFICULTY_VERSION, LEAST_SHARES, Grade
from games.solver.oracle import SOLVER_VERSION
from games.solver.survey import Block, Share, Tally, blocks_of, share_of, survey


class Command(BaseCommand):
    help = "Survey how many deals can be won, with how few draws, and how hard they are."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--count", type=int, default=100_000, help="deals to solve (default 100,000)")
        add("--seed", type=int, default=1, help="which sample of deal numbers (default 1)")
        add("--rule", help="E or C (default: one after the other)")
        add("--grades", action="store_true", help="count the grades of difficulty as well")
        add("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
        add("--keep", metavar="FILE", help="keep there what is found, and go on from it next time")
        add("--json", action="store_true", help="print one JSON object a rule")

    def handle(self, *_args: Any, **options: Any) -> None:
        count, seed, jobs = options["count"], options["seed"], options["jobs"]
        if count < 1 or jobs < 1:
            raise BadInput("--count and --jobs are at least 1")
        blocks = [
            block
            for rule in _rules(options["rule"])
            for block in blocks_of(rule, seed, count, with_grades=options["grades"])
        ]
        tallies = _surveyed(blocks, jobs, SurveyFile(options["keep"]))
        with reader_may_leave():
            for rule, tally in tallies.items():
                if options["json"]:
                    answer = _answer(tally, with_grades=options["grades"])
                    write_json(self.stdout, {"rule": rule.value, "seed": seed} | answer)
                else:
                    text = _text(rule, seed, tally, with_grades=options["grades"])
                    write_text(self.stdout, text)


def _rules(text: str | None) -> Sequence[Rule]:
    if text is None:
        return list(Rule)
    with faults_named("--rule"):
        return [parse_rule(text)]


def _surveyed(blocks: Sequence[Block], jobs: int, file: SurveyFile) -> dict[Rule, Tally]:
    """Return the tally of each rule; what the file has is not looked for again."""
    tallies = {block.rule: Tally() for block in blocks}
    missing = [block for block in blocks if block not in file.found]
    bar = ProgressBar(sys.stderr)
    try:
        with closing(_found(missing, jobs)) as found:
            for done, (block, tally) in enumerate(zip(missing, found, strict=True), start=1):
                file.keep(block, tally)
                tallies[block.rule].add(tally)
                bar.show(done / len(missing))
    finally:
        bar.clear()
    for block in blocks:
        if block in file.found:
            tallies[block.rule].add(file.found[block])
    return tallies


def _found(blocks: Sequence[Block], jobs: int) -> Generator[Tally, None, None]:
    """Yield the tally of each block, in order, found by so many processes."""
    if jobs == 1 or len(blocks) < 2:
        yield from map(survey, blocks)
        return
    # New processes rather than forks: they share no connection and no lock with this one.
    with get_context("spawn").Pool(min(jobs, len(blocks)), _leave_stopping_to_parent) as pool:
        yield from pool.imap(survey, blocks)


def _leave_stopping_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _answer(tally: Tally, *, with_grades: bool) -> dict[str, object]:
    """Return what was found as JSON: counts, and shares (0–1) with their 95 % intervals."""
    answer: dict[str, object] = {
        "deals": tally.deals,
        "winnable": asdict(share_of(tally.winnable, tally.deals)),
        "by_min_draws": tally.by_draws,
        "solver_version": SOLVER_VERSION,
    }
    if with_grades and tally.winnable:
        answer["grades"] = {
            grade: asdict(share_of(count, tally.winnable))
            for grade, count in tally.by_grade.items()
        }
        answer["difficulty_version"] = DIFFICULTY_VERSION
    return answer


def _text(rule: Rule, seed: int, tally: Tally, *, with_grades: bool) -> str:
    name = rule.name.capitalize()
    share = _share_text(share_of(tally.winnable, tally.deals))
    lines = [
        f"{name}: of {tally.deals:,} deals (seed {seed}) {tally.winnable:,} can be won, {share}"
    ]
    if tally.winnable:
        lines += ["  fewest draws   deals"]
        lines += [_bar_text(draws, tally) for draws in range(len(tally.by_draws))]
        if with_grades:
            lines += ["  grade    the ordinary player wins   deals"]
            lines += [_grade_text(grade, tally) for grade in Grade]
    return "\n".join(lines)


def _bar_text(draws: int, tally: Tally) -> str:
    count = tally.by_draws[draws]
    bar = "#" * round(40 * count / max(tally.by_draws))
    return f"  {draws:12} {count:7,} {bar}".rstrip()


def _grade_text(grade: Grade, tally: Tally) -> str:
    share = _share_text(share_of(tally.by_grade[grade], tally.winnable))
    return f"  {grade:8} {LEAST_SHARES[grade]:11.0%} or more       {share}"


def _share_text(share: Share) -> str:
    return f"{share.share:.2%} (95 % sure: {share.low:.2%} to {share.high:.2%})"
