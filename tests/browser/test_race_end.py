"""A race's page from the first finisher on: places, times, lines, and all tables on one clock."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from games.engine.actions import DRAW
from tests.browser.measures import (
    boxes,
    cut_texts,
    is_wider_than_the_window,
    weak_contrasts,
    window,
)
from tests.browser.races import RaceTable, start
from tests.browser.tables import FIRST_DEAL, line_of
from tests.browser.visits import PHONE, Visit

Visiting = Callable[..., Visit]


def racing(visit: Visiting, count: int = 2, deal: str = FIRST_DEAL) -> list[RaceTable]:
    """Return racers whose race has just begun, the host at a desk."""
    racers = [RaceTable(visit().page()) for _ in range(count)]
    path = racers[0].host(deal)
    for racer in racers[1:]:
        racer.join(path)
    start(*racers)
    return racers


@pytest.fixture
def ended(visit: Visiting) -> list[RaceTable]:
    """Return two racers at the end of their race: the host has cleared the peaks."""
    racers = racing(visit)
    racers[0].play(line_of())
    expect(racers[0].page.get_by_test_id("done-panel")).to_be_visible()
    racers[1].play((DRAW, DRAW))
    racers[1].resign()
    for racer in racers:
        expect(racer.finish).to_be_visible()
    return racers


def test_who_clears_shows_place_and_time_to_all_at_once(visit: Visiting) -> None:
    host, rival = racing(visit)
    host.play(line_of())
    done = host.page.get_by_test_id("done-panel")
    expect(done).to_contain_text("First! All peaks cleared")
    expect(done).to_contain_text(re.compile(r"\d:\d\d · 1 racer is still at it"))
    expect(rival.rival_strip).to_contain_text(re.compile(r"cleared, first · \d:\d\d"))


def test_nothing_in_the_side_panel_is_cut(visit: Visiting) -> None:
    host, rival = racing(visit)
    assert cut_texts(host.page, "#panel") == []
    rival.play((*line_of()[:12], DRAW))
    expect(host.rival_strip).to_contain_text("draws")
    assert cut_texts(host.page, "#panel") == []
    rival.resign()
    expect(host.rival_strip).to_contain_text("resigned")
    assert cut_texts(host.page, "#panel") == []
    assert [box for name, box in one_line(host.page).items() if box > 24] == []


def one_line(page: Page) -> dict[str, float]:
    """Return how high each strip's words are: more than one line they need not."""
    return {name: box.height for name, box in boxes(page, "#race-strip .detail").items()}


def test_a_phones_header_tells_the_limit(visit: Visiting) -> None:
    host = RaceTable(visit(**PHONE).page())
    host.host(FIRST_DEAL)
    expect(host.page.get_by_test_id("limit")).to_have_text("/ 10:00")
    assert cut_texts(host.page, "#scoreline") == []


def test_the_end_tells_what_each_scored(ended: list[RaceTable]) -> None:
    for racer in ended:
        first, second = (racer.places.locator("tbody tr").nth(row) for row in range(2))
        expect(first.locator(".rank-cell")).to_have_text("1")
        expect(first.locator("[data-score='combo']")).to_have_text(re.compile(r"^[\d,]+$"))
        expect(second.locator("[data-score='streak']")).to_have_text("−10")


def lines(racer: RaceTable) -> Locator:
    return racer.page.get_by_test_id("race-chart").locator(".line")


def test_each_racers_line_is_drawn_and_told(ended: list[RaceTable]) -> None:
    host, rival = ended
    expect(lines(host)).to_have_count(2)
    expect(host.page.locator(".line.mine .name")).to_have_text("You")
    chart = host.page.get_by_role("img", name=re.compile("Cards left over time. You: cleared"))
    expect(chart).to_be_visible()
    rows = rival.page.get_by_test_id("race-lines").locator("tr")
    expect(rows.nth(1).locator("td")).to_have_text(["28", "28"])


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [{}, PHONE])
def test_the_end_fits_its_screen_and_can_be_read(
    visit: Visiting, ended: list[RaceTable], size: dict[str, Any], scheme: str
) -> None:
    page = visit(**size, color_scheme=scheme).page()
    page.goto(ended[0].page.url)
    expect(page.get_by_test_id("race-chart").locator(".line")).to_have_count(2)
    assert boxes(page, "#finish")["#finish 0"].is_within(window(page))
    assert cut_texts(page, "#finish") == []
    assert not is_wider_than_the_window(page)
    assert weak_contrasts(page, "#finish, #finish *") == []


def test_a_deal_that_was_not_fixed_beforehand_is_found_out(visit: Visiting) -> None:
    host, rival = RaceTable(visit().page()), RaceTable(visit().page())
    forge(host.page)
    rival.join(host.host())
    start(host, rival)
    for racer in (host, rival):
        racer.resign()
    expect(host.page.get_by_test_id("proof-verdict")).to_contain_text("does NOT hold")
    expect(rival.page.get_by_test_id("proof-verdict")).to_contain_text("it holds")


