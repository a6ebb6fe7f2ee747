"""Two who look for an opponent find each other, and their race begins by itself."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.races import RaceTable, count_down
from tests.browser.visits import PHONE, Visit


def seek(racer: RaceTable) -> None:
    racer.page.goto("/races/")
    racer.page.get_by_test_id("seek-start").click()


def test_two_strangers_find_each_other_and_race(visit: Callable[..., Visit]) -> None:
    desk, phone = RaceTable(visit().page()), RaceTable(visit(**PHONE).page())
    seek(desk)
    expect(desk.page.get_by_test_id("seek-waiting")).to_contain_text("within 1")
    seek(phone)
    for racer in (desk, phone):
        racer.page.wait_for_url("**/races/*/")
    count_down(desk, phone)
    assert desk.slug == phone.slug


def test_a_search_is_cancelled_and_begun_again(visit: Callable[..., Visit]) -> None:
    racer = RaceTable(visit().page())
    seek(racer)
    waiting = racer.page.get_by_test_id("seek-waiting")
    expect(waiting).to_contain_text("Waiting for somebody")
    racer.page.get_by_test_id("seek-cancel").click()
    expect(waiting).to_be_hidden()
    racer.page.get_by_test_id("seek-start").click()
    expect(waiting).to_contain_text("Waiting for somebody")
