"""What the table says: refusals, hints, runs, and the ends of a game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine.actions import DRAW, TAKES, UNDO, Action
from games.engine.cards import card_name
from games.engine.state import State, takes
from tests.browser.tables import Table, after, line_of, start_of, stuck_line_of
from tests.browser.visits import Visit

MOVING = "() => document.getAnimations().length"
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def settings_say(table: Table, name: str, *, on: bool) -> None:
    """Turn one of the switches in the settings."""
    table.page.get_by_test_id("settings").click()
    table.page.get_by_test_id(name).set_checked(on)
    table.page.keyboard.press("Escape")


def run_into_a_wall(table: Table) -> State:
    """Play deal 1 until nothing fits any more."""
    line = stuck_line_of()
    table.deal()
    table.play(line)
    state = after(line)
    table.shows(state)
    return state


def test_a_card_of_a_wrong_rank_trembles_and_the_line_says_why(table: Table) -> None:
    table.deal()
    table.card(18).click()
    expect(table.card(18)).to_have_attribute("data-refused", "")
    expect(table.status).to_have_text(
        re.compile("^3♠.? does not fit: on an ace goes a 2 or a king$")
    )
    expect(table.card(18)).not_to_have_attribute("data-refused", "")
    table.shows(start_of())


def test_a_covered_card_is_said_to_be_blocked(table: Table) -> None:
    table.deal()
    table.card(9).click()
    expect(table.status).to_have_text("This card is blocked: 2 cards still lie on it")
    table.play((TAKES[20],))
    table.card(10).click()
    expect(table.status).to_have_text("This card is blocked: 1 card still lies on it")
    table.shows(after((TAKES[20],)))


def test_error_help_can_be_switched_off(table: Table) -> None:
    table.deal()
    settings_say(table, "error-help", on=False)
    before = table.status.text_content()
    for slot in (18, 9):
        table.card(slot).click()
        expect(table.card(slot)).to_have_attribute("data-refused", "")
    expect(table.status).to_have_text(before or "")
    table.page.reload()
    table.is_dealt()
    table.card(18).click()
    expect(table.card(18)).to_have_attribute("data-refused", "")
    expect(table.status).not_to_contain_text("does not fit")


def test_an_empty_stock_says_so(table: Table) -> None:
    table.deal()
    table.play((DRAW,) * 23)
    table.shows(after((DRAW,) * 23))
    table.stock.click()
    expect(table.status).to_have_text("The stock is empty")
    expect(table.page.get_by_test_id("stock-count")).to_have_text("stock 0")


def test_nothing_to_take_back_says_so(table: Table) -> None:
    table.deal()
    expect(table.undo_button).to_be_disabled()
    table.page.keyboard.press("u")
    expect(table.status).to_have_text("There is nothing to take back")


def test_a_run_is_counted_with_what_it_brought_and_shown_when_it_ends(table: Table) -> None:
    table.deal()
    table.play((TAKES[20], TAKES[23], TAKES[22]))
    run = table.page.get_by_test_id("run")
    expect(run).to_have_text(re.compile(r"3\s*in a row\s*\+45"))
    table.play((DRAW,))
    expect(run).to_have_attribute("data-broken", "")
    expect(run).to_have_text(re.compile(r"3\s*in a row\s*\+45"))
    expect(run).to_have_text("")


def test_undo_takes_the_clean_mark_away(table: Table) -> None:
    table.deal()
    expect(table.page.get_by_test_id("clean")).to_have_text("no undo so far")
    table.play((TAKES[20], UNDO))
    expect(table.page.get_by_test_id("clean")).to_have_text("with undo")


def test_a_hint_points_at_a_card_that_fits(table: Table) -> None:
    table.deal()
    table.hint_button.click()
    expect(table.card(20)).to_have_attribute("data-hint", "")
    expect(table.status).to_have_text(re.compile("^K♣.? fits on A♣"))
    table.shows(start_of())


def test_a_hint_points_at_the_stock_when_nothing_fits(table: Table) -> None:
    table.deal()
    table.play(quiet := line_until_nothing_fits())
    table.shows(after(quiet))
    table.hint_button.click()
    expect(table.stock).to_have_attribute("data-hint", "")
    expect(table.status).to_have_text("Nothing fits: draw from the stock")


def line_until_nothing_fits() -> tuple[Action, ...]:
    """Return the first draws of deal 1 after which only the stock is left."""
    draws = next(count for count in range(1, 23) if not takes(after((DRAW,) * count)))
    return (DRAW,) * draws


def test_stuck_shows_what_lies_open_and_what_would_fit(table: Table) -> None:
    state = run_into_a_wall(table)
    expect(table.stuck).to_be_visible(timeout=1000)
    top = table.page.get_by_test_id("stuck-top").get_by_role("img")
    letter = card_name(state.waste)
    expect(top).to_have_accessible_name(re.compile(f"of {SUITS[letter[1]]}$"))
    expect(table.page.get_by_test_id("stuck-needs").locator(".chip")).to_have_count(2)
    open_cards = table.page.locator("#peaks [data-open]").count()
    expect(table.page.get_by_test_id("stuck-open").get_by_role("img")).to_have_count(open_cards)


def test_stuck_is_not_told_while_something_still_fits(table: Table) -> None:
    line = stuck_line_of(number := stuck_after_takes())
    table.page.clock.install()
    table.deal(f"{number}")
    table.play(line[:-1])
    table.shows(after(line[:-1], start_of(number)))
    table.page.clock.run_for(2000)
    expect(table.stuck).to_be_hidden()
    table.play(line[-1:])
    table.shows(after(line, start_of(number)))
    table.page.clock.run_for(1000)
    expect(table.stuck).to_be_visible()


def stuck_after_takes() -> int:
    """Return a deal that is stuck by a take, when the stock has long been empty."""
    return next(number for number in range(1, 200) if len(stuck_line_of(number)) > 24)


def test_stuck_offers_undo(table: Table) -> None:
    line = stuck_line_of()
    run_into_a_wall(table)
    table.page.get_by_test_id("stuck-undo").click()
    expect(table.stuck).to_be_hidden()
    table.shows(after((*line, UNDO)))


def test_stuck_offers_the_same_deal_again(table: Table) -> None:
    run_into_a_wall(table)
    table.page.get_by_test_id("stuck-same-deal").click()
    expect(table.stuck).to_be_hidden()
    table.shows(start_of())
    expect(table.page.get_by_test_id("attempt")).to_have_text("attempt 2")


def test_stuck_offers_a_new_deal(table: Table) -> None:
    run_into_a_wall(table)
    code = table.page.get_by_test_id("deal-code")
    old = code.text_content()
    table.page.get_by_test_id("stuck-new-deal").click()
    expect(table.stuck).to_be_hidden()
    expect(code).not_to_have_text(old or "")
    expect(table.page.get_by_test_id("attempt")).to_have_text("first attempt")


def test_a_win_tells_what_was_drawn_and_what_is_left(table: Table) -> None:
    table.deal()
    table.play(line_of())
    expect(table.won).to_be_visible()
    drawn = line_of().count(DRAW)
    facts = table.page.get_by_test_id("won-facts").text_content() or ""
    moves, left = map(int, re.findall(r"(\d+) (?:moves|cards left)", facts))
    assert (moves - 28) + left == drawn + left == 23


def test_a_win_with_undo_is_said_not_to_be_on_the_board(table: Table) -> None:
    table.deal()
    table.play((DRAW, UNDO, *line_of()))
    expect(table.won).to_be_visible()
    expect(table.page.get_by_test_id("won-place")).to_contain_text("boards list wins without undo")
    expect(table.page.get_by_test_id("won-sign-up")).to_be_hidden()


def test_a_win_leads_to_the_same_deal_and_to_another(table: Table) -> None:
    table.deal()
    table.play(line_of())
    table.page.get_by_test_id("won-same-deal").click()
    expect(table.won).to_be_hidden()
    table.shows(start_of())
    race = table.page.get_by_test_id("race-this-deal")
    expect(race).to_have_attribute("href", "/races/?deal=TP1-E-AAAAAAB")


@pytest.mark.parametrize("motion", ["system", "page"])
def test_without_motion_a_whole_game_is_played(visit: Callable[..., Visit], motion: str) -> None:
    table = visit(reduced_motion="reduce" if motion == "system" else "no-preference").table()
    table.deal()
    if motion == "page":
        table.page.get_by_test_id("settings").click()
        table.page.locator('[name="motion"][value="off"]').check()
        table.page.keyboard.press("Escape")
        table.is_at_rest()
    for action in line_of():
        table.play((action,))
        assert table.page.evaluate(MOVING) == 0
    expect(table.felt).to_have_attribute("data-won", "")
    assert table.page.evaluate(MOVING) == 0
    table.shows(after(line_of()))


def test_the_page_moves_where_the_system_would_not(visit: Callable[..., Visit]) -> None:
    table = visit(reduced_motion="reduce").table().deal()
    table.page.get_by_test_id("settings").click()
    table.page.locator('[name="motion"][value="on"]').check()
    table.page.keyboard.press("Escape")
    table.play((TAKES[20],))
    assert table.page.evaluate(MOVING) > 0
