"""Debian's Chromium, driven by Playwright, as a person at a desk and one with a phone.

Playwright keeps an event loop in the thread that started it. It therefore lives for one test
module, which must hold no asynchronous test and use no Django database of its own process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.services.processes import ServiceError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield one Chromium for the module's tests."""
    if not CHROMIUM.exists():
        raise ServiceError("chromium is missing; mend it by: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Yield a function that opens a browser profile of its own, with cookies of its own."""
    contexts: list[BrowserContext] = []

    def open_profile(**options: Any) -> BrowserContext:
        contexts.append(browser.new_context(**(DESKTOP | options)))
        return contexts[-1]

    yield open_profile
    for context in contexts:
        context.close()


@pytest.fixture
def page(visitor: Callable[..., BrowserContext]) -> Page:
    """Return a page in a desktop window of 1280 × 800."""
    return visitor().new_page()


@pytest.fixture
def phone(visitor: Callable[..., BrowserContext]) -> Page:
    """Return a page on a phone of 390 × 844 points, with touch."""
    return visitor(**PHONE).new_page()
