"""Measure the solver on one core, and the plain depth-first search beside it.

Run as `python -m benchmarks.solver [--deals 1000] [--plain 6]`; each deal is solved under both
rules. The times are of the process, so that a busy machine does not spoil them.
"""

import resource
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from time import process_time

import numpy as np

from benchmarks.plain_search import PlainSearch
from games.engine.cards import Deck
from games.engine.codes import Rule
from games.engine.shuffle import deal_cards
from games.engine.state import initial
from games.solver.analysis import winning_line
from games.solver.draws import most_draws
from games.solver.oracle import Verdict, solve, solve_many
from games.solver.tables import tables

Deals = Sequence[tuple[Deck, Rule]]
FIRST_NUMBER = 1_000_000


def main() -> None:
    parser = ArgumentParser(description="Measure the solver beside a plain depth-first search.")
    parser.add_argument("--deals", type=int, default=1000, help="deals to solve (default 1000)")
    parser.add_argument("--plain", type=int, default=6, help="deals to search (default 6)")
    options = parser.parse_args()
    deals = [
        (deal_cards(FIRST_NUMBER + number), rule)
        for number in range(options.deals)
        for rule in Rule
    ]
    report_tables()
    verdicts = report_verdicts(deals)
    report_analysis(deals[:200])
    print(f"memory      {peak_mb():.0f} MB at most")
    report_plain(deals[: 2 * options.plain], verdicts)


def report_tables() -> None:
    began = process_time()
    sets = len(tables().rows)
    print(f"tables      {sets:,} sets, built once in {1000 * (process_time() - began):.0f} ms")


def report_verdicts(deals: Deals) -> list[Verdict]:
    began = process_time()
    verdicts = list(solve_many(deals))
    rate = len(deals) / (process_time() - began)
    print(f"in bulk     {rate:,.0f} verdicts/s over {len(deals):,} verdicts")
    print(f"one by one  {spread([timed(solve, *deal) for deal in deals])}")
    for rule in Rule:
        pairs = zip(deals, verdicts, strict=True)
        won = [verdict.winnable for (_, played), verdict in pairs if played is rule]
        print(f"can be won  {np.mean(won):.1%} in {rule.name.capitalize()}")
    return verdicts


def report_analysis(deals: Deals) -> None:
    print(f"every state {spread([timed(most_draws, *deal) for deal in deals])}")
    print(f"a line      {spread([timed(winning_line, *deal) for deal in deals])}")


def report_plain(deals: Deals, verdicts: Sequence[Verdict]) -> None:
    seconds, seen = [], 0
    for (deck, rule), verdict in zip(deals, verdicts, strict=False):
        search = PlainSearch(initial(deck, rule))
        began = process_time()
        found = search.draws_to_win()
        seconds.append(process_time() - began)
        seen += search.seen
        if found != verdict.min_draws:
            raise SystemExit(f"the two disagree on {deck}, {rule}: {found}, {verdict.min_draws}")
    print(f"plain       {spread(seconds)}, over {len(deals)} verdicts, all the same")
    print(f"            {seen / len(deals):,.0f} positions a verdict, {peak_mb():.0f} MB at most")


def timed(call: Callable[[Deck, Rule], object], deck: Deck, rule: Rule) -> float:
    """Return the seconds that one call takes."""
    began = process_time()
    call(deck, rule)
    return process_time() - began


def spread(seconds: Sequence[float]) -> str:
    """Tell the median, the 99th percentile and the worst, in milliseconds."""
    median, late, worst = 1000 * np.percentile(seconds, [50, 99, 100])
    return f"median {median:,.2f} ms, p99 {late:,.2f} ms, worst {worst:,.2f} ms"


def peak_mb() -> float:
    """Return the most memory this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
