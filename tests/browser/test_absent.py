"""A racer who goes away: the others see how long he is waited for, and may then go on."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from games.engine.actions import TAKES
from tests.browser.races import RaceTable, start
from tests.browser.tables import FIRST_DEAL, after
from tests.browser.visits import PHONE, Visit

KING = TAKES[20]
Pair = tuple[RaceTable, RaceTable]


def race(visit: Callable[..., Visit], **options: object) -> Pair:
    host, rival = (RaceTable(visit(**options).page()) for _ in range(2))
    rival.join(host.host(FIRST_DEAL))
    start(host, rival)
    return host, rival


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_who_is_gone_is_waited_for_with_a_countdown(
    visit: Callable[..., Visit], options: dict[str, object]
) -> None:
    host, rival = race(visit, **options)
    rival.play((KING,))
    rival.page.goto("about:blank")
    absent = host.page.get_by_test_id("absent")
    expect(absent).to_contain_text("is gone. Back in time: 0:4")
    expect(host.page.get_by_test_id("end-absent")).to_be_hidden()
    rival.page.go_back()
    expect(absent).to_be_hidden()
    rival.shows(after((KING,)))


def test_after_the_grace_the_race_goes_on_without_him(visit: Callable[..., Visit]) -> None:
    host, rival = (RaceTable(visit().page()) for _ in range(2))
    host.host()  # makes the visitor a guest
    host.page.goto(open_race(host, deal=FIRST_DEAL, grace_ms=10_000))
    rival.join(urlsplit(host.page.url).path)
    start(host, rival)
    rival.page.goto("about:blank")
    expect(host.page.get_by_test_id("absent")).to_contain_text("is gone")
    button = host.page.get_by_test_id("end-absent")
    expect(button).to_be_visible(timeout=30_000)
    button.click()
    expect(host.rival_strip).to_contain_text("out of time")
    expect(host.page.get_by_test_id("absent")).to_be_hidden()
    rival.page.go_back()
    expect(rival.page.get_by_test_id("done-panel")).to_contain_text("You were away too long")


def open_race(host: RaceTable, **settings: object) -> str:
    """Open a race by the API, as the visitor of a page; return its address."""
    cookies = {cookie["name"]: cookie["value"] for cookie in host.page.context.cookies()}
    headers = {"X-CSRFToken": cookies["csrftoken"], "Referer": host.page.url}
    answer = host.page.request.post("/api/v1/races", data=settings, headers=headers)
    assert answer.status == 201, answer.text()
    return str(answer.json()["url"])
