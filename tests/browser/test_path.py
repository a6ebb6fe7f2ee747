"""The whole path: a newcomer wins a deal, signs up, sees itself on the board, races a friend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

import psycopg
import pytest
from playwright.sync_api import Page, expect

from games.engine.view import view_of
from tests.browser.races import RaceTable, count_down, start
from tests.browser.tables import FIRST_DEAL, Table, after, line_of, start_of, stuck_line_of
from tests.browser.visits import Visit
from tests.services.server import MakeServer, Server

NAME = "Trine"
PASSWORD = "three peaks and a draw"

Servers = tuple[Server, Server]


@pytest.fixture
def servers(server: MakeServer, postgres_url: str, redis_url: str) -> Servers:
    """Return two server processes on one PostgreSQL and one Redis."""
    return (
        server(postgres_url, redis_url=redis_url),
        server(postgres_url, redis_url=redis_url),
    )


def choose_deal_one(table: Table) -> None:
    """Ask for deal 1 by its number, in the dialog for a new game."""
    table.page.get_by_test_id("new-game").click()
    table.page.get_by_test_id("deal-given").check()
    table.page.get_by_test_id("deal-input").fill("1")
    table.page.get_by_test_id("deal-start").click()
    expect(table.page.get_by_test_id("deal-code")).to_have_text(FIRST_DEAL)
    table.shows(start_of())


def sign_up(page: Page) -> None:
    """Fill in the form that the won panel leads to."""
    page.get_by_test_id("won-sign-up").click()
    page.get_by_label("Username").fill(NAME)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_test_id("signup-submit").click()
    expect(page.get_by_test_id("player-name")).to_have_text(NAME)


def sees_itself_first(page: Page) -> None:
    """Look at deal 1's board: first place, 759 points, a first attempt."""
    page.goto(f"/deals/{FIRST_DEAL}/")
    row = page.get_by_test_id("my-row")
    expect(row.locator("td").first).to_have_text("1")
    expect(row).to_contain_text(NAME)
    expect(row).to_contain_text("759")
    expect(row).to_contain_text("first attempt")


def secret_deal(url: str, slug: str) -> int:
    """Look up a sealed race's deal where nobody but an operator can."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT deal_id FROM games_race WHERE slug = %s", (slug,))
        found = row.fetchone()
    assert found is not None
    return int(found[0])


def wins_deal_one(table: Table) -> None:
    """Choose deal 1, clear it, and read what the page says of it."""
    choose_deal_one(table)
    table.click(line_of())
    expect(table.won).to_be_visible()
    scores = asdict(view_of(after(line_of())).scores)
    assert scores.pop("points") == 759
    expect(table.won.locator('[data-show="points"]')).to_have_text("759")
    for name, value in scores.items():
        shown = f"{value:,}".replace("-", "−")
        expect(table.won.locator(f'[data-show="{name}"]')).to_have_text(shown)
    place = table.page.get_by_test_id("won-place")
    expect(place).to_have_text("Place 1 on this deal's board, once you sign up.")


def race(host: RaceTable, rival: RaceTable, *, number: int) -> None:
    """Race a deal to its end: the host clears it, the rival draws all and gets stuck."""
    line, stuck = line_of(number), stuck_line_of(number)
    rival.play(stuck[:23])
    host.click(line)
    host.shows(after(line, start_of(number)))
    expect(rival.rival_strip).to_contain_text("cleared, first")
    rival.play(stuck[23:])


def see_the_places(host: RaceTable, rival: RaceTable, *, commitment: str) -> None:
    """Both see who won, and that the deal was fixed beforehand."""
    expect(host.page.get_by_test_id("finish-title")).to_have_text("You win the race")
    expect(rival.page.get_by_test_id("finish-title")).to_have_text(f"{NAME} wins the race")
    for racer in (host, rival):
        expect(racer.places.locator("tbody .rank-cell")).to_have_text(["1", "2"])
        racer.proof_holds(commitment)


def rematch(host: RaceTable, rival: RaceTable) -> None:
    """One click each leads to the countdown of another race."""
    slug = host.slug
    for racer in (host, rival):
        racer.rematch_button.click()
    count_down(host, rival)
    assert host.slug == rival.slug != slug


def test_from_the_first_page_to_a_rematch(
    servers: Servers, postgres_url: str, visit: Callable[..., Visit]
) -> None:
    here, there = servers
    page = visit(url=here.url).page()
    wins_deal_one(Table(page).open())
    sign_up(page)
    sees_itself_first(page)

    host, rival = RaceTable(page), RaceTable(visit(url=there.url).page())
    rival.join(host.host())
    commitment = host.commitment
    assert rival.commitment == commitment
    start(host, rival)
    number = secret_deal(postgres_url, host.slug)
    race(host, rival, number=number)
    see_the_places(host, rival, commitment=commitment)

    rematch(host, rival)
    fresh = secret_deal(postgres_url, host.slug)
    assert fresh != number
    for racer in (host, rival):
        racer.shows(start_of(fresh))
