"""Slow, cut and dead lines: the table answers at once, says what is wrong, and is soon in step."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from games.engine.actions import DRAW, TAKES, UNDO
from tests.browser.tables import Table, after, line_of
from tests.browser.visits import Visit
from tests.browser.wires import Wire
from tests.services.server import MakeServer

KING, TWO = TAKES[20], TAKES[22]
# Notes whether a card had left its place in the first picture drawn after the press.
NOTE_LEAVING = """(slot) => {
  const card = document.querySelector(`#peaks [data-slot="${slot}"]`);
  const look = () => (window.hasLeft = getComputedStyle(card).visibility === "hidden");
  addEventListener("pointerdown", () => requestAnimationFrame(look), { capture: true, once: true });
}"""
# What a browser logs about a line that a test broke.
BROKEN_LINE = ("WebSocket", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED")


@pytest.fixture
def wired(desk: Visit) -> tuple[Table, Wire]:
    """Return deal 1 at a desk, and its line."""
    desk.watch.forgive(*BROKEN_LINE)
    table = desk.table()
    wire = Wire(table.page)
    return table.deal(), wire


def test_a_card_leaves_its_place_before_the_server_answers(wired: tuple[Table, Wire]) -> None:
    table, wire = wired
    table.page.evaluate(NOTE_LEAVING, 20)
    wire.hold()
    table.play((KING,))
    expect(table.card(20)).to_be_hidden()
    expect(table.waste).to_have_attribute("data-card", "KC")
    table.until(lambda: wire.answers_waiting == 1, lambda: f"{wire.answers_waiting} answers wait")
    assert table.page.evaluate("() => hasLeft")
    wire.release()
    table.shows(after((KING,)))


def test_taps_on_a_slow_line_are_all_applied_in_order(wired: tuple[Table, Wire]) -> None:
    table, wire = wired
    line = line_of()[:8]
    wire.hold()
    table.play(line)
    wire.release()
    table.shows(after(line))


def test_a_late_answer_does_not_wipe_out_why_a_later_tap_was_refused(
    wired: tuple[Table, Wire],
) -> None:
    table, wire = wired
    wire.hold()
    table.play((KING, TAKES[18]))
    expect(table.status).to_contain_text("does not fit: on a king goes an ace or a queen")
    table.until(lambda: wire.answers_waiting == 2, lambda: f"{wire.answers_waiting} answers wait")
    wire.release()
    table.shows(after((KING,)))
    expect(table.status).to_contain_text("does not fit: on a king goes an ace or a queen")


def test_a_cut_line_is_told_and_comes_back_by_itself(wired: tuple[Table, Wire]) -> None:
    table, wire = wired
    table.play((KING,))
    table.shows(after((KING,)))
    wire.cut()
    expect(table.banner).to_be_visible()
    expect(table.banner).to_contain_text("Connection lost")
    wire.mend()
    expect(table.banner).to_be_hidden()
    table.play((DRAW,))
    table.shows(after((KING, DRAW)))


def test_a_tap_while_the_line_is_cut_is_applied_once(wired: tuple[Table, Wire]) -> None:
    table, wire = wired
    wire.cut()
    expect(table.banner).to_be_visible()
    table.play((KING,))
    expect(table.card(20)).to_be_hidden()
    wire.mend()
    table.shows(after((KING,)))
    assert wire.takes() == [(0, 20)]


def test_a_move_whose_answer_was_lost_is_applied_exactly_once(wired: tuple[Table, Wire]) -> None:
    table, wire = wired
    wire.hold()
    table.play((KING,))
    table.until(lambda: wire.answers_waiting == 1, lambda: "the move was not answered")
    wire.cut()
    wire.mend()
    table.shows(after((KING,)))
    table.play((UNDO, TWO))
    table.shows(after((KING, UNDO, TWO)))


def test_without_a_network_the_page_says_so(wired: tuple[Table, Wire], desk: Visit) -> None:
    table, wire = wired
    desk.context.set_offline(True)
    wire.cut()
    expect(table.banner).to_contain_text("You are offline")
    table.play((KING,))
    wire.mend()
    desk.context.set_offline(False)
    expect(table.banner).to_be_hidden()
    table.shows(after((KING,)))


def test_a_dead_line_is_noticed_within_fifteen_seconds(desk: Visit) -> None:
    desk.watch.forgive(*BROKEN_LINE)
    table = desk.table()
    wire = Wire(table.page)
    table.page.clock.install()
    table.deal()
    wire.die()
    table.page.clock.run_for(15_000)
    expect(table.banner).to_be_visible()
    wire.mend()
    table.page.clock.run_for(10_000)
    expect(table.banner).to_be_hidden()


def test_the_banner_offers_to_try_at_once(desk: Visit) -> None:
    desk.watch.forgive(*BROKEN_LINE)
    table = desk.table()
    wire = Wire(table.page)
    table.page.clock.install()
    table.deal()
    # From here on no timer of the page runs: nothing but the button brings the line back.
    table.page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=1))
    wire.cut()
    expect(table.banner).to_be_visible()
    wire.mend()
    table.page.get_by_test_id("retry").click()
    expect(table.banner).to_be_hidden()


def test_a_page_that_wakes_up_is_in_step_at_once(wired: tuple[Table, Wire], desk: Visit) -> None:
    table, wire = wired
    wire.die()
    other = desk.table().open()
    other.play((KING, DRAW))
    other.shows(after((KING, DRAW)))
    wire.mend()
    table.page.evaluate("() => dispatchEvent(new Event('online'))")
    table.shows(after((KING, DRAW)))


def test_a_win_that_is_not_stored_is_not_told_as_one(wired: tuple[Table, Wire]) -> None:
    table, wire = wired
    line = line_of()
    table.play(line[:-1])
    table.shows(after(line[:-1]))
    wire.cut()
    table.play(line[-1:])
    expect(table.banner).to_contain_text("1 move is not saved yet")
    expect(table.won).to_be_hidden()
    wire.mend()
    expect(table.won).to_be_visible()
    table.shows(after(line))


def test_two_tabs_of_one_game_stay_in_step(desk: Visit) -> None:
    first, second = desk.table().deal(), desk.table().open()
    first.play((KING,))
    second.shows(after((KING,)))
    second.play((DRAW, UNDO))
    first.shows(after((KING, DRAW, UNDO)))


def test_a_tab_that_fell_behind_is_told_and_set_right(
    wired: tuple[Table, Wire], desk: Visit
) -> None:
    table, wire = wired
    other = desk.table().open()
    wire.hold()
    other.play((DRAW,))
    other.shows(after((DRAW,)))
    table.play((KING,))
    wire.release()
    table.shows(after((DRAW,)))
    expect(table.status).to_contain_text("moved on elsewhere")


def test_a_killed_server_comes_back_and_so_does_the_page(
    server: MakeServer, sqlite_url: str, visit: Callable[..., Visit]
) -> None:
    killed = server(sqlite_url)
    visitor = visit(url=killed.url)
    visitor.watch.forgive(*BROKEN_LINE)
    table = visitor.table().deal()
    table.play((KING, DRAW))
    table.shows(after((KING, DRAW)))
    killed.kill()
    expect(table.banner).to_be_visible()
    table.undo_button.click()
    server(sqlite_url, port=killed.port)
    expect(table.banner).to_be_hidden(timeout=20_000)
    table.shows(after((KING, DRAW, UNDO)))


def test_a_result_that_comes_on_the_heels_of_the_win_stays(desk: Visit) -> None:
    table = desk.table()
    table.page.add_init_script(
        "const soon = setTimeout;"
        "window.setTimeout = (then, after = 500, ...rest) => soon(then, after, ...rest);"
    )
    table.deal()
    table.play((DRAW, UNDO, *line_of()))
    expect(table.won).to_be_visible()
    expect(table.page.get_by_test_id("won-place")).to_contain_text("boards list wins without undo")
