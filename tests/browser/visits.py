"""Visitors: browser profiles with cookies of their own, on one of the sizes that people have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.tables import Table
from tests.browser.watches import Watch

WAIT_MS = 10_000
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}


def touching(width: int, height: int) -> dict[str, Any]:
    """Return the options of a telephone of this size, in points."""
    return {
        "viewport": {"width": width, "height": height},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    }


PHONE = touching(360, 640)
PHONE_LYING = touching(844, 390)


@dataclass(frozen=True, slots=True)
class Visit:
    """One person's browser, and what went wrong in it."""

    context: BrowserContext
    watch: Watch

    @classmethod
    def begin(cls, browser: Browser, url: str, **options: Any) -> Visit:
        """Open a profile for the site at this address."""
        usual = {"base_url": url, "color_scheme": "dark"} | DESK
        context = browser.new_context(**(usual | options))
        context.set_default_timeout(WAIT_MS)
        return cls(context, Watch(context, hosts={urlsplit(url).netloc}))

    def page(self) -> Page:
        """Open another tab."""
        return self.context.new_page()

    def table(self) -> Table:
        """Open another tab, for a table."""
        return Table(self.page())
