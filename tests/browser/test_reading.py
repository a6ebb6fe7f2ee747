"""What somebody hears who does not see the table: names of cards, moves and reveals, once each."""

from __future__ import annotations

from playwright.sync_api import expect

from games.engine.actions import DRAW, TAKES, UNDO
from tests.browser.tables import Table, after, stuck_line_of

HEAR = """() => {
  window.heard = [];
  const region = document.getElementById("announce");
  new MutationObserver(() => heard.push(region.textContent)).observe(region, {
    childList: true, characterData: true, subtree: true,
  });
}"""


def hears(table: Table, *sentences: str) -> None:
    """Wait until each sentence was said, and see that each was said once."""

    def heard() -> str:
        return " ".join(table.page.evaluate("() => heard"))

    table.until(lambda: all(one in heard() for one in sentences), lambda: f"only heard: {heard()}")
    assert [heard().count(one) for one in sentences] == [1] * len(sentences)


def test_every_card_has_a_name_and_covered_ones_are_hidden(table: Table) -> None:
    table.deal()
    expect(table.card(18)).to_have_accessible_name("3 of spades")
    expect(table.card(20)).to_have_accessible_name("king of clubs, playable")
    for slot in range(18):
        expect(table.card(slot)).to_have_accessible_name("hidden, covered")
    expect(table.stock).to_have_accessible_name("Stock, 23 cards: draw")
    expect(table.waste).to_have_accessible_name("Waste: ace of clubs")


def test_open_cards_and_the_stock_can_be_reached_by_tab_and_covered_ones_not(table: Table) -> None:
    table.deal()
    table.card(18).focus()
    reached = []
    for _ in range(11):
        reached.append(table.focused())
        table.page.keyboard.press("Tab")
    assert reached == [*map(str, range(18, 28)), "stock"]


def test_moves_and_what_they_turn_up_are_said_once(table: Table) -> None:
    table.deal()
    table.page.evaluate(HEAR)
    table.press((TAKES[20],))
    hears(table, "king of clubs taken.")
    table.press((TAKES[23], TAKES[22]))
    hears(table, "ace of spades taken, 2 in a row.", "2 of diamonds taken, 3 in a row.")
    hears(table, "7 of spades turned up.")
    table.press((DRAW,))
    hears(table, "6 of hearts drawn.")
    table.press((UNDO,))
    hears(table, "6 of hearts taken back, 2 of diamonds lies on the waste.")


def test_a_refusal_is_said(table: Table) -> None:
    table.deal()
    table.page.evaluate(HEAR)
    table.walk(18)
    table.page.keyboard.press("Enter")
    hears(table, "does not fit: on an ace goes a 2 or a king")


def test_the_focus_stays_on_the_table_when_its_card_goes(table: Table) -> None:
    table.deal()
    table.press((TAKES[20],))
    table.shows(after((TAKES[20],)))
    assert table.focused() in {"19", "21"}


def test_the_stuck_panel_takes_the_focus_and_undo_gives_it_back(table: Table) -> None:
    table.deal()
    table.play(stuck_line_of())
    expect(table.page.get_by_test_id("stuck-undo")).to_be_focused()
    table.page.keyboard.press("Enter")
    table.shows(after((*stuck_line_of(), UNDO)))
    expect(table.page.locator("#felt :focus")).to_have_count(1)


def test_keys_do_nothing_behind_a_dialog(table: Table) -> None:
    table.deal()
    table.page.keyboard.press("?")
    expect(table.page.get_by_test_id("help-dialog")).to_be_visible()
    table.page.keyboard.press("d")
    table.page.keyboard.press("Escape")
    expect(table.page.get_by_test_id("help-dialog")).to_be_hidden()
    table.shows(after(()))
