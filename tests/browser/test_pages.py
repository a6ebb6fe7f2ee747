"""Every page as a browser meets it: no complaint, no refused part, nothing from elsewhere.

The visitor's fixture looks for faults; these tests go everywhere and look that it was looking.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine.actions import TAKES
from tests.browser.measures import is_wider_than_the_window
from tests.browser.tables import FIRST_DEAL, line_of
from tests.browser.visits import PHONE, Visit

PASSWORD = "three peaks and a draw"
OPEN_PAGES = (
    "/",
    f"/deals/{FIRST_DEAL}/",
    f"/deals/{FIRST_DEAL}/?attempt=any&order=time&window=week",
    "/deals/TP1-C-7777777/",
    "/races/",
    f"/races/?deal={FIRST_DEAL}",
    "/about/rules/",
    "/about/fairness/",
    "/about/solver/",
    "/accounts/signup/",
    "/accounts/login/",
)
FAULTS = {
    "/nowhere/": 404,
    "/games/abcdefghjkmn/": 404,
    "/races/abcdefghjkmn/": 404,
    "/players/nobody-at-all/": 404,
    "/deals/TP1-X-AAAAAAB/": 404,
    "/players/%00/": 404,
}


def sign_up(page: Page, name: str) -> None:
    """Fill in the form for a new account."""
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_test_id("signup-submit").click()
    expect(page.get_by_test_id("player-name")).to_have_text(name)


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("path", OPEN_PAGES)
def test_a_page_is_whole(visit: Callable[..., Visit], path: str, size: dict[str, object]) -> None:
    page = visit(**size).page()
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == 200
    assert "content-security-policy" in answer.headers
    expect(page.locator("main")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert not is_wider_than_the_window(page)


@pytest.mark.parametrize("path", FAULTS)
def test_a_fault_has_a_page_with_a_way_out(desk: Visit, path: str) -> None:
    desk.watch.forgive("404")
    page = desk.page()
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == FAULTS[path]
    fault = page.get_by_test_id("fault")
    expect(fault).to_contain_text(str(FAULTS[path]))
    expect(fault.get_by_role("heading")).not_to_be_empty()
    fault.get_by_role("link", name="To the table").click()
    expect(page.get_by_test_id("felt")).to_be_visible()


def test_somebody_elses_game_is_refused_with_a_page(visit: Callable[..., Visit]) -> None:
    table = visit().table().deal()
    table.play((TAKES[20],))
    stranger = visit()
    stranger.watch.forgive("403")
    page = stranger.page()
    page.goto(table.page.url)
    expect(page.get_by_test_id("fault")).to_contain_text("This game is somebody else's.")


def test_an_account_signs_up_out_and_in(desk: Visit) -> None:
    page = desk.page()
    sign_up(page, "Aase")
    page.get_by_test_id("player-name").click()
    expect(page.get_by_test_id("profile-name")).to_have_text("Aase")
    page.get_by_test_id("sign-out").click()
    page.get_by_test_id("logout-submit").click()
    expect(page.get_by_test_id("player-name")).to_have_text("Guest")
    page.get_by_test_id("sign-in").click()
    page.get_by_label("Username").fill("aase")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_test_id("login-submit").click()
    expect(page.get_by_test_id("player-name")).to_have_text("Aase")


def test_what_the_sign_up_form_refuses_it_explains(desk: Visit) -> None:
    page = desk.page()
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill("a!")
    page.get_by_label("Password", exact=True).fill("123")
    page.get_by_label("Password (again)").fill("124")
    page.get_by_test_id("signup-submit").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    assert page.get_by_label("Username").input_value() == "a!"


def test_a_profile_shows_games_and_leads_to_them(desk: Visit) -> None:
    table = desk.table().deal()
    table.play(line_of())
    expect(table.won).to_be_visible()
    sign_up(table.page, "Solveig")
    table.page.get_by_test_id("player-name").click()
    row = table.page.get_by_test_id("results").locator("tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("759")
    row.get_by_role("link", name=FIRST_DEAL).click()
    expect(table.page.get_by_test_id("my-row")).to_contain_text("Solveig")
    expect(table.page.get_by_test_id("my-attempts")).to_contain_text("won")


def test_the_board_keeps_tab_order_and_window_in_its_address(desk: Visit) -> None:
    page = desk.page()
    page.goto(f"/deals/{FIRST_DEAL}/")
    page.get_by_test_id("attempt-any").click()
    page.get_by_test_id("order-time").click()
    page.get_by_test_id("window-week").click()
    expect(page).to_have_url(re.compile("attempt=any.*order=time.*window=week|window=week"))
    page.reload()
    for name in ("attempt-any", "order-time", "window-week"):
        expect(page.get_by_test_id(name)).to_have_attribute("aria-current", "true")


def test_a_deals_page_leads_to_its_table(desk: Visit) -> None:
    table = desk.table()
    table.page.goto("/deals/TP1-C-AAAAAAB/")
    table.page.get_by_test_id("play-deal").click()
    expect(table.page.get_by_test_id("deal-code")).to_have_text("TP1-C-AAAAAAB")
    expect(table.page.get_by_test_id("rule")).to_have_text("Classic")


def test_the_menu_of_a_phone_leads_everywhere(visit: Callable[..., Visit]) -> None:
    page = visit(**PHONE).page()
    for name, heading in (("nav-race", "Race your friends"), ("nav-learn", None)):
        page.goto("/")
        page.get_by_test_id("menu").click()
        page.get_by_test_id(name).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading or re.compile("."))


def test_the_watch_sees_what_a_page_does_wrong(visit: Callable[..., Visit], site: object) -> None:
    visitor = visit()
    page = visitor.page()
    page.goto("/")
    page.evaluate("() => { console.error('here'); new Image().src = '/nowhere.png'; }")
    page.evaluate("() => { new Image().src = 'http://127.0.0.1:9/elsewhere.png'; }")
    page.evaluate("() => setTimeout(() => { throw new Error('thrown'); })")
    page.evaluate("() => document.body.setAttribute('onclick', 'x()')")
    page.wait_for_load_state("networkidle")
    found = " ".join(visitor.watch.faults)
    for part in ("here", "nowhere.png", "thrown", "Content Security Policy"):
        assert part in found
    visitor.watch.forgive(".")
