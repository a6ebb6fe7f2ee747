"""The table's page as a player sees and handles it; tests speak to this, not to its elements."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from games.engine.actions import DRAW, TAKES, UNDO, Action, Kind
from games.engine.codes import Rule, format_code
from games.engine.shuffle import deal_cards
from games.engine.state import State, apply, initial, legal_actions, takes
from games.engine.view import view_of
from games.solver.analysis import winning_line

FIRST_DEAL = format_code(1, Rule.EASY)

# What the page shows of a game, in the form of `wanted`.
SEEN = """() => {
  const number = (name) => Number(
    document.querySelector(`[data-show="${name}"]`).textContent.replace("−", "-").replace(",", ""),
  );
  const cards = [...document.querySelectorAll("#peaks .card")];
  return JSON.stringify({
    tableau: cards.map((card) => (card.dataset.state === "gone" ? null : card.dataset.card)),
    waste: document.getElementById("waste").dataset.card,
    stock: Number(document.getElementById("stock").dataset.count),
    takes: cards.filter((card) => "fits" in card.dataset).map((card) => Number(card.dataset.slot)),
    scores: ["points", "combo", "streak", "cards_left"].map(number),
    clean: document.querySelector(".clean-mark").dataset.clean,
  });
}"""

# The keys that lead from the focus towards a card: the arrow of the longer way, that of the other
# way, and the one that steps through all open cards; none when it is there.
KEYS = """(slot) => {
  const target = document.querySelector(`#peaks [data-slot="${slot}"]`);
  const here = document.activeElement;
  if (here === target) return [];
  if (!here.closest("#felt")) return ["ArrowRight"];
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [fromX, fromY] = middle(here.getBoundingClientRect());
  const [toX, toY] = middle(target.getBoundingClientRect());
  const [dx, dy] = [toX - fromX, toY - fromY];
  const across = dx > 0 ? "ArrowRight" : "ArrowLeft";
  const along = dy > 0 ? "ArrowDown" : "ArrowUp";
  const arrows = Math.abs(dx) > Math.abs(dy) ? [across, along] : [along, across];
  const isAhead = here.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
  return [...arrows, isAhead ? "Tab" : "Shift+Tab"];
}"""

MOVING = """() => document.getAnimations()
  .filter(({ effect }) => effect.target.closest(".table")).length"""
# The middles of all that a hand touches, by slot and by kind of action.
PLACES = """() => {
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const places = {};
  for (const card of document.querySelectorAll("#peaks [data-slot]")) {
    places[card.dataset.slot] = middle(card.getBoundingClientRect());
  }
  for (const [name, id] of [["draw", "stock"], ["undo", "undo"]]) {
    places[name] = middle(document.getElementById(id).getBoundingClientRect());
  }
  return places;
}"""


def start_of(number: int = 1, rule: Rule = Rule.EASY) -> State:
    """Return a dealt table."""
    return initial(deal_cards(number), rule)


def line_of(number: int = 1, rule: Rule = Rule.EASY) -> tuple[Action, ...]:
    """Return the win of a deal with the fewest draws."""
    line = winning_line(deal_cards(number), rule)
    assert line is not None, f"deal {number} cannot be won"
    return line


def stuck_line_of(number: int = 1, rule: Rule = Rule.EASY) -> tuple[Action, ...]:
    """Return a game that draws the whole stock first and then takes what fits."""
    state, line = start_of(number, rule), []
    while legal := [action for action in legal_actions(state) if action.kind is Kind.DRAW] or [
        TAKES[slot] for slot in takes(state)
    ]:
        line.append(legal[0])
        state = apply(state, legal[0])
    return tuple(line)


def takes_in_a_row(count: int) -> tuple[int, tuple[Action, ...]]:
    """Return a deal that allows so many takes from its start, and those takes."""
    for number in range(1, 2000):
        line = _takes(start_of(number), count)
        if line is not None:
            return number, line
    raise AssertionError(f"no deal allows {count} takes in a row")


def _takes(state: State, count: int) -> tuple[Action, ...] | None:
    if count == 0:
        return ()
    for slot in takes(state):
        rest = _takes(apply(state, TAKES[slot]), count - 1)
        if rest is not None:
            return (TAKES[slot], *rest)
    return None


def after(actions: Iterable[Action], state: State | None = None) -> State:
    """Return the state after these actions, from deal 1's start unless another is given."""
    state = state or start_of()
    for action in actions:
        state = apply(state, action)
    return state