def forge(page: Page) -> None:
    """Have a server open another deal, with a fingerprint that fits it."""

    def opened(page_end: WebSocketRoute) -> None:
        server_end = page_end.connect_to_server()
        server_end.on_message(lambda text: page_end.send(forged(str(text))))

    page.route_web_socket(re.compile("/ws/"), opened)


def forged(text: str) -> str:
    frame = json.loads(text)
    if frame["type"] != "finished":
        return text
    digest = "4f3a" * 16
    return json.dumps(frame | {"deal": FIRST_DEAL, "nonce": "0" * 32, "commitment": digest})


# All tables side by side.


class SideBySide:
    """The page that plays a race's tables on one clock."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.boards = page.get_by_test_id("boards").locator(".race-board")
        self.slider = page.get_by_test_id("slider")
        self.play_button = page.get_by_test_id("play")

    @property
    def ms(self) -> float:
        return float(self.slider.input_value())

    @property
    def last(self) -> float:
        return float(self.slider.get_attribute("max") or 0)

    def left(self, board: int) -> Locator:
        return self.boards.nth(board).locator("#peaks .card, .card[data-slot]:visible")

    def step(self, name: str) -> None:
        self.page.get_by_test_id(name).click()


@pytest.fixture
def side(ended: list[RaceTable]) -> SideBySide:
    """Return the tables of a race, as its loser sees them."""
    page = ended[1].page
    page.get_by_test_id("race-replay").click()
    side = SideBySide(page)
    expect(side.boards).to_have_count(2)
    return side


def test_the_tables_begin_dealt_and_end_as_they_ended(side: SideBySide) -> None:
    for board in range(2):
        expect(side.boards.nth(board)).to_contain_text("28 left · 0 draws")
        expect(side.left(board)).to_have_count(28)
    side.step("last")
    expect(side.boards.nth(0)).to_contain_text(re.compile(r"cleared after \d:\d\d, place 1"))
    expect(side.left(0)).to_have_count(0)
    expect(side.boards.nth(1)).to_contain_text(re.compile(r"resigned after \d:\d\d, place 2"))
    expect(side.boards.nth(1)).to_contain_text("You")
    expect(side.left(1)).to_have_count(28)
    assert side.ms == side.last


def test_buttons_lead_from_anybodys_move_to_the_next(side: SideBySide) -> None:
    side.step("next")
    assert 0 < side.ms < side.last
    side.step("back")
    assert side.ms == 0
    expect(side.page.get_by_test_id("back")).to_be_disabled()


def test_the_slider_and_the_keys_lead_through_time(side: SideBySide) -> None:
    side.slider.fill(str(side.last))
    expect(side.boards.nth(0)).to_contain_text("cleared")
    side.page.keyboard.press("Home")
    expect(side.boards.nth(0)).to_contain_text("28 left")
    side.page.keyboard.press("ArrowRight")
    assert side.ms == min(5000, side.last)
    side.page.keyboard.press("ArrowLeft")
    assert side.ms == 0
    side.page.keyboard.press("End")
    assert side.ms == side.last


def test_one_clock_plays_all_tables_to_the_end(side: SideBySide) -> None:
    side.page.get_by_test_id("speed-16").check(force=True)
    side.page.keyboard.press("Space")
    expect(side.boards.nth(0)).to_contain_text("cleared")
    expect(side.play_button).to_have_accessible_name("Play")
    assert side.ms == side.last
    side.play_button.click()
    expect(side.play_button).to_have_accessible_name("Pause")
    side.play_button.click()
    expect(side.play_button).to_have_accessible_name("Play")


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, {"width": 390, "height": 844}])
def test_the_tables_lie_apart_and_every_card_in_its_own(
    side: SideBySide, size: dict[str, int]
) -> None:
    side.page.set_viewport_size(size)  # type: ignore[arg-type]
    expect(side.boards.nth(1)).to_be_in_viewport(ratio=0.99)
    felts = boxes(side.page, ".race-board .felt")
    for index, felt in enumerate(felts.values()):
        cards = boxes(side.page, f".race-board:nth-child({index + 1}) .card[data-slot]")
        assert len(cards) == 28
        assert all(card.is_within(felt) for card in cards.values())
    assert not is_wider_than_the_window(side.page)
    assert weak_contrasts(side.page, ".board-caption *, .heading *, .transport *") == []


def test_a_named_deals_tables_are_for_those_who_have_finished_it(
    visit: Visiting, ended: list[RaceTable]
) -> None:
    page = visit().page()
    page.goto(f"/races/{ended[0].slug}/replay/")
    expect(page.get_by_test_id("gate")).to_contain_text("Finish it yourself")
    expect(page.get_by_test_id("show-boards")).to_have_count(0)
