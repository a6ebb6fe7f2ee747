"""Whether a game can still be won, asked during play: a switch for one game, said beforehand."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from games.engine.actions import DRAW
from games.engine.codes import Rule, format_code
from games.solver.postmortem import outlooks
from tests.browser.postmortems import DECK, LOSING, STUCK, WIN
from tests.browser.tables import Table, after, start_of
from tests.browser.visits import Visit


def turn_chance(page: Page, *, on: bool) -> None:
    page.get_by_test_id("settings").click()
    page.get_by_test_id("chance").set_checked(on)
    page.keyboard.press("Escape")


def look(page: Page) -> None:
    """Turn the switch on and say yes to what it says beforehand."""
    page.get_by_test_id("settings").click()
    page.get_by_test_id("chance").click()
    expect(page.get_by_test_id("chance-dialog")).to_contain_text("makes this attempt assisted")
    page.get_by_test_id("chance-yes").click()


def test_the_switch_is_off_and_says_beforehand_what_looking_costs(table: Table) -> None:
    table.deal()
    sign, clean = table.page.get_by_test_id("chance-sign"), table.page.get_by_test_id("clean")
    table.play(STUCK[:2])
    table.shows(after(STUCK[:2]))
    expect(sign).to_be_hidden()
    table.page.get_by_test_id("settings").click()
    expect(table.page.get_by_test_id("chance")).not_to_be_checked()
    table.page.get_by_test_id("chance").click()
    table.page.get_by_test_id("chance-no").click()
    expect(clean).to_have_text("no undo so far")
    table.page.get_by_test_id("settings").click()
    expect(table.page.get_by_test_id("chance")).not_to_be_checked()
    table.page.keyboard.press("Escape")
    look(table.page)
    expect(clean).to_have_text("assisted")
    expect(sign).to_have_text("Still winnable")


def test_after_each_move_it_says_whether_the_game_can_still_be_won(table: Table) -> None:
    table.deal()
    look(table.page)
    sign = table.page.get_by_test_id("chance-sign")
    found = outlooks(DECK, Rule.EASY, STUCK)
    table.is_at_rest()
    felt = table.felt.bounding_box()
    place = None
    for seq, action in enumerate(STUCK[: LOSING + 2]):
        table.play((action,))
        expect(sign).not_to_have_attribute("data-old", "")
        expect(sign).to_have_text(
            "Still winnable" if found[seq + 1].is_winnable else "Lost from here"
        )
        place = place or sign.bounding_box()
        assert sign.bounding_box() == place
    assert table.felt.bounding_box() == felt
    table.undo_button.click()
    table.undo_button.click()
    expect(sign).to_have_text("Still winnable")


def test_it_holds_for_one_game_and_outlives_a_reload(table: Table) -> None:
    table.deal()
    look(table.page)
    sign = table.page.get_by_test_id("chance-sign")
    table.play(STUCK[:1])
    expect(sign).to_have_text("Still winnable")
    table.page.reload()
    table.is_dealt()
    expect(sign).to_have_text("Still winnable")
    expect(table.page.get_by_test_id("clean")).to_have_text("assisted")
    turn_chance(table.page, on=False)
    expect(sign).to_be_hidden()
    expect(table.page.get_by_test_id("clean")).to_have_text("assisted")
    turn_chance(table.page, on=True)
    expect(sign).to_be_visible()
    table.page.get_by_test_id("same-deal").click()
    table.shows(start_of())
    expect(sign).to_be_hidden()
    expect(table.page.get_by_test_id("clean")).to_have_text("no undo so far")
    table.page.get_by_test_id("settings").click()
    expect(table.page.get_by_test_id("chance")).not_to_be_checked()


def test_an_assisted_win_says_why_it_has_no_place(table: Table) -> None:
    table.deal()
    look(table.page)
    table.play(WIN)
    expect(table.won).to_be_visible()
    expect(table.page.get_by_test_id("won-place")).to_contain_text("assisted")
    expect(table.page.get_by_test_id("won-sign-up")).to_be_hidden()
    table.page.get_by_test_id("won-post-mortem").click()
    expect(table.page.get_by_test_id("gaps")).to_be_visible()


def test_a_race_has_no_such_switch(desk: Visit) -> None:
    page = desk.page()
    page.goto("/races/")
    page.get_by_test_id("race-create").click()
    expect(page.get_by_test_id("lobby")).to_be_visible()
    page.get_by_test_id("settings").click()
    expect(page.get_by_test_id("four-colours")).to_be_visible()
    expect(page.get_by_test_id("chance")).to_have_count(0)


def test_who_gives_up_is_shown_the_way_to_the_post_mortem(table: Table) -> None:
    table.deal(format_code(2, Rule.EASY))
    table.play((DRAW,))
    table.page.get_by_test_id("give-up").click()
    table.page.get_by_test_id("give-up-yes").click()
    expect(table.page.get_by_test_id("resigned-facts")).to_have_text(
        "You ended it with 28 cards left on the peaks."
    )
    table.page.get_by_test_id("resigned-post-mortem").click()
    expect(table.page.get_by_test_id("verdict")).not_to_be_empty()
