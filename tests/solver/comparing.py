"""The solver held against the plain searches, which share no idea with it.

Each function compares what it is given and returns the verdicts, so that a test can see that
both kinds were among them.
"""

from collections.abc import Iterable

from benchmarks.plain_search import PlainCombo, PlainSearch, PlainWin
from games.engine.cards import Deck
from games.engine.codes import Rule
from games.engine.state import State, initial
from games.solver.analysis import analyse, still_winnable
from games.solver.combo import best_combo
from games.solver.oracle import solve

Deals = Iterable[tuple[Deck, Rule]]


def compare_winnable(deals: Deals) -> list[bool]:
    """Compare whether deals can be won."""
    verdicts = []
    for deck, rule in deals:
        verdicts.append(solve(deck, rule).winnable)
        assert verdicts[-1] == PlainWin(initial(deck, rule)).is_winnable(), (deck, rule)
    return verdicts


def compare_positions(states: Iterable[State]) -> list[bool]:
    """Compare whether positions can be won, by both ways of asking."""
    verdicts = []
    for state in states:
        verdicts.append(still_winnable(state))
        assert verdicts[-1] == analyse(state.deck, state.rule).is_winnable(state), state
        assert verdicts[-1] == PlainWin(state).is_winnable(), state
    return verdicts


def compare_draws(deals: Deals) -> list[bool]:
    """Compare the fewest draws of deals."""
    verdicts = []
    for deck, rule in deals:
        fewest = solve(deck, rule).min_draws
        verdicts.append(fewest is not None)
        assert fewest == PlainSearch(initial(deck, rule)).draws_to_win(), (deck, rule)
    return verdicts


def compare_combo(deals: Deals) -> list[bool]:
    """Compare the most `combo` points of deals."""
    verdicts = []
    for deck, rule in deals:
        most = best_combo(deck, rule)
        verdicts.append(most is not None)
        assert most == PlainCombo(initial(deck, rule)).to_come(), (deck, rule)
    return verdicts


def compare_what_is_to_come(states: Iterable[State]) -> list[bool]:
    """Compare how positions can still end at best: how much stock is left, and `combo`."""
    verdicts = []
    for state in states:
        about = analyse(state.deck, state.rule)
        draws, gains = PlainSearch(state).draws_to_win(), PlainCombo(state).to_come()
        verdicts.append(draws is not None)
        left = None if draws is None else 23 - state.drawn - draws
        assert about.stock_left(state) == left, state
        assert about.best_combo(state) == (None if gains is None else state.combo + gains), state
    return verdicts
