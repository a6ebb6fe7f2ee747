"""What every answer says to the browser, and what its cookies may do."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.visitors import make_browser

pytestmark = pytest.mark.django_db
PAGES = ["/", "/about/rules/", "/accounts/signup/", "/deals/TP1-E-AAAAAAB/", "/nothing/"]
POLICY = {
    "default-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}


@pytest.mark.parametrize("path", [*PAGES, "/api/v1/deals/1/board"])
def test_every_answer_keeps_the_browser_strict(path: str) -> None:
    answer = Client().get(path)
    assert set(answer["Content-Security-Policy"].split("; ")) == POLICY
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_a_script_or_style_in_it(path: str) -> None:
    page = Client().get(path).content.decode()
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick=" not in page
    scripts = page.split("<script")[1:]
    assert all(" src=" in one or 'type="application/json"' in one for one in scripts)


def test_cookies_are_kept_from_scripts_and_other_sites() -> None:
    browser = make_browser()
    browser.deal(1)
    session, proof = browser.cookies["sessionid"], browser.cookies["csrftoken"]
    assert (session["httponly"], session["samesite"], session["secure"]) == (True, "Lax", "")
    assert (proof["samesite"], proof["secure"]) == ("Lax", "")


def test_where_the_site_is_https_only_cookies_are_too(settings: Any) -> None:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    browser = make_browser()
    browser.deal(1)
    assert browser.cookies["sessionid"]["secure"]
    assert browser.cookies["csrftoken"]["secure"]


def test_a_host_that_is_not_ours_is_refused() -> None:
    assert Client().get("/", headers={"Host": "elsewhere.example"}).status_code == 400


def test_pages_of_the_person_are_kept_by_no_cache_between() -> None:
    browser = make_browser()
    browser.deal(1)
    assert "Cookie" in browser.get("/")["Vary"]
