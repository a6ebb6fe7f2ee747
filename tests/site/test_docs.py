"""The page that describes the API to people, in a browser that keeps to the site's policy."""

from __future__ import annotations

from playwright.sync_api import ConsoleMessage, Page

from tests.services.server import MakeServer


def test_the_api_is_described_without_breaking_the_sites_policy(
    server: MakeServer, sqlite_url: str, page: Page
) -> None:
    complaints: list[str] = []
    asked: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            complaints.append(message.text)

    page.on("console", heard)
    page.on("request", lambda request: asked.append(request.url))
    site = server(sqlite_url)
    page.goto(f"{site.url}/api/v1/docs")
    page.get_by_text("/api/v1/guests").wait_for()
    page.get_by_text("/api/v1/deals/{code}/board").wait_for()
    assert complaints == []
    assert all(url.startswith((site.url, "data:")) for url in asked)
