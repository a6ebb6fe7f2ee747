"""Games to be examined after their end, and the page that shows what the solver found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import expect

from games.engine.actions import DRAW, Action, Kind
from games.engine.cards import card_name
from games.engine.codes import Rule
from games.engine.shuffle import deal_cards
from games.engine.state import State, apply, legal_actions, status_of
from games.solver.postmortem import alternatives, losing_move
from tests.browser.replays import Played, Replay
from tests.browser.tables import after, start_of
from tests.browser.visits import Visit

DECK = deal_cards(1)
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def forward(state: State) -> list[Action]:
    return [act for act in legal_actions(state) if act.kind in (Kind.TAKE, Kind.DRAW)]


def sloppy_win() -> tuple[Action, ...]:
    """Return a win of deal 1 that draws where it need not, each time it still can."""
    state, line = start_of(), list[Action]()
    while status_of(state).value != "won":
        still = alternatives(state)
        action = DRAW if DRAW in still and len(line) % 4 == 3 else still[0]
        state = apply(state, action)
        line.append(action)
    return tuple(line)


def stuck_game() -> tuple[Action, ...]:
    """Return a game of deal 1 that goes well for ten moves, then wrong, until it is stuck."""
    line, state = list[Action](), start_of()
    while moves := forward(state):
        still = alternatives(state)
        wrong = [action for action in moves if action not in still]
        action = still[0] if still and (len(line) < 10 or not wrong) else (wrong or moves)[0]
        state = apply(state, action)
        line.append(action)
    assert status_of(state).value == "stuck"
    return tuple(line)


WIN = sloppy_win()
STUCK = stuck_game()
LOSING = losing_move(DECK, Rule.EASY, STUCK) or 0


def name_of(action: Action, state: State) -> str:
    """Return what the page calls a move: the card, or drawing."""
    if action.slot is None:
        return "drawing"
    letters = card_name(state.deck[action.slot])
    return letters[0].replace("T", "10") + SUITS[letters[1]]


def either(names: Sequence[str]) -> str:
    if len(names) < 3:
        return " or ".join(names)
    return f"{', '.join(names[:-1])}, or {names[-1]}"


def losing_words(*, is_here: bool = False) -> str:
    """Return the sentence for the losing move, as the solver knows it."""
    state = after(STUCK[:LOSING])
    name = name_of(STUCK[LOSING], state)
    lost = name if name == "drawing" else f"taking {name}"
    others = either([name_of(action, state) for action in alternatives(state)])
    place = f"Here {lost}" if is_here else f"After move {LOSING}, {lost}"
    return f"{place} lost it; {others} still won"


def plain(text: str | None) -> str:
    """Return a text without the mark that asks for a suit's sign in black and white."""
    return " ".join((text or "").replace("\ufe0e", "").split())


class PostMortem(Replay):
    """The page of a replay with what the solver found out about it."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit)
        self.verdict = self.page.get_by_test_id("verdict")
        self.standing = self.page.get_by_test_id("standing")
        self.jump = self.page.get_by_test_id("jump-losing")
        self.best_line = self.page.get_by_test_id("best-line")
        self.to_game = self.page.get_by_test_id("to-game")
        self.sign = self.page.get_by_test_id("what-if-sign")
        self.plot = self.page.get_by_test_id("plot").locator("svg")

    def is_examined(self) -> PostMortem:
        """Wait until the analysis has come."""
        expect(self.verdict).not_to_be_empty()
        return self

    def marks(self, name: str) -> list[str]:
        """Return the slots, or the stock, that carry a mark."""
        script = """(name) => [...document.querySelectorAll(`#felt [${name}]`)].map(
            (element) => element.dataset.slot ?? element.id)"""
        return list(self.page.evaluate(script, name))


def examine(visit: Callable[..., Visit], played: Played, **options: Any) -> PostMortem:
    """Open the post-mortem of a game as the one who played it."""
    page = PostMortem(visit(extra_http_headers=played.headers, **options))
    page.open(played.path)
    return page.is_examined()
