"""Measure the solver on one core, and plain depth-first searches beside it.

Run as `python -m benchmarks.solver [--deals 1000] [--combos 100] [--plain 6]`; each deal is
solved under both rules. The table is Markdown, for docs/performance.md. The times are of the
process, so that a busy machine does not spoil them altogether.
"""

import resource
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from time import process_time

import numpy as np

from benchmarks.plain_search import PlainCombo, PlainSearch
from games.engine.cards import Deck
from games.engine.codes import Rule
from games.engine.shuffle import deal_cards
from games.engine.state import initial
from games.solver.analysis import best_line
from games.solver.combo import best_combo
from games.solver.difficulty import difficulty
from games.solver.finishes import finishes_of
from games.solver.oracle import solve, solve_many
from games.solver.postmortem import outlooks
from games.solver.tables import tables
from games.solver.ways import ways_of

Deals = Sequence[tuple[Deck, Rule]]
FIRST_NUMBER = 1_000_000


def main() -> None:
    parser = ArgumentParser(description="Measure the solver beside plain depth-first searches.")
    parser.add_argument("--deals", type=int, default=1000, help="deals to solve (default 1000)")
    parser.add_argument("--combos", type=int, default=100, help="deals to analyse (default 100)")
    parser.add_argument("--plain", type=int, default=6, help="deals to search (default 6)")
    options = parser.parse_args()
    deals = [
        (deal_cards(FIRST_NUMBER + number), rule)
        for number in range(max(options.deals, options.combos, options.plain))
        for rule in Rule
    ]
    prepare(deals[0])
    print("| what | deals/s | median | p99 | worst |\n| --- | ---: | ---: | ---: | ---: |")
    report_verdicts(deals[: 2 * options.deals])
    report_analyses(deals[: 2 * options.combos])
    print(f"\nAll this in {peak_mb():.0f} MB at most.\n")
    report_plain(deals[: 2 * options.plain])


def prepare(deal: tuple[Deck, Rule]) -> None:
    """Build what is built once a process, and say what it took."""
    began = process_time()
    sets = len(tables().rows)
    print(f"{sets:,} sets, built once a process in {1000 * (process_time() - began):.0f} ms.\n")
    best_combo(*deal)
    difficulty(*deal)


def report_verdicts(deals: Deals) -> None:
    began = process_time()
    for _ in solve_many(deals):
        pass
    rate = len(deals) / (process_time() - began)
    print(f"| winnable and fewest draws, in bulk | {rate:,.0f} | | | |")
    report("winnable and fewest draws, one by one", [timed(solve, *deal) for deal in deals])


def report_analyses(deals: Deals) -> None:
    report("best `combo`", [timed(best_combo, *deal) for deal in deals])
    report("every state: winnable, best `points`", [timed(every_finish, *deal) for deal in deals])
    report("difficulty: 200 playouts", [timed(difficulty, *deal) for deal in deals])
    report("post-mortem of a game, both scorings", [timed(postmortem, *deal) for deal in deals])


def report_plain(deals: Deals) -> None:
    print("Depth first with a memo, the same answers:\n")
    print("| what | deals/s | median | p99 | worst |\n| --- | ---: | ---: | ---: | ---: |")
    report("fewest draws", [checked(plain_draws, min_draws, *deal) for deal in deals])
    report("best `combo`", [checked(plain_combo, best_combo, *deal) for deal in deals])
    print(f"\nAll this in {peak_mb():.0f} MB at most.")


def every_finish(deck: Deck, rule: Rule) -> object:
    return finishes_of(ways_of(deck, rule))


def postmortem(deck: Deck, rule: Rule) -> object:
    """Do what the page of a finished game asks for: here of a best win, the longest to tell."""
    line = best_line(initial(deck, rule), by="combo")
    return outlooks(deck, rule, line or ())


def min_draws(deck: Deck, rule: Rule) -> int | None:
    return solve(deck, rule).min_draws


def plain_draws(deck: Deck, rule: Rule) -> int | None:
    return PlainSearch(initial(deck, rule)).draws_to_win()


def plain_combo(deck: Deck, rule: Rule) -> int | None:
    return PlainCombo(initial(deck, rule)).to_come()


Finder = Callable[[Deck, Rule], int | None]


def checked(plain: Finder, solver: Finder, deck: Deck, rule: Rule) -> float:
    """Return the seconds that the plain search takes; end at an answer that differs."""
    began = process_time()
    found = plain(deck, rule)
    seconds = process_time() - began
    if found != solver(deck, rule):
        raise SystemExit(f"the two disagree on {deck}, {rule}: {found}, {solver(deck, rule)}")
    return seconds


def timed(call: Callable[[Deck, Rule], object], deck: Deck, rule: Rule) -> float:
    """Return the seconds that one call takes."""
    began = process_time()
    call(deck, rule)
    return process_time() - began


def report(name: str, seconds: Sequence[float]) -> None:
    """Print one row: how many a second, and median, 99th percentile and worst."""
    median, late, worst = (
        f"{1000 * each:,.2f} ms" for each in np.percentile(seconds, [50, 99, 100])
    )
    print(
        f"| {name} | {len(seconds) / sum(seconds):,.1f} | {median} | {late} | {worst} |", flush=True
    )


def peak_mb() -> float:
    """Return the most memory this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
