"""A deal is lost, its post-mortem names the move, and the best line steps on to a win."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from games.engine.actions import DRAW, RESIGN
from games.engine.codes import Rule
from games.solver.analysis import best_line
from games.solver.combo import best_combo
from games.solver.oracle import solve
from games.solver.postmortem import alternatives, outlooks
from tests.browser.measures import is_wider_than_the_window, weak_contrasts
from tests.browser.postmortems import (
    DECK,
    LOSING,
    STUCK,
    WIN,
    PostMortem,
    examine,
    losing_words,
    plain,
)
from tests.browser.replays import Played, play_out
from tests.browser.tables import Table, after
from tests.browser.visits import Visit, touching
from tests.services.server import Server

PHONE = touching(390, 844)


@pytest.fixture(scope="module")
def lost(site: Server) -> Played:
    return play_out(site, 1, (*STUCK, RESIGN))


@pytest.fixture(scope="module")
def won(site: Server) -> Played:
    return play_out(site, 1, WIN)


def test_who_gets_stuck_is_led_to_the_losing_move_and_steps_to_a_win(table: Table) -> None:
    table.deal()
    table.play(STUCK)
    table.shows(after(STUCK))
    table.page.get_by_test_id("stuck-post-mortem").click()
    table.page.get_by_test_id("give-up-yes").click()
    expect(table.page).to_have_url(re.compile("/replays/"))
    expect(table.page.get_by_test_id("verdict")).to_contain_text("lost it")
    verdict = table.page.get_by_test_id("verdict").text_content()
    assert plain(verdict) == f"{losing_words()}."
    table.page.get_by_test_id("jump-losing").click()
    table.shows(after(STUCK[:LOSING]))
    table.page.get_by_test_id("best-line").click()
    expect(table.page.get_by_test_id("what-if-sign")).to_be_visible()
    line = best_line(after(STUCK[:LOSING])) or ()
    for count in range(1, len(line) + 1):
        table.page.get_by_test_id("next").click()
        table.shows(after((*STUCK[:LOSING], *line[:count])))
    expect(table.felt).to_have_attribute("data-won", "")
    expect(table.page.get_by_test_id("next")).to_be_disabled()


def test_the_losing_move_is_marked_on_the_board_in_the_list_and_in_words(
    visit: Callable[..., Visit], lost: Played
) -> None:
    page = examine(visit, lost)
    page.jump.click()
    page.stands_at(LOSING, len(STUCK) + 1)
    assert plain(page.status.text_content()) == losing_words(is_here=True)
    wrong = STUCK[LOSING]
    assert page.marks("data-lost") == ["stock" if wrong.slot is None else str(wrong.slot)]
    still = {
        str(act.slot) if act.slot is not None else "stock"
        for act in alternatives(after(STUCK[:LOSING]))
    }
    assert set(page.marks("data-still-won")) == still
    expect(page.moves.nth(LOSING)).to_contain_text("lost it")
    page.step("next")
    assert page.marks("data-lost") == page.marks("data-still-won") == []


def test_move_by_move_it_says_whether_it_could_still_be_won(
    visit: Callable[..., Visit], lost: Played
) -> None:
    page = examine(visit, lost)
    for index, found in enumerate(outlooks(DECK, Rule.EASY, STUCK)):
        words = "Lost from here"
        if found.is_winnable:
            words = f"Still winnable, with up to {found.best_points} points"
        expect(page.standing).to_have_text(words)
        slider = page.slider.get_attribute("aria-valuetext")
        assert slider == f"Move {index} of {len(STUCK) + 1}. {words}"
        assert page.best_line.is_enabled() == found.is_winnable
        page.step("next")
    expect(page.standing).to_have_text("Given up")


def test_a_press_on_the_plot_leads_there(visit: Callable[..., Visit], lost: Played) -> None:
    page = examine(visit, lost)
    box = page.plot.bounding_box()
    assert box is not None
    last = len(STUCK) + 1
    for index in (last, 20, 0):
        page.page.mouse.click(box["x"] + 9 + index / last * (box["width"] - 18), box["y"] + 30)
        page.stands_at(index, last)
    expect(page.plot.locator(".losing")).to_have_count(1)
    expect(page.plot.locator(".band")).to_have_count(1)
    alt = page.plot.get_attribute("aria-label") or ""
    assert f"after move {LOSING}. From there on no win was left." in alt


def test_the_way_back_from_a_line_leads_to_where_it_began(
    visit: Callable[..., Visit], lost: Played
) -> None:
    page = examine(visit, lost)
    page.slider.fill("4")
    page.best_line.click()
    expect(page.sign).to_be_visible()
    expect(page.standing).to_contain_text("Best line by points from move 4")
    page.step("last")
    expect(page.felt).to_have_attribute("data-won", "")
    page.to_game.click()
    expect(page.sign).to_be_hidden()
    page.stands_at(4, len(STUCK) + 1)
    page.shows(after(STUCK[:4]))
    expect(page.best_line).to_be_focused()
    page.page.keyboard.press("Enter")
    expect(page.sign).to_be_visible()
    page.page.keyboard.press("Escape")
    page.stands_at(4, len(STUCK) + 1)


def test_a_line_by_combo_is_another_one(visit: Callable[..., Visit], lost: Played) -> None:
    page = examine(visit, lost)
    page.best_line.click()
    expect(page.standing).to_have_text(
        f"Best line by points from the start: {solve(DECK, Rule.EASY).best_points}"
    )
    page.page.get_by_test_id("line-aim-combo").check(force=True)
    combo = best_combo(DECK, Rule.EASY)
    expect(page.standing).to_have_text(f"Best line by combo from the start: {combo:,}")
    page.step("last")
    expect(page.page.locator('[data-show="combo"]').first).to_have_text(f"{combo:,}")
    expect(page.page.get_by_test_id("panel-aim-combo")).to_be_checked()


def test_the_analysis_is_asked_for_once(visit: Callable[..., Visit], lost: Played) -> None:
    page = PostMortem(visit(extra_http_headers=lost.headers))
    asked: list[str] = []
    page.page.on("request", lambda request: asked.append(request.url))
    page.open(lost.path)
    page.is_examined()
    for _ in range(2):
        page.best_line.click()
        expect(page.sign).to_be_visible()
        page.to_game.click()
    page.jump.click()
    calls = [url.split("/")[-1] for url in asked if "/api/v1/games/" in url]
    assert calls == ["analysis", "line?at=0&by=points"]


def test_a_win_tells_how_far_it_was_from_the_best(visit: Callable[..., Visit], won: Played) -> None:
    page = examine(visit, won)
    best, combo = solve(DECK, Rule.EASY).best_points, best_combo(DECK, Rule.EASY)
    reached = after(WIN)
    assert best is not None
    assert combo is not None
    rows = [
        plain(text)
        for text in page.page.get_by_test_id("gaps").locator("tbody tr").all_inner_texts()
    ]
    assert rows[0] == f"points {best} {reached.points} −{best - reached.points}"
    assert rows[1] == f"combo {combo:,} {reached.combo:,} −{combo - reached.combo:,}"
    assert rows[2] == f"streak – {reached.streak} –"
    expect(page.jump).to_be_hidden()


@pytest.mark.parametrize("aim", ["points", "combo"])
def test_a_win_names_the_three_moves_that_cost_most_and_leads_to_them(
    visit: Callable[..., Visit], won: Played, aim: str
) -> None:
    page = examine(visit, won)
    page.page.get_by_test_id(f"panel-aim-{aim}").check(force=True)
    found = outlooks(DECK, Rule.EASY, WIN)
    best = [getattr(outlook, f"best_{aim}") for outlook in found]
    costs = [before - now for before, now in pairwise(best)]
    dearest = sorted(range(len(costs)), key=lambda index: -costs[index])[:3]
    drops = page.page.get_by_test_id("drops").get_by_role("button")
    expect(drops).to_have_count(3)
    for place, index in enumerate(dearest):
        expect(drops.nth(place)).to_contain_text(f"Move {index + 1} cost {costs[index]}")
        drops.nth(place).click()
        page.stands_at(index, len(WIN))
        page.shows(after(WIN[:index]))


def test_a_deal_that_cannot_be_won_says_so(visit: Callable[..., Visit], site: Server) -> None:
    played = play_out(site, 3, (DRAW, RESIGN), rule=Rule.CLASSIC)
    page = examine(visit, played)
    expect(page.verdict).to_have_text(
        "This deal cannot be won in Classic, whatever is played: that is proven."
    )
    expect(page.standing).to_have_text("Cannot be won")
    expect(page.best_line).to_be_disabled()
    assert page.plot.get_attribute("aria-label") == "At no point could this game be won."


def test_what_was_given_up_though_it_could_be_won_says_so(
    visit: Callable[..., Visit], site: Server
) -> None:
    page = examine(visit, play_out(site, 1, (RESIGN,)))
    expect(page.verdict).to_have_text("It could still be won when it was given up.")
    expect(page.jump).to_be_hidden()


def test_a_fault_says_what_to_do(visit: Callable[..., Visit], lost: Played) -> None:
    visitor = visit(extra_http_headers=lost.headers)
    visitor.watch.forgive("analysis", "503")
    page = PostMortem(visitor)
    fault = {"status": 503, "json": {"code": "busy", "message": "Too much at once."}}
    page.page.route("**/analysis", lambda route: route.fulfill(**fault))
    page.open(lost.path)
    expect(page.page.get_by_test_id("mortem-failed")).to_contain_text("Too much at once.")
    page.step("next")
    page.shows(after(STUCK[:1]))
    page.page.unroute("**/analysis")
    page.page.get_by_test_id("mortem-retry").click()
    page.is_examined()
    expect(page.page.get_by_test_id("mortem-failed")).to_be_hidden()


def test_on_a_phone_the_plot_and_the_verdict_are_in_sight(
    visit: Callable[..., Visit], lost: Played
) -> None:
    page = examine(visit, lost, **PHONE)
    for part in (page.plot, page.standing, page.page.get_by_test_id("losing-line")):
        expect(part).to_be_in_viewport(ratio=1)
    page.page.get_by_test_id("losing-line").tap()
    page.shows(after(STUCK[:LOSING]))
    page.page.get_by_test_id("best-line-tool").tap()
    expect(page.sign).to_be_visible()
    page.to_game.tap()
    page.shows(after(STUCK[:LOSING]))
    page.page.get_by_test_id("more").tap()
    expect(page.verdict).to_be_in_viewport()
    assert not is_wider_than_the_window(page.page)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_all_words_of_a_post_mortem_can_be_read(
    visit: Callable[..., Visit], lost: Played, won: Played, theme: str
) -> None:
    for played in (lost, won):
        page = examine(visit, played, color_scheme=theme)
        page.is_at_rest()
        assert weak_contrasts(page.page) == []
    page.best_line.click()
    expect(page.sign).to_be_visible()
    page.is_at_rest()
    assert weak_contrasts(page.page) == []