def wanted(state: State) -> str:
    """Return what the page has to show of a state."""
    view = view_of(state)
    scores = view.scores
    return json.dumps(
        {
            "tableau": view.tableau,
            "waste": view.waste,
            "stock": view.stock,
            "takes": view.takes,
            "scores": [scores.points, scores.combo, scores.streak, scores.cards_left],
            "clean": "no" if view.undo_used else "yes",
        },
        separators=(",", ":"),
    )


class Table:
    """One page with a table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.felt = page.get_by_test_id("felt")
        self.stock = page.get_by_test_id("stock")
        self.waste = page.get_by_test_id("waste")
        self.status = page.get_by_test_id("status")
        self.banner = page.get_by_test_id("banner")
        self.stuck = page.get_by_test_id("stuck-panel")
        self.won = page.get_by_test_id("won-panel")
        self.undo_button = page.get_by_test_id("undo")
        self.hint_button = page.get_by_test_id("hint")

    def open(self, path: str = "/") -> Table:
        """Go to a page with a table and wait until it is dealt."""
        self.page.goto(path)
        self.is_dealt()
        return self

    def deal(self, code: str = FIRST_DEAL) -> Table:
        """Open a deal by its link."""
        return self.open(f"/?deal={code}")

    def is_dealt(self) -> None:
        """Wait until the cards lie on the table, and lie still."""
        expect(self.waste).to_have_attribute("data-card", re.compile("."))
        self.is_at_rest()

    def card(self, slot: int) -> Locator:
        """Return the card at a slot."""
        return self.page.locator(f'#peaks [data-slot="{slot}"]')

    def target(self, action: Action) -> Locator:
        """Return what a hand touches for a take, a draw or an undo."""
        if action == DRAW:
            return self.stock
        if action == UNDO:
            return self.undo_button
        assert action.slot is not None
        return self.card(action.slot)

    def click(self, actions: Iterable[Action]) -> None:
        """Click one after the other, each when it lies still and nothing is in its way."""
        for action in actions:
            self.target(action).click()

    def play(self, actions: Iterable[Action]) -> None:
        """Click one after the other without waiting for anything, as a fast hand does."""
        self.is_at_rest()
        places = self.page.evaluate(PLACES)
        for action in actions:
            name = str(action.slot) if action.slot is not None else action.kind.value
            self.page.mouse.click(*places[name])

    def tap(self, actions: Iterable[Action]) -> None:
        """Touch one after the other."""
        for action in actions:
            self.target(action).tap()

    def is_at_rest(self) -> None:
        """Wait until nothing on the table moves."""
        self.until(
            lambda: self.page.evaluate(MOVING) == 0,
            lambda: "something moves for ever",
        )

    def centre(self, action: Action) -> tuple[float, float]:
        """Return the middle of what a hand touches when it lies still, in points of the window."""
        self.is_at_rest()
        box = self.target(action).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def walk(self, slot: int) -> None:
        """Move the focus to a card by keys: arrows while they lead nearer, else step by step."""
        tried: set[tuple[str, str]] = set()
        for _ in range(200):
            keys = self.page.evaluate(KEYS, slot)
            if not keys:
                return
            here = self.focused()
            key = next((key for key in keys if (here, key) not in tried), keys[-1])
            tried.add((here, key))
            self.page.keyboard.press(key)
        raise AssertionError(f"no key leads to slot {slot}")

    def focused(self) -> str:
        """Return the slot that has the focus, or the id of what else has it."""
        name = "() => document.activeElement.dataset.slot ?? document.activeElement.id"
        return str(self.page.evaluate(name))

    def press(self, actions: Iterable[Action]) -> None:
        """Play one after the other by keyboard."""
        for action in actions:
            if action == DRAW:
                self.page.keyboard.press("d")
            elif action == UNDO:
                self.page.keyboard.press("u")
            elif action.slot is not None:
                self.walk(action.slot)
                self.page.keyboard.press("Enter")

    def shows(self, state: State) -> None:
        """Wait until the page shows exactly this state."""
        want = wanted(state)
        self.until(lambda: self.seen() == json.loads(want), lambda: f"{self.seen()} is not {want}")

    def seen(self) -> Any:
        """Return what the page shows now."""
        return json.loads(self.page.evaluate(SEEN))

    def until(
        self, is_true: Callable[[], bool], told: Callable[[], str], *, seconds: float = 10
    ) -> None:
        """Ask again, a frame of the page later each time, until something is true."""
        for _ in range(int(seconds * 60)):
            try:
                if is_true():
                    return
                self.page.evaluate("() => new Promise(requestAnimationFrame)")
            except Error as error:
                # The page is on its way to another address.
                if "Execution context was destroyed" not in error.message:
                    raise
        raise AssertionError(told())
