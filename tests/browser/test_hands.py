"""Hands on the table: mouse, touch and keyboard, however fast."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine.actions import DRAW, TAKES, UNDO
from games.engine.codes import Rule, format_code
from games.engine.state import apply
from tests.browser.tables import Table, after, line_of, start_of, takes_in_a_row
from tests.browser.visits import PHONE, PHONE_LYING, Visit

# Notes when each press reached the page, in its own milliseconds.
NOTE_PRESSES = """() => {
  window.presses = [];
  addEventListener("pointerdown", (event) => presses.push(event.timeStamp), { capture: true });
}"""
PACE_MS = 45


def test_a_deal_is_won_by_clicking(table: Table) -> None:
    table.deal()
    table.click(line_of())
    table.shows(after(line_of()))
    expect(table.won).to_be_visible()


def test_a_deal_is_won_as_fast_as_a_hand_can_click(table: Table) -> None:
    table.deal()
    table.play(line_of())
    table.shows(after(line_of()))
    expect(table.won).to_be_visible()


@pytest.mark.parametrize("phone", [PHONE, PHONE_LYING], ids=["upright", "lying"])
def test_a_deal_is_won_by_touch(visit: Callable[..., Visit], phone: dict[str, object]) -> None:
    table = visit(**phone).table().deal()
    table.tap(line_of())
    table.shows(after(line_of()))
    expect(table.won).to_be_visible()


def test_a_deal_is_won_by_keyboard_alone(table: Table) -> None:
    table.deal()
    table.press(line_of())
    table.shows(after(line_of()))
    expect(table.won).to_be_visible()
    expect(table.page.get_by_test_id("won-sign-up")).to_be_focused()


def test_undo_by_key_takes_back_and_is_marked(table: Table) -> None:
    actions = (TAKES[20], DRAW, UNDO, UNDO)
    table.deal()
    table.press(actions)
    table.shows(after(actions))


def test_twelve_fast_clicks_are_applied_in_order(table: Table) -> None:
    number, line = takes_in_a_row(12)
    table.deal(format_code(number, Rule.EASY))
    places = [table.centre(action) for action in line]
    table.page.evaluate(NOTE_PRESSES)
    for x, y in places:
        table.page.mouse.click(x, y, delay=PACE_MS)
    presses = table.page.evaluate("() => presses")
    assert len(presses) == 12
    table.shows(after(line, start_of(number)))


def test_fast_taps_on_neighbours_take_two_cards(visit: Callable[..., Visit]) -> None:
    table = visit(**PHONE).table().deal()
    first, second = TAKES[22], TAKES[18]  # 2♦ on the ace, 3♠ on the two
    places = [table.centre(first), table.centre(second)]
    for x, y in places:
        table.page.touchscreen.tap(x, y)
    table.shows(after((first, second)))
    assert table.page.evaluate("() => visualViewport.scale") == 1


def test_two_quick_taps_on_the_stock_draw_two(visit: Callable[..., Visit]) -> None:
    table = visit(**PHONE).table().deal()
    place = table.centre(DRAW)
    for _ in range(2):
        table.page.touchscreen.tap(*place)
    table.shows(after((DRAW, DRAW)))
    assert table.page.evaluate("() => [visualViewport.scale, String(getSelection())]") == [1, ""]


def test_a_double_click_takes_one_card_once(table: Table) -> None:
    table.deal()
    table.card(20).dblclick()
    state = apply(start_of(), TAKES[20])
    table.shows(state)


def test_a_long_press_on_the_stock_draws_once(table: Table) -> None:
    table.deal()
    table.stock.click(delay=1200)
    table.shows(after((DRAW,)))


def test_a_card_that_was_just_taken_back_can_be_taken_at_once(table: Table) -> None:
    table.deal()
    place = table.centre(TAKES[20])
    table.play((TAKES[20], UNDO))
    table.page.mouse.click(*place)
    table.shows(after((TAKES[20], UNDO, TAKES[20])))
