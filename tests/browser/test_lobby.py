"""A race's lobby: its settings, its link in every form, who waits, and a match over rematches."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urljoin

import pytest
import segno
from playwright.sync_api import Page, expect

from games.engine.actions import DRAW
from tests.browser.races import RaceTable, count_down, start
from tests.browser.tables import FIRST_DEAL
from tests.browser.visits import Visit
from tests.site.test_race_links import modules_of

Pair = tuple[RaceTable, RaceTable]


@pytest.fixture
def pair(visit: Callable[..., Visit]) -> Pair:
    """Return two racers who sit in the lobby of a race on deal 1."""
    host, rival = (RaceTable(visit().page()) for _ in range(2))
    rival.join(host.host(FIRST_DEAL))
    return host, rival


def choose(page: Page, *ids: str) -> None:
    for test_id in ids:
        page.get_by_test_id(test_id).check()


# Settings.


def test_all_that_is_chosen_in_the_form_stands_in_the_lobby(visit: Callable[..., Visit]) -> None:
    host = RaceTable(visit().page())
    host.page.goto("/races/")
    choose(host.page, "rule-classic", "grade-fair", "seats-4", "limit-20", "best-of-5", "grace-60")
    choose(host.page, "race-undo")
    host.page.get_by_test_id("race-create").click()
    facts = host.page.get_by_test_id("lobby-facts").locator("li")
    expect(facts).to_have_text(
        [
            "Classic",
            "undo allowed",
            "20 minutes",
            "secret deal, fair",
            "best of 5",
            "60 seconds to come back",
        ]
    )
    expect(host.page.get_by_test_id("lobby-seats").locator(".seat")).to_have_count(4)


def test_a_guest_cannot_ask_for_a_rated_race(visit: Callable[..., Visit]) -> None:
    page = visit().page()
    page.goto("/races/")
    expect(page.get_by_test_id("race-rated")).to_be_disabled()


def test_the_host_changes_the_settings_and_everybody_sees_it(pair: Pair) -> None:
    host, rival = pair
    rival.ready_button.click()
    expect(rival.page.locator(".seat[data-ready]")).to_have_count(1)
    host.page.get_by_test_id("change-settings").click()
    expect(host.page.get_by_test_id("race-code")).to_have_value(FIRST_DEAL)
    choose(host.page, "race-sealed", "seats-3", "limit-none", "best-of-3")
    host.page.get_by_test_id("settings-save").click()
    expect(host.page.get_by_test_id("race-settings")).to_be_hidden()
    for racer in pair:
        facts = racer.page.get_by_test_id("lobby-facts")
        expect(facts).to_contain_text("secret deal")
        expect(facts).to_contain_text("no time limit")
        expect(facts).to_contain_text("best of 3")
        expect(racer.page.locator(".seat")).to_have_count(3)
        expect(racer.page.locator(".seat[data-ready]")).to_have_count(0)
    assert len(host.commitment) == 64
    assert rival.commitment == host.commitment


def test_what_the_host_may_not_choose_is_said_in_the_dialog(pair: Pair) -> None:
    host, rival = pair
    expect(rival.page.get_by_test_id("change-settings")).to_be_hidden()
    host.page.get_by_test_id("change-settings").click()
    host.page.get_by_test_id("race-code").fill("")
    host.page.get_by_test_id("settings-save").click()
    error = host.page.get_by_test_id("race-settings").get_by_test_id("race-error")
    expect(error).to_have_text("Type a number or paste a code.")


# The link.


def test_the_code_in_the_lobby_is_that_of_its_link(visit: Callable[..., Visit]) -> None:
    host = RaceTable(visit().page())
    host.host()
    link = host.page.get_by_test_id("race-link").input_value()
    host.page.get_by_test_id("show-qr").click()
    picture = host.page.get_by_test_id("qr")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    source = urljoin(link, picture.get_attribute("src") or "")
    svg = host.page.request.get(source).text()
    code = segno.make(link, error="m", micro=False).matrix_iter(border=4)
    assert modules_of(svg) == [[bool(module) for module in row] for row in code]


def test_the_systems_own_sheet_gets_the_link(visit: Callable[..., Visit]) -> None:
    page = visit().page()
    page.add_init_script(
        "window.shared = []; navigator.share = async (data) => { window.shared.push(data); };"
    )
    host = RaceTable(page)
    host.host()
    page.get_by_test_id("share-race-link").click()
    link = page.get_by_test_id("race-link").input_value()
    assert page.evaluate("window.shared.map(({ url }) => url)") == [link]


def test_where_the_system_has_no_sheet_there_is_no_button(visit: Callable[..., Visit]) -> None:
    page = visit().page()
    page.add_init_script("delete Navigator.prototype.share;")
    RaceTable(page).host()
    expect(page.get_by_test_id("share-race-link")).to_be_hidden()


# Leaving.


def test_who_leaves_in_one_tab_races_in_no_other(pair: Pair) -> None:
    host, rival = pair
    other = RaceTable(rival.page.context.new_page())
    other.page.goto(rival.page.url)
    expect(other.ready_button).to_be_visible()
    rival.page.get_by_test_id("leave").click()
    expect(other.banner).to_contain_text("You have left this race")
    expect(other.ready_button).to_be_hidden()
    expect(host.page.locator(".seat.free")).to_have_count(1)


# Waiting.


def test_a_latecomer_waits_and_is_led_to_the_next_race(
    pair: Pair, visit: Callable[..., Visit]
) -> None:
    host, rival = pair
    start(host, rival)
    late = RaceTable(visit().page())
    late.page.goto(host.page.url)
    late.page.get_by_test_id("watch-wait").click()
    expect(late.page.get_by_test_id("watch-waiting")).to_have_text("You wait for the next race.")
    finish(host, rival)
    expect(host.page.get_by_test_id("finish-waiting")).to_contain_text("waits for the next race")
    before = host.page.url
    host.rematch_button.click()
    late.page.wait_for_url(lambda url: url.split("?")[0] not in ("", before))
    expect(late.ready_button).to_be_visible()
    expect(host.page.locator(".seat")).to_have_count(3)
    late.page.get_by_test_id("race-before").click()
    expect(late.page).to_have_url(f"{before}?this=1")


# Matches.


def finish(winner: RaceTable, loser: RaceTable) -> None:
    """End a race on whatever deal: both resign, and the loser has drawn before, which costs."""
    loser.play((DRAW, DRAW))
    for racer in (loser, winner):
        racer.page.get_by_test_id("panel-resign").click()
        racer.page.get_by_test_id("resign-yes").click()
    for racer in (loser, winner):
        expect(racer.finish).to_be_visible()


def rematch(*racers: RaceTable) -> None:
    """Go on to the next race; whoever asks for it is ready."""
    for racer in racers:
        racer.rematch_button.click()
        expect(racer.finish).to_be_hidden()
    count_down(*racers)


def test_the_score_of_a_match_is_kept_over_its_rematches(visit: Callable[..., Visit]) -> None:
    host, rival = (RaceTable(visit().page()) for _ in range(2))
    host.page.goto("/races/")
    choose(host.page, "best-of-3")
    host.page.get_by_test_id("race-create").click()
    expect(host.lobby).to_be_visible()
    rival.join(host.page.url)
    start(host, rival)
    finish(host, rival)
    expect(host.page.get_by_test_id("match")).to_contain_text("Race 1 · You 1")
    rematch(host, rival)
    expect(host.page.get_by_test_id("race-score")).to_contain_text("Race 2 · You 1")
    finish(rival, host)
    expect(host.page.get_by_test_id("match")).to_contain_text("Race 2 ·")
    expect(host.page.get_by_test_id("match")).not_to_contain_text("wins the match")
    rematch(rival, host)
    finish(host, rival)
    expect(host.page.get_by_test_id("match")).to_contain_text("You win the match! Race 3 · You 2")
    expect(rival.page.get_by_test_id("match")).to_contain_text("guest-")
    expect(rival.page.get_by_test_id("match")).to_contain_text("wins the match!")
    rematch(host, rival)
    expect(host.page.get_by_test_id("race-score")).to_have_text(re.compile("Race 4 · .* 0 – .* 0"))
