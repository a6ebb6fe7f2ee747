"""What is never limited below its number, what happens above it, and for whom it counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client, RequestFactory

from players.limits import A_MINUTE, client_address
from players.models import Player
from tests.visitors import Bot, make_bot, make_browser, next_address

pytestmark = pytest.mark.django_db


@pytest.fixture
def quick_reads(monkeypatch: Any) -> Iterator[None]:
    """Let the boundary of reads come sooner than after 600 pages."""
    from players import limits

    limits._item.cache_clear()
    monkeypatch.setitem(A_MINUTE, "reads", 5)
    yield
    limits._item.cache_clear()


def assert_told(answer: Any) -> None:
    """Look that a refusal says when to come back."""
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 60


def test_the_promised_numbers_are_kept() -> None:
    promised = {"guests": 30, "signups": 10, "games": 120, "reads": 600}
    assert promised.items() <= A_MINUTE.items()


def test_the_31st_guest_of_a_minute_is_refused() -> None:
    bot = Bot(None)
    assert {bot.call("guests").status_code for _ in range(30)} == {201}
    refused = bot.call("guests")
    assert_told(refused)
    assert refused.json()["code"] == "rate_limited"
    assert Player.objects.count() == 30


def test_guests_of_pages_and_of_programs_count_together() -> None:
    browser = make_browser()
    bot = Bot(None)
    bot.defaults["REMOTE_ADDR"] = browser.defaults["REMOTE_ADDR"]
    for _ in range(30):
        bot.call("guests")
    answer = browser.call("/play/", {"deal": 1})
    assert_told(answer)
    assert answer.json()["code"] == "rate_limited"


def test_the_121st_game_of_a_minute_is_refused() -> None:
    bot = make_bot()
    codes = [bot.call("games", {"deal": number}).status_code for number in range(121)]
    assert codes == [201] * 120 + [429]


def test_the_11th_sign_up_of_a_minute_is_refused_with_a_page() -> None:
    address = next_address()
    answers = []
    for number in range(11):
        browser = make_browser()
        browser.defaults["REMOTE_ADDR"] = address
        answers.append(browser.sign_up(f"player{number}"))
    assert [answer.status_code for answer in answers] == [302] * 10 + [429]
    assert_told(answers[-1])
    assert "Please try again in" in answers[-1].content.decode()
    assert Player.objects.count() == 10


def test_a_form_that_is_filled_in_wrongly_counts_as_no_sign_up() -> None:
    browser = make_browser()
    codes = {browser.sign_up("ab").status_code for _ in range(12)}
    assert codes == {200}
    assert browser.sign_up("Kari").status_code == 302


def test_reads_of_pages_and_calls_are_counted_together(quick_reads: None) -> None:
    client = Client(REMOTE_ADDR=next_address())
    paths = ["/", "/api/v1/deals/1/board", "/accounts/login/", "/deals/1/", "/races/"]
    assert 429 not in [client.get(path).status_code for path in paths]
    for path in paths:
        assert_told(client.get(path))
    assert client.get("/healthz").status_code == 200


def test_a_form_of_accounts_that_is_sent_too_often_is_told_alike() -> None:
    browser = make_browser()
    reset = [browser.fill_in("/accounts/password/reset/", email=f"{n}@x.org") for n in range(21)]
    assert 429 not in [answer.status_code for answer in reset[:20]]
    assert_told(reset[20])
    assert "Please try again in 60 seconds." in reset[20].content.decode()


def test_one_addresss_limit_is_not_anothers(quick_reads: None) -> None:
    for _ in range(2):
        client = Client(REMOTE_ADDR=next_address())
        assert [client.get("/races/").status_code for _ in range(6)] == [200] * 5 + [429]


def test_limits_can_be_lifted(settings: Any) -> None:
    settings.RATE_LIMITS = False
    bot = Bot(None)
    assert {bot.call("guests").status_code for _ in range(35)} == {201}


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "", "10.9.9.9"),
        (0, "1.1.1.1", "10.9.9.9"),
        (1, "1.1.1.1", "1.1.1.1"),
        (1, "9.9.9.9, 1.1.1.1", "1.1.1.1"),
        (2, "9.9.9.9, 1.1.1.1, 10.0.0.2", "1.1.1.1"),
        (2, "1.1.1.1", "10.9.9.9"),
        (1, "", "10.9.9.9"),
        (1, "1.1.1.1,", "10.9.9.9"),
    ],
)
def test_the_address_is_the_one_that_the_trusted_proxies_saw(
    settings: Any, proxies: int, forwarded: str, address: str
) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR="10.9.9.9")
    assert client_address(request) == address


def test_a_visitor_cannot_choose_his_address(quick_reads: None) -> None:
    client = Client(REMOTE_ADDR=next_address())
    forged = [f"1.1.1.{number}" for number in range(6)]
    codes = [client.get("/races/", headers={"X-Forwarded-For": one}).status_code for one in forged]
    assert codes == [200] * 5 + [429]


def test_behind_a_proxy_each_visitor_has_a_limit_of_his_own(
    settings: Any, quick_reads: None
) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    client = Client(REMOTE_ADDR=next_address())
    for address in (next_address(), next_address()):
        headers = {"X-Forwarded-For": f"6.6.6.6, {address}"}
        codes = [client.get("/races/", headers=headers).status_code for _ in range(6)]
        assert codes == [200] * 5 + [429]


def test_processes_count_together_in_redis(settings: Any, redis_url: str) -> None:
    from players import limits

    settings.REDIS_URL = redis_url
    bot = Bot(None)
    codes = []
    for _ in range(31):
        codes.append(bot.call("guests").status_code)
        limits._limiter.cache_clear()  # what another process would make
    assert codes == [201] * 30 + [429]


def test_while_redis_is_away_each_process_counts_alone(settings: Any, caplog: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    bot = Bot(None)
    assert [bot.call("guests").status_code for _ in range(31)] == [201] * 30 + [429]
    assert "Redis is away" in caplog.text
