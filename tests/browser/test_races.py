"""Racing in browsers: invitation, lobby, a race that survives refresh and loss, its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine.actions import DRAW, TAKES
from tests.browser.measures import boxes, is_wider_than_the_window, window, words
from tests.browser.races import RaceTable, start
from tests.browser.tables import FIRST_DEAL, after, line_of, stuck_line_of
from tests.browser.visits import PHONE, Visit
from tests.browser.wires import Wire

KING = TAKES[20]
Pair = tuple[RaceTable, RaceTable]


@pytest.fixture
def pair(visit: Callable[..., Visit]) -> Pair:
    """Return two racers who sit in the lobby of a race on deal 1."""
    host, rival = (RaceTable(visit().page()) for _ in range(2))
    rival.join(host.host(FIRST_DEAL))
    return host, rival


def test_the_lobby_shows_who_sits_and_who_is_ready(pair: Pair) -> None:
    host, rival = pair
    seats = host.page.get_by_test_id("lobby-seats").locator(".seat")
    expect(seats).to_have_count(2)
    rival.ready_button.click()
    expect(seats.nth(1)).to_have_attribute("data-ready", "")
    rival.ready_button.click()
    expect(seats.nth(1)).not_to_have_attribute("data-ready", "")
    rival.page.get_by_test_id("leave").click()
    expect(seats.nth(1)).to_have_class("seat free")


def test_a_guest_sees_what_he_is_invited_to(visit: Callable[..., Visit]) -> None:
    host, guest = (RaceTable(visit().page()) for _ in range(2))
    guest.page.goto(host.host())
    expect(guest.lobby).to_contain_text("invites you to a race")
    expect(guest.page.get_by_test_id("race-facts")).to_contain_text("no undo")
    expect(guest.undo_button).to_be_hidden()
    expect(guest.hint_button).to_be_disabled()


def test_a_third_is_told_that_the_race_is_full(pair: Pair, visit: Callable[..., Visit]) -> None:
    third = RaceTable(visit().page())
    third.page.goto(pair[0].page.url)
    expect(third.lobby).to_contain_text("This race is full")
    expect(third.page.get_by_test_id("join")).to_be_hidden()
    expect(third.page.get_by_test_id("own-race")).to_be_visible()


def test_a_refresh_returns_to_the_race(pair: Pair) -> None:
    host, rival = pair
    start(host, rival)
    host.play((KING, DRAW))
    host.shows(after((KING, DRAW)))
    host.page.reload()
    host.is_dealt()
    host.shows(after((KING, DRAW)))
    rival.rivals_left(27)


def test_progress_reaches_the_other_and_a_lost_racer_is_told(pair: Pair) -> None:
    host, rival = pair
    start(host, rival)
    host.play(line_of()[:6])
    rival.rivals_left(28 - _takes(6))
    host.page.goto("about:blank")
    expect(rival.rival_strip).to_contain_text("disconnected")
    host.page.go_back()
    expect(rival.rival_strip).not_to_contain_text("disconnected")
    host.shows(after(line_of()[:6]))


def _takes(count: int) -> int:
    return sum(action != DRAW for action in line_of()[:count])


def test_a_cut_line_in_a_race_loses_no_move(visit: Callable[..., Visit]) -> None:
    visitor = visit()
    visitor.watch.forgive("WebSocket")
    host, rival = RaceTable(visitor.page()), RaceTable(visit().page())
    wire = Wire(host.page)
    rival.join(host.host(FIRST_DEAL))
    start(host, rival)
    wire.cut()
    expect(host.banner).to_be_visible()
    host.play((KING,))
    expect(host.banner).to_contain_text("1 move is not saved yet")
    wire.mend()
    expect(host.banner).to_be_hidden()
    host.shows(after((KING,)))
    rival.rivals_left(27)


def test_without_undo_stuck_is_the_end_and_places_follow(pair: Pair) -> None:
    host, rival = pair
    start(host, rival)
    expect(host.undo_button).to_be_hidden()
    host.play(stuck_line_of())
    expect(host.page.get_by_test_id("done-panel")).to_contain_text("No move is left")
    expect(host.page.get_by_test_id("done-panel")).to_contain_text("1 racer is still at it.")
    rival.page.get_by_test_id("panel-resign").click()
    rival.page.locator("#resign-dialog").get_by_role("button", name="Resign").click()
    expect(host.page.get_by_test_id("finish-title")).to_have_text("You come first")
    expect(rival.places.locator("tbody .rank-cell")).to_have_text(["1", "2"])


def test_a_finished_race_leads_to_the_post_mortem_of_ones_own_game(pair: Pair) -> None:
    host, rival = pair
    start(host, rival)
    host.play(line_of())
    host.shows(after(line_of()))
    rival.play(stuck_line_of())
    expect(rival.finish).to_be_visible()
    rival.page.reload()
    rival.page.get_by_test_id("race-post-mortem").click()
    expect(rival.page.get_by_test_id("verdict")).to_contain_text("lost it")
    host.page.get_by_test_id("race-post-mortem").click()
    expect(host.page.get_by_test_id("gaps")).to_be_visible()


def test_a_race_is_played_on_two_phones(visit: Callable[..., Visit]) -> None:
    host, rival = (RaceTable(visit(**PHONE).page()) for _ in range(2))
    rival.join(host.host(FIRST_DEAL))
    start(host, rival)
    host.tap(line_of()[:4])
    page = rival.page
    expect(page.locator("#rivals")).to_contain_text(f"{28 - _takes(4)} left")
    expect(page.locator("#rivals")).to_be_in_viewport(ratio=1)
    cards = boxes(page, "#peaks .card")
    assert all(box.is_within(window(page)) for box in cards.values())
    strip = boxes(page, "#rivals")["#rivals 0"]
    assert not any(box.meets(strip) for box in cards.values())
    assert not is_wider_than_the_window(page)
    host.tap(line_of()[4:])
    expect(page.locator("#rivals")).to_contain_text("cleared")
    host.shows(after(line_of()))
    rival.tap(stuck_line_of())
    title = page.get_by_test_id("finish-title")
    expect(title).to_contain_text("wins the race")
    close = boxes(page, "#finish .close")["#finish .close 0"]
    assert not words(page, "#finish-title").meets(close)


def test_the_form_says_what_is_wrong_with_a_code(visit: Callable[..., Visit]) -> None:
    visitor = visit()
    visitor.watch.forgive("400")
    page = visitor.page()
    page.goto("/races/")
    page.get_by_test_id("race-given").check()
    error = page.get_by_test_id("race-error")
    for text, told in (("", "Type a number"), ("1e3", "1E3"), ("TP1-X-AAAAAAB", "X")):
        page.get_by_test_id("race-code").fill(text)
        page.get_by_test_id("race-create").click()
        expect(error).to_contain_text(told)
    page.get_by_test_id("race-code").fill("3")
    page.get_by_test_id("race-create").click()
    expect(page.get_by_test_id("lobby-facts")).to_contain_text("TP1-E-AAAAAAD")
