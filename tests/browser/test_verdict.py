"""Looking at a deal's verdict, asking for a grade, and deals that cannot be won, in a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine.codes import Rule, parse_code
from games.engine.shuffle import deal_cards
from games.solver.difficulty import difficulty, grade_of
from tests.browser.measures import is_wider_than_the_window
from tests.browser.tables import FIRST_DEAL, Table, line_of, start_of
from tests.browser.test_newgame import ask_for
from tests.browser.visits import PHONE, Visit

# Winnable in Easy and not in Classic.
HALF_LOST = "TP1-E-AAAAAAD"
SHOWN = {
    "winnable-E": "yes",
    "winnable-C": "no",
    "draws-E": "15",
    "draws-C": "–",
    "points-E": "757",
    "combo-E": "1050",
    "grade-E": "tough",
    "grade-C": "–",
}
DIALOG = "new-game-dialog"


def look(page: Page, code: str) -> None:
    page.goto(f"/deals/{code}/")
    page.get_by_test_id("show-verdict").click()
    expect(page.get_by_test_id("verdict")).to_be_visible()


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_the_verdict_shows_after_what_it_costs_was_said(
    visit: Callable[..., Visit], size: dict[str, object]
) -> None:
    page = visit(**size).page()
    page.goto(f"/deals/{HALF_LOST}/")
    expect(page.get_by_test_id("look-warning")).to_contain_text("never rank")
    expect(page.get_by_test_id("verdict")).to_have_count(0)
    page.get_by_test_id("show-verdict").click()
    for name, text in SHOWN.items():
        expect(page.get_by_test_id(name)).to_have_text(text)
    expect(page.get_by_test_id("share-E")).to_contain_text("20 % of 200 tries")
    expect(page.get_by_test_id("assisted-note")).to_be_visible()
    expect(page.locator("#solver-title")).to_be_focused()
    assert not is_wider_than_the_window(page)


def test_who_has_looked_sees_it_again_and_plays_assisted(desk: Visit) -> None:
    table = desk.table()
    look(table.page, HALF_LOST)
    table.page.reload()
    expect(table.page.get_by_test_id("verdict")).to_be_visible()
    table.page.get_by_test_id("play-deal").click()
    table.is_dealt()
    expect(table.page.get_by_test_id("clean")).to_have_text("assisted")
    table.page.reload()
    expect(table.page.get_by_test_id("clean")).to_have_text("assisted")
    table.deal()
    expect(table.page.get_by_test_id("clean")).to_have_text("no undo so far")


def test_an_assisted_win_says_that_it_is_not_on_the_board(desk: Visit) -> None:
    table = desk.table()
    look(table.page, FIRST_DEAL)
    table.deal()
    table.play(line_of())
    expect(table.won).to_contain_text("Not on the board")
    table.page.goto(f"/deals/{FIRST_DEAL}/")
    expect(table.page.get_by_test_id("my-attempts")).to_contain_text("won, assisted")


def test_who_has_finished_a_deal_sees_its_verdict_at_once(desk: Visit) -> None:
    table = desk.table().deal()
    table.play(line_of())
    expect(table.won).to_be_visible()
    table.page.goto(f"/deals/{FIRST_DEAL}/")
    expect(table.page.get_by_test_id("points-E")).to_have_text("759")
    expect(table.page.get_by_test_id("assisted-note")).to_have_count(0)
    table.page.get_by_test_id("how-we-know").click()
    expect(table.page.get_by_role("heading", level=1)).to_have_text("How we know")


def test_a_random_deal_has_the_grade_that_was_asked_for(table: Table) -> None:
    table.deal()
    table.page.get_by_test_id("new-game").click()
    table.page.get_by_test_id("rule-classic").check()
    choice = table.page.get_by_test_id("grade-choice")
    expect(choice).to_contain_text("however hard", use_inner_text=True)
    table.page.get_by_test_id("grade-gentle").check()
    expect(choice).to_contain_text("at least 75 tries in 100", use_inner_text=True)
    expect(choice).not_to_contain_text("however hard", use_inner_text=True)
    table.page.get_by_test_id("deal-start").click()
    expect(table.page.get_by_test_id("deal-code")).to_have_text(re.compile("^TP1-C-"))
    code = table.page.get_by_test_id("deal-code").inner_text()
    assert grade_of(difficulty(deal_cards(parse_code(code).number), Rule.CLASSIC)) == "gentle"


def test_a_deal_by_number_asks_for_no_grade(table: Table) -> None:
    table.deal()
    table.page.get_by_test_id("new-game").click()
    expect(table.page.get_by_test_id("grade-choice")).to_be_visible()
    expect(table.page.get_by_test_id("deal-input")).to_be_hidden()
    table.page.get_by_test_id("deal-given").check()
    expect(table.page.get_by_test_id("deal-input")).to_be_focused()
    expect(table.page.get_by_test_id("grade-choice")).to_be_hidden()


@pytest.mark.parametrize(("number", "rule"), [(3, Rule.CLASSIC), (5, Rule.EASY), (5, Rule.CLASSIC)])
def test_a_number_that_cannot_be_won_says_so_and_is_dealt_all_the_same(
    table: Table, desk: Visit, number: int, rule: Rule
) -> None:
    desk.watch.forgive("400")
    table.deal()
    ask_for(table, f"TP1-{rule}-AAAAAA{'ABCDEF'[number]}")
    said = table.page.get_by_test_id("deal-error")
    expect(said).to_have_text(f"This deal cannot be won in {rule.name.capitalize()}.")
    expect(table.page.get_by_test_id("deal-start")).to_be_hidden()
    table.page.get_by_test_id("deal-anyway").click()
    expect(table.page.get_by_test_id(DIALOG)).to_be_hidden()
    table.shows(start_of(number, rule))
    table.page.get_by_test_id("same-deal").click()
    table.shows(start_of(number, rule))


def test_another_number_is_asked_of_anew(table: Table, desk: Visit) -> None:
    desk.watch.forgive("400")
    table.deal()
    ask_for(table, "5")
    expect(table.page.get_by_test_id("deal-anyway")).to_be_focused()
    table.page.get_by_test_id("deal-input").fill("3")
    expect(table.page.get_by_test_id("deal-anyway")).to_be_hidden()
    expect(table.page.get_by_test_id("deal-error")).to_be_empty()
    table.page.get_by_test_id("deal-start").click()
    expect(table.page.get_by_test_id("deal-code")).to_have_text(HALF_LOST)


def test_a_link_to_a_lost_deal_says_so_before_it_deals_it(table: Table, desk: Visit) -> None:
    desk.watch.forgive("400")
    table.open("/?deal=TP1-C-AAAAAAD&rule=C")
    expect(table.page.get_by_test_id("deal-error")).to_contain_text("cannot be won in Classic")
    table.page.get_by_test_id("deal-anyway").click()
    expect(table.page.get_by_test_id("deal-code")).to_have_text("TP1-C-AAAAAAD")


def test_that_no_deal_was_found_is_said_in_the_dialog(table: Table, desk: Visit) -> None:
    desk.watch.forgive("503")
    table.deal()
    said = '{"code": "no_deal_found", "message": "No winnable deal was found."}'
    table.page.route(
        "**/play/", lambda route: route.fulfill(status=503, body=said, content_type="text/json")
    )
    table.page.get_by_test_id("new-game").click()
    table.page.get_by_test_id("grade-brutal").check()
    table.page.get_by_test_id("deal-start").click()
    expect(table.page.get_by_test_id("deal-error")).to_have_text("No winnable deal was found.")
    expect(table.page.get_by_test_id("deal-start")).to_be_enabled()


def test_a_race_asks_for_a_grade_of_secret_deals_alone(desk: Visit) -> None:
    desk.watch.forgive("400")
    page = desk.page()
    page.goto("/races/")
    page.get_by_test_id("grade-fair").check()
    page.get_by_test_id("race-given").check()
    expect(page.get_by_test_id("grade-choice")).to_be_hidden()
    page.get_by_test_id("race-code").fill("TP1-C-AAAAAAD")
    page.get_by_test_id("race-create").click()
    expect(page.get_by_test_id("race-error")).to_have_text("This deal cannot be won in Classic.")
    page.get_by_test_id("race-anyway").click()
    expect(page).to_have_url(re.compile("/races/[a-z0-9]{12}/"))
    page.goto("/races/")
    page.get_by_test_id("grade-brutal").check()
    with page.expect_request("**/api/v1/races") as asked:
        page.get_by_test_id("race-create").click()
    assert json.loads(asked.value.post_data or "")["grade"] == "brutal"
    expect(page).to_have_url(re.compile("/races/[a-z0-9]{12}/"))
