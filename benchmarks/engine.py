"""What the rules cost: milliseconds a move over whole games, in plain Python.

Run `python -m benchmarks.engine [games]` from the project's root.
"""

import random
import sys
from collections.abc import Callable
from time import perf_counter

from games.engine.actions import RESIGN, UNDO, Action
from games.engine.codes import Rule
from games.engine.replay import replay
from games.engine.shuffle import deal_cards
from games.engine.state import apply, initial, legal_actions
from games.engine.view import View, view_of

MOST_MS_A_MOVE = 1.0


def played(number: int, rule: Rule, chance: random.Random) -> list[Action]:
    """Return the moves of a game that takes what fits, now and then undoing one."""
    state = initial(deal_cards(number), rule)
    actions: list[Action] = []
    while True:
        moves = [action for action in legal_actions(state) if action not in (UNDO, RESIGN)]
        if not moves:
            return actions
        undoes = state.previous is not None and chance.random() < 0.05
        action = UNDO if undoes else chance.choice(moves)
        state = apply(state, action)
        actions.append(action)


def timed(work: Callable[[], object]) -> float:
    """Return the milliseconds that some work takes."""
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def shown(number: int, rule: Rule, actions: list[Action]) -> View:
    """Play a game as the server does, each action checked, applied and shown; return the end."""
    state = initial(deal_cards(number), rule)
    for action in actions:
        state = apply(state, action)
        view_of(state)
    return view_of(state)


def main(games: int) -> int:
    """Print the figures; return 1 if a move costs more than it may."""
    chance = random.Random(1)
    logs = [
        (number, rule, played(number, rule, chance)) for number in range(games) for rule in Rule
    ]
    moves = sum(len(actions) for _, _, actions in logs)
    figures = {
        "choose and apply": timed(lambda: [played(n, rule, chance) for n, rule, _ in logs]),
        "apply and view": timed(lambda: [shown(*log) for log in logs]),
        "replay": timed(lambda: [replay(deal_cards(n), rule, log) for n, rule, log in logs]),
    }
    print(f"{len(logs)} games, {moves} moves")
    for name, milliseconds in figures.items():
        print(f"{name:>18}: {milliseconds / moves:.4f} ms a move")
    deals = timed(lambda: [deal_cards(number) for number in range(games)])
    print(f"{'deal':>18}: {deals / games:.4f} ms a deal")
    return int(max(figures.values()) / moves > MOST_MS_A_MOVE)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
