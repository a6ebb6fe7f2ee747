"""Where everything lies: nothing moves, nothing overlaps, everything that matters is in sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine.actions import DRAW, TAKES, UNDO
from games.engine.state import apply, takes
from tests.browser.measures import (
    RANKS,
    boxes,
    collisions,
    is_wider_than_the_window,
    window,
    words,
)
from tests.browser.tables import Table, after, line_of, start_of
from tests.browser.visits import DESK, PHONE, PHONE_LYING, Visit, touching

WIDTHS = (360, 390, 768, 1000, 1280, 1920, 2560)
SIZES = [(360, 640), (390, 844), (768, 1024), (844, 390), (1000, 700), (1280, 800), (2560, 1440)]
LASTING = (
    "#peaks .card",
    "#status",
    "#stock",
    "#waste-place",
    ".tool",
    ".header > *",
    ".scores > div",
    "#board",
    ".actions .button",
    ".scoreline > b",
)
PILES = ("#stock", "#waste-place", ".tool", "#stock-count", "#waste-count")
BOTTOM_ROW = '#peaks [data-row="3"]'


def name_of(size: object) -> str:
    return "×".join(map(str, size)) if isinstance(size, tuple) else str(size)


@pytest.mark.parametrize("size", [DESK, PHONE, PHONE_LYING], ids=["desk", "phone", "lying"])
def test_nothing_moves_while_words_and_numbers_change(
    visit: Callable[..., Visit], size: dict[str, object]
) -> None:
    table = visit(**size).table().deal()
    table.is_at_rest()
    before = boxes(table.page, *LASTING)
    line = line_of()
    last = line[-1].slot
    assert last is not None
    late = max(cut for cut in range(len(line)) if last not in takes(after(line[:cut])))
    for begin, end in ((0, 0), (0, 12), (12, late)):
        table.play(line[begin:end])
        table.shows(after(line[:end]))
        table.card(last).click()
        expect(table.status).to_have_attribute("data-tone", "refused")
        table.is_at_rest()
        assert boxes(table.page, *LASTING) == before


@pytest.mark.parametrize("size", SIZES, ids=name_of)
def test_all_of_the_table_is_in_sight_and_apart(
    visit: Callable[..., Visit], size: tuple[int, int]
) -> None:
    table = visit(**touching(*size)).table().deal()
    table.is_at_rest()
    page = table.page
    named = boxes(page, BOTTOM_ROW, *PILES) | {"status": words(page, "#status")}
    assert all(box.is_within(window(page)) for box in named.values())
    cards = boxes(page, "#peaks .card")
    assert all(box.is_within(window(page)) for box in cards.values())
    below = {name: box for name, box in named.items() if "count" not in name}
    assert collisions(below) == []
    assert [
        name
        for name in cards
        for pile in below
        if cards[name].meets(below[pile]) and not pile.startswith(BOTTOM_ROW)
    ] == []


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=name_of)
def test_nothing_overlaps_the_thumb_bar(visit: Callable[..., Visit], size: tuple[int, int]) -> None:
    table = visit(**touching(*size)).table().deal()
    table.is_at_rest()
    page = table.page
    bar = boxes(page, "#bar")["#bar 0"]
    assert bar.height > 0
    others = boxes(page, "#peaks .card") | {"status": words(page, "#status")}
    assert [name for name, box in others.items() if box.meets(bar)] == []
    in_reach = boxes(page, *PILES)
    assert all(box.is_within(bar) for box in in_reach.values())


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_can_be_scrolled_sideways(visit: Callable[..., Visit], width: int) -> None:
    page = visit(viewport={"width": width, "height": 900}).page()
    for path in ("/", "/deals/TP1-E-AAAAAAB/", "/races/", "/about/rules/", "/accounts/signup/"):
        page.goto(path)
        assert not is_wider_than_the_window(page), path


def test_what_matters_is_always_in_sight_on_a_small_phone(visit: Callable[..., Visit]) -> None:
    table = visit(**PHONE).table().deal()
    table.tap((TAKES[20], TAKES[23], TAKES[22]))
    table.shows(after((TAKES[20], TAKES[23], TAKES[22])))
    line = table.page.get_by_test_id("scoreline")
    for part in (
        line.locator('[data-show="points"]'),
        line.locator(".run"),
        line.locator(".clean-mark"),
        line.locator('[data-show="left_words"]'),
        table.page.get_by_test_id("stock-count"),
    ):
        expect(part).to_be_in_viewport(ratio=1)
        expect(part).not_to_be_empty()
    expect(line.locator(".run")).to_contain_text("3")
    parts = boxes(
        table.page, *(f"#scoreline > {name}" for name in ("b", ".quiet", ".run", ".clean-mark"))
    )
    assert collisions(parts) == []


def test_every_open_card_shows_its_rank_and_can_be_hit_on_a_small_phone(
    visit: Callable[..., Visit],
) -> None:
    table = visit(**PHONE).table().deal()
    state = start_of()
    for action in line_of()[:-1]:
        table.tap((action,))
        state = apply(state, action)
        table.is_at_rest()
        for card in table.page.evaluate(RANKS):
            assert card["size"] >= 16, card
            assert card["isWhole"], card
            width, height = card["hit"]
            assert width >= 40, card
            assert height >= 40, card
    table.shows(state)


def test_undo_puts_everything_back_where_it_was(table: Table) -> None:
    table.deal()
    table.is_at_rest()
    before = boxes(table.page, *LASTING)
    table.play((TAKES[20], DRAW, UNDO, UNDO))
    table.shows(after((TAKES[20], DRAW, UNDO, UNDO)))
    table.is_at_rest()
    assert boxes(table.page, *LASTING) == before
