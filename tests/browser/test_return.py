"""Coming back: refresh, back and forward, a closed tab. The same game goes on."""

from __future__ import annotations

from playwright.sync_api import expect

from games.engine.actions import DRAW, TAKES, UNDO
from games.engine.codes import Rule, format_code
from tests.browser.tables import Table, after, start_of
from tests.browser.visits import Visit

MOVES = (TAKES[20], TAKES[23], DRAW, UNDO)


def seconds(table: Table) -> int:
    """Return what the clock shows."""
    minutes, rest = (table.page.get_by_test_id("clock").text_content() or "").split(":")
    return 60 * int(minutes) + int(rest)


def test_a_refresh_keeps_moves_and_clock(table: Table) -> None:
    table.deal()
    table.play(MOVES)
    table.until(lambda: seconds(table) >= 2, lambda: "the clock stands")
    table.page.reload()
    table.is_dealt()
    table.shows(after(MOVES))
    assert seconds(table) >= 2
    expect(table.page.get_by_test_id("attempt")).to_have_text("first attempt")


def test_the_clock_waits_for_the_first_move(table: Table) -> None:
    table.page.clock.install()
    table.deal()
    table.page.clock.run_for(5000)
    assert seconds(table) == 0
    table.play((TAKES[20],))
    table.shows(after((TAKES[20],)))
    table.page.clock.run_for(6000)
    assert seconds(table) >= 5


def test_back_and_forward_lead_from_game_to_game(table: Table) -> None:
    second = format_code(3, Rule.EASY)
    table.deal()
    table.play(MOVES)
    table.shows(after(MOVES))
    table.page.get_by_test_id("new-game").click()
    table.page.get_by_test_id("deal-given").check()
    table.page.get_by_test_id("deal-input").fill(second)
    table.page.get_by_test_id("deal-start").click()
    table.shows(start_of(3))
    table.play((DRAW,))
    table.shows(after((DRAW,), start_of(3)))
    table.page.go_back()
    table.shows(after(MOVES))
    table.page.go_forward()
    table.shows(after((DRAW,), start_of(3)))


def test_leaving_the_page_and_coming_back_goes_on(table: Table) -> None:
    table.deal()
    table.play(MOVES)
    table.shows(after(MOVES))
    table.page.get_by_test_id("nav-learn").click()
    expect(table.page.locator("h1")).to_be_visible()
    table.page.go_back()
    table.shows(after(MOVES))
    table.play((DRAW,))
    table.shows(after((*MOVES, DRAW)))


def test_a_closed_tab_loses_nothing(desk: Visit) -> None:
    table = desk.table().deal()
    table.play(MOVES)
    table.shows(after(MOVES))
    table.page.close()
    again = desk.table().open("/")
    again.shows(after(MOVES))
    expect(again.page.get_by_test_id("attempt")).to_have_text("first attempt")


def test_a_tab_closed_at_once_after_a_move_loses_nothing_that_was_stored(desk: Visit) -> None:
    table = desk.table().deal()
    table.play(MOVES[:1])
    table.shows(after(MOVES[:1]))
    table.page.close(run_before_unload=False)
    desk.table().open("/").shows(after(MOVES[:1]))
