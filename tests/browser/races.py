"""A race's page as a racer sees and handles it: lobby, countdown, table, places, rematch."""

from __future__ import annotations

import hashlib
import re
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.tables import Table


class RaceTable(Table):
    """One racer's page; its table is handled as any other."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.lobby = page.get_by_test_id("lobby")
        self.countdown = page.get_by_test_id("countdown")
        self.places = page.get_by_test_id("places")
        self.finish = page.get_by_test_id("finish-panel")
        self.ready_button = page.get_by_test_id("ready")
        self.rematch_button = page.get_by_test_id("rematch")

    @property
    def slug(self) -> str:
        """Return the name of the race in its address."""
        return urlsplit(self.page.url).path.split("/")[2]

    def host(self, deal: str = "") -> str:
        """Open a race for two, sealed unless a deal is named, and return the path of its link."""
        self.page.goto(f"/races/?deal={deal}" if deal else "/races/")
        self.page.get_by_test_id("race-create").click()
        expect(self.lobby).to_be_visible()
        link = self.page.get_by_test_id("race-link").input_value()
        assert link == self.page.url
        return urlsplit(link).path

    def join(self, path: str) -> None:
        """Follow a link and sit down."""
        self.page.goto(path)
        self.page.get_by_test_id("join").click()
        expect(self.ready_button).to_be_visible()

    @property
    def rival_strip(self) -> Locator:
        """Return how the other racer stands, in the panel."""
        return self.page.get_by_test_id("race-strip").locator(".strip:not(.mine)")

    def rivals_left(self, count: int) -> None:
        """Wait until the strip of the other racer says how many cards he has left."""
        expect(self.rival_strip).to_contain_text(f"{count} left")

    def proof_holds(self, commitment: str) -> None:
        """Hold code and nonce, as the page shows them, against what it showed beforehand."""
        expect(self.page.get_by_test_id("proof-verdict")).to_contain_text("it holds")
        text = self.page.get_by_test_id("proof-text").text_content() or ""
        code = self.page.get_by_test_id("race-deal-code").text_content() or ""
        assert text.startswith(f"{code}:")
        assert re.fullmatch("TP1-E-[A-Z2-7]{12}:[0-9a-f]{32}", text)
        assert hashlib.sha256(text.encode()).hexdigest() == commitment

    @property
    def commitment(self) -> str:
        """Return the fingerprint that the lobby shows."""
        return self.page.get_by_test_id("commitment").text_content() or ""


def count_down(*racers: RaceTable) -> None:
    """All see the countdown, and then their tables."""
    for racer in racers:
        expect(racer.countdown).to_be_visible()
    for racer in racers:
        expect(racer.countdown).to_be_hidden()
        racer.is_dealt()


def start(*racers: RaceTable) -> None:
    """All are ready, and wait for the common start."""
    for racer in racers:
        racer.ready_button.click()
    count_down(*racers)
