"""What a page must never do, whatever a test does with it: fail, complain, or leave the site."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

# A page that is left behind breaks off what it was loading; that is no fault of the page.
LEFT_BEHIND = "net::ERR_ABORTED"


class Watch:
    """Writes down every fault of a context's pages; a test forgives those that it provokes."""

    def __init__(self, context: BrowserContext, *, hosts: set[str]) -> None:
        self.hosts = hosts
        self._seen: list[str] = []
        self._forgiven: list[re.Pattern[str]] = []
        context.on("page", self._follow)

    def forgive(self, *patterns: str) -> None:
        """Pass over faults that match one of the patterns."""
        self._forgiven += [re.compile(pattern) for pattern in patterns]

    @property
    def faults(self) -> list[str]:
        """Return what went wrong and was not forgiven."""
        return [
            fault
            for fault in self._seen
            if not any(pattern.search(fault) for pattern in self._forgiven)
        ]

    def _follow(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._seen.append(f"error: {error}"))
        page.on("request", self._request)
        page.on("requestfailed", self._failed)
        page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._seen.append(f"console {message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.netloc not in self.hosts:
            self._seen.append(f"external: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != LEFT_BEHIND:
            self._seen.append(f"failed: {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._seen.append(f"answered {response.status}: {response.url}")
