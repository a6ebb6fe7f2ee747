"""Colours: enough contrast in both themes, and nothing that colour alone tells."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine.actions import DRAW, TAKES
from tests.browser.measures import CONTRASTS, weak_contrasts
from tests.browser.tables import Table, after, line_of, stuck_line_of
from tests.browser.visits import PHONE, Visit

THEMES = pytest.mark.parametrize("theme", ["dark", "light"])
PAGES = (
    "/deals/TP1-E-AAAAAAB/",
    "/races/",
    "/about/rules/",
    "/about/fairness/",
    "/accounts/signup/",
    "/accounts/login/",
    "/nowhere/",
)
# Lightness contrast of a mark on the felt with both ends of the felt's light.
MARKS = """() => {
  const style = getComputedStyle(document.querySelector(".felt"));
  const names = ["--fits", "--felt-won", "--felt-1", "--felt-2"];
  return names.map((name) => style.getPropertyValue(name));
}"""
SHADOWS = """(slot) =>
  getComputedStyle(document.querySelector(`#peaks [data-slot="${slot}"]`)).boxShadow"""
SUIT_COLOURS = """() => ["S", "H", "D", "C"].map((suit) =>
  getComputedStyle(document.querySelector(`#peaks .face[data-suit="${suit}"] .rank`)).color)"""


def light(colour: str) -> float:
    """Return the relative luminance of "#rrggbb"."""
    parts = [int(colour.strip()[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def weak_on(page: Page) -> list[tuple[str, float]]:
    """Return what cannot be read on a page, having looked that anything was measured."""
    assert len(page.evaluate(CONTRASTS, "body *")) > 8
    return weak_contrasts(page)


@THEMES
@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_all_words_of_a_game_can_be_read(
    visit: Callable[..., Visit], theme: str, size: dict[str, object]
) -> None:
    table = visit(color_scheme=theme, **size).table().deal()
    table.is_at_rest()
    assert weak_on(table.page) == []
    table.play((TAKES[20], TAKES[23], TAKES[22]))
    table.card(0).click()
    table.is_at_rest()
    assert weak_on(table.page) == []
    table.play((DRAW,))
    expect(table.page.get_by_test_id("run")).to_have_attribute("data-broken", "")
    table.is_at_rest()
    assert weak_on(table.page) == []


@THEMES
def test_both_ends_and_the_dialogs_can_be_read(visit: Callable[..., Visit], theme: str) -> None:
    table = visit(color_scheme=theme).table().deal()
    for button in ("new-game", "help", "settings"):
        table.page.get_by_test_id(button).click()
        assert weak_on(table.page) == []
        table.page.keyboard.press("Escape")
    table.play(stuck_line_of())
    expect(table.stuck).to_be_visible()
    assert weak_on(table.page) == []
    table.page.get_by_test_id("stuck-same-deal").click()
    table.shows(after(()))
    table.play(line_of())
    expect(table.won).to_be_visible()
    table.is_at_rest()
    assert weak_on(table.page) == []


@THEMES
def test_pages_to_read_can_be_read(visit: Callable[..., Visit], theme: str) -> None:
    visitor = visit(color_scheme=theme)
    visitor.watch.forgive("404")
    page = visitor.page()
    for path in PAGES:
        page.goto(path)
        assert weak_on(page) == [], path


@THEMES
def test_marks_stand_out_on_the_felt(visit: Callable[..., Visit], theme: str) -> None:
    table = visit(color_scheme=theme).table().deal()
    fits, won, *felt = table.page.evaluate(MARKS)
    for ground in felt:
        assert ratio(fits, ground) >= 3
        assert ratio(won, ground) >= 4.5


@THEMES
def test_the_four_colour_deck_tells_suits_apart(visit: Callable[..., Visit], theme: str) -> None:
    table = visit(color_scheme=theme).table().deal()
    assert len(set(table.page.evaluate(SUIT_COLOURS))) == 2
    table.page.get_by_test_id("settings").click()
    table.page.get_by_test_id("four-colours").check()
    assert len(set(table.page.evaluate(SUIT_COLOURS))) == 4
    assert weak_on(table.page) == []
    table.page.reload()
    table.is_dealt()
    assert len(set(table.page.evaluate(SUIT_COLOURS))) == 4


def test_a_card_that_fits_has_a_ring_and_says_so(table: Table) -> None:
    table.deal()
    rings = [table.page.evaluate(SHADOWS, slot).count("px,") for slot in (20, 19)]
    spread = [" 0px 0px 0px " in table.page.evaluate(SHADOWS, slot) for slot in (20, 19)]
    assert rings[0] > rings[1]
    assert spread == [True, False]
    expect(table.card(20)).to_have_accessible_name("king of clubs, playable")
    expect(table.card(19)).to_have_accessible_name("5 of spades")


def test_the_theme_can_be_chosen_and_stays(table: Table) -> None:
    table.deal()
    table.page.get_by_test_id("settings").click()
    table.page.locator('[name="theme"][value="light"]').check()
    expect(table.page.locator("html")).to_have_attribute("data-theme", "light")
    table.page.goto("/about/rules/")
    expect(table.page.locator("html")).to_have_attribute("data-theme", "light")
