"""Who has the link and no seat: before a race, while it runs, and when its tables are open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from games.engine.actions import DRAW
from tests.browser.measures import boxes, is_wider_than_the_window, weak_contrasts, window
from tests.browser.races import RaceTable, start
from tests.browser.tables import FIRST_DEAL, line_of
from tests.browser.visits import PHONE, Visit

Visiting = Callable[..., Visit]


class Watcher(RaceTable):
    """Somebody who opens a race's link and never sits down."""

    @property
    def panel(self) -> Locator:
        return self.page.get_by_test_id("watch")

    @property
    def strips(self) -> Locator:
        return self.page.get_by_test_id("watch-strips").locator(".strip")


def two_racers(visit: Visiting, deal: str = "") -> tuple[RaceTable, RaceTable]:
    host, rival = (RaceTable(visit().page()) for _ in range(2))
    rival.join(host.host(deal))
    return host, rival


def watch(visit: Visiting, racer: RaceTable, **options: Any) -> Watcher:
    watcher = Watcher(visit(**options).page())
    watcher.page.goto(racer.page.url)
    return watcher


def test_a_stranger_sees_the_lobby_live_and_may_still_join(visit: Visiting) -> None:
    host, rival = (RaceTable(visit().page()) for _ in range(2))
    path = host.host()
    watcher = watch(visit, host)
    expect(watcher.lobby).to_contain_text("invites you to a race")
    seats = watcher.page.get_by_test_id("lobby-seats").locator(".seat:not(.free)")
    expect(seats).to_have_count(1)
    rival.join(path)
    expect(seats).to_have_count(2)
    expect(watcher.lobby).to_contain_text("This race is full")
    rival.page.get_by_test_id("leave").click()
    watcher.page.get_by_test_id("join").click()
    expect(watcher.ready_button).to_be_visible()


@pytest.mark.parametrize("options", [{}, PHONE, {"color_scheme": "light"}])
def test_who_watches_sees_all_strips_and_no_card(visit: Visiting, options: dict[str, Any]) -> None:
    host, rival = two_racers(visit, FIRST_DEAL)
    watcher = watch(visit, host, **options)
    start(host, rival)
    expect(watcher.panel).to_contain_text("You are watching")
    expect(watcher.strips).to_have_count(2)
    host.play(line_of()[:3])
    expect(watcher.strips.first).to_contain_text(f"{28 - _takes(3)} left")
    expect(watcher.page.locator("#peaks .face")).to_have_count(0)
    expect(watcher.hint_button).to_be_hidden()
    panel = boxes(watcher.page, "#watch")["#watch 0"]
    assert panel.is_within(window(watcher.page))
    assert not is_wider_than_the_window(watcher.page)
    assert weak_contrasts(watcher.page, "#watch, #watch *") == []


def _takes(count: int) -> int:
    return sum(action != DRAW for action in line_of()[:count])


def test_who_comes_while_it_runs_becomes_a_guest_and_watches(visit: Visiting) -> None:
    host, rival = two_racers(visit, FIRST_DEAL)
    start(host, rival)
    watcher = watch(visit, host)
    expect(watcher.strips).to_have_count(2)
    host.play((DRAW,))
    expect(watcher.strips.first).to_contain_text("1 draw")
    watcher.page.reload()
    expect(watcher.strips.first).to_contain_text("1 draw")


def test_who_watched_looks_at_the_tables_after_it_was_said_what_that_means(
    visit: Visiting,
) -> None:
    host, rival = two_racers(visit)
    watcher = watch(visit, host)
    commitment = host.commitment
    start(host, rival)
    for racer in (host, rival):
        racer.resign()
    expect(watcher.page.get_by_test_id("finish-title")).to_contain_text("shared first place")
    expect(watcher.places.locator("tbody tr")).to_have_count(2)
    expect(watcher.rematch_button).to_be_hidden()
    watcher.proof_holds(commitment)
    watcher.page.get_by_test_id("race-replay").click()
    page = watcher.page
    expect(page.get_by_test_id("look-warning")).to_contain_text("assisted")
    expect(page.get_by_test_id("boards")).to_have_count(0)
    page.get_by_test_id("show-boards").click()
    expect(page.get_by_test_id("boards").locator(".race-board")).to_have_count(2)
    page.get_by_test_id("back-to-race").click()
    host.rematch_button.click()
    expect(watcher.rematch_button).to_have_text("To the newest race")
    watcher.rematch_button.click()
    expect(watcher.lobby).to_contain_text("invites you to a race")
