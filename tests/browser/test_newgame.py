"""The dialog for a new game: which rule, which deal, and what it says to what it cannot read."""

from __future__ import annotations

from playwright.sync_api import expect

from games.engine.codes import Rule
from tests.browser.tables import FIRST_DEAL, Table, start_of
from tests.browser.visits import Visit

BAD = {
    "": "Type a number or paste a code",
    "   ": "Type a number or paste a code",
    "TP1-X-AAAAAAB": "X",
    "TP2-E-AAAAAAB": "TP2",
    "TP1-E-AAAA": "4",
    "TP1-E-AAAA!AB": "!",
    "1e3": "1E3",
    "34359738368": "from 0 to 34,359,738,367",
    "9007199254740993": "from 0 to 34,359,738,367",
    "-1": "from 0 to 34,359,738,367",
    "A" * 500: "long",
}
KIND = {
    "1": "TP1-E-AAAAAAB",
    "000": "TP1-E-AAAAAAA",
    "34359738367": "TP1-E-7777777",
    " tp1-e-aaaaaab ": "TP1-E-AAAAAAB",
    "e aaaaaab": "TP1-E-AAAAAAB",
    "TP1-N-AAAAAAD": "TP1-E-AAAAAAD",
    "ＴＰ１－Ｃ－ＡＡＡＡＡＡＢ": "TP1-C-AAAAAAB",
}


def ask_for(table: Table, text: str) -> None:
    """Type into the dialog and ask for the deal."""
    table.page.get_by_test_id("new-game").click()
    table.page.get_by_test_id("deal-given").check()
    table.page.get_by_test_id("deal-input").fill(text)
    table.page.get_by_test_id("deal-start").click()


def test_what_cannot_be_read_is_named_and_nothing_is_lost(table: Table, desk: Visit) -> None:
    desk.watch.forgive("400")
    table.deal()
    error = table.page.get_by_test_id("deal-error")
    ask_for(table, "")
    for text, words in BAD.items():
        table.page.get_by_test_id("deal-input").fill(text)
        table.page.get_by_test_id("deal-start").click()
        expect(error, text).to_contain_text(words)
        expect(table.page.get_by_test_id("deal-input")).to_have_attribute("aria-invalid", "true")
    table.page.keyboard.press("Escape")
    expect(table.page.get_by_test_id("new-game-dialog")).to_be_hidden()
    table.shows(start_of())


def test_codes_are_read_kindly(table: Table) -> None:
    table.deal("TP1-E-AAAAAAC")
    for text, code in KIND.items():
        ask_for(table, text)
        expect(table.page.get_by_test_id("new-game-dialog"), text).to_be_hidden()
        expect(table.page.get_by_test_id("deal-code"), text).to_have_text(code)


def test_a_number_is_dealt_under_the_rule_that_was_chosen(table: Table) -> None:
    table.deal()
    table.page.keyboard.press("n")
    table.page.get_by_test_id("rule-classic").check()
    table.page.get_by_test_id("deal-given").check()
    table.page.get_by_test_id("deal-input").fill("1")
    table.page.keyboard.press("Enter")
    expect(table.page.get_by_test_id("rule")).to_have_text("Classic")
    table.shows(start_of(1, Rule.CLASSIC))


def test_random_deals_another(table: Table) -> None:
    table.deal()
    table.page.get_by_test_id("new-game").click()
    table.page.get_by_test_id("deal-start").click()
    expect(table.page.get_by_test_id("new-game-dialog")).to_be_hidden()
    expect(table.page.get_by_test_id("deal-code")).not_to_have_text(FIRST_DEAL)


def test_a_link_to_no_deal_says_so_and_deals_one(table: Table, desk: Visit) -> None:
    desk.watch.forgive("400")
    table.page.goto("/?deal=TP1-X-AAAAAAB")
    expect(table.status).to_contain_text("X")
    table.is_dealt()


def test_the_link_of_a_deal_can_be_copied(desk: Visit) -> None:
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = desk.table().deal()
    table.page.get_by_test_id("copy-link").click()
    expect(table.page.get_by_test_id("copy-link")).to_have_text("Copied")
    copied = table.page.evaluate("() => navigator.clipboard.readText()")
    assert copied.endswith(f"/deals/{FIRST_DEAL}/")
