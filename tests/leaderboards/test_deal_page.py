"""`/deals/<code>/`: the canonical address, what it shows, its views by address."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games.engine.codes import Rule
from leaderboards.listing import PAGE_ROWS
from players.models import Follow, Player
from tests.factories import (
    SEALED_NUMBER,
    losing_actions,
    make_game,
    make_player,
    make_race,
    make_scored,
    make_win,
    winning_actions,
)

pytestmark = pytest.mark.django_db

PAGE = "/deals/TP1-E-AAAAAAB/"
CHOICES = ("tabs", "orders", "windows", "circles")


def client_of(player: Player) -> Client:
    client = Client()
    client.force_login(get_user_model().objects.get(pk=player.pk))
    return client


def context(url: str = PAGE, player: Player | None = None) -> Any:
    response = (client_of(player) if player else Client()).get(url)
    assert response.status_code == 200, response.content
    return response.context


def names(url: str, player: Player | None = None) -> list[str]:
    return [row["player"] for row in context(url, player)["board"]["rows"]]


@pytest.mark.parametrize(
    "form", ["1", "tp1-e-aaaaaab", "TP1 E AAAAAAB", "EAAAAAAB", "TP1-N-AAAAAAB", "ＴＰ１-E-AAAAAAB"]
)
def test_any_readable_form_leads_to_the_canonical_address(form: str) -> None:
    response = Client().get(f"/deals/{quote(form)}/?order=time")
    assert (response.status_code, response["Location"]) == (302, f"{PAGE}?order=time")


@pytest.mark.parametrize(
    ("form", "part"), [("TP1-E-AAA", "3"), ("TP9-E-AAAAAAB", "TP9"), ("TP1-X-AAAAAAB", "X")]
)
def test_an_unreadable_code_is_not_found_and_says_which_part_is_wrong(form: str, part: str) -> None:
    response = Client().get(f"/deals/{form}/")
    assert response.status_code == 404
    assert part in response.context["message"]


def test_a_wrong_word_in_the_address_is_told() -> None:
    response = Client().get(f"{PAGE}?order=beauty")
    assert response.status_code == 400
    assert "order" in response.context["message"]


def test_the_page_shows_the_code_and_the_ways_to_play_and_race_it() -> None:
    text = Client().get(PAGE).content.decode()
    assert "TP1-E-AAAAAAB" in text
    assert "deal=TP1-E-AAAAAAB" in text
    assert "/races/" in text


def test_first_attempts_are_the_default_tab_and_the_best_a_second_one() -> None:
    ann = make_player("Ann")
    make_scored(ann, points=700)
    make_scored(ann, points=750)
    shown = context()
    assert [(tab.word, tab.is_active) for tab in shown["tabs"]] == [("first", True), ("any", False)]
    assert shown["board"]["rows"][0]["points"] == 700
    assert context(PAGE + shown["tabs"][1].url)["board"]["rows"][0]["points"] == 750


def test_each_link_leads_to_a_view_in_which_it_alone_is_active() -> None:
    make_scored(make_player())
    start = context(f"{PAGE}?attempt=any&order=combo&window=week")
    for kind in CHOICES:
        for link in start[kind]:
            shown = context(PAGE + link.url)
            active = [choice.word for choice in shown[kind] if choice.is_active]
            assert active == [link.word]
            others = [other for other in CHOICES if other != kind]
            for other in others:
                assert [c.is_active for c in shown[other]] == [c.is_active for c in start[other]]


def test_my_row_is_in_sight_when_it_is_on_a_later_page_and_the_next_page_has_it() -> None:
    for _ in range(PAGE_ROWS + 1):
        make_scored(make_player(), points=700)
    late = make_player("Late")
    make_scored(late, points=600)
    shown = context(PAGE, late)
    assert not shown["me_is_on_page"]
    assert shown["board"]["me"]["player"] == "Late"
    text = client_of(late).get(PAGE).content.decode()
    assert text.count("my-row") == 1
    following = context(PAGE + shown["next_url"], late)
    assert following["me_is_on_page"]
    assert following["next_url"] is None


def test_the_next_page_keeps_the_view() -> None:
    for _ in range(PAGE_ROWS + 1):
        make_scored(make_player(), points=700)
    shown = context(f"{PAGE}?order=time")
    following = context(PAGE + shown["next_url"])
    assert [order.word for order in following["orders"] if order.is_active] == ["time"]
    assert len(following["board"]["rows"]) == 1


def test_friends_are_a_view_of_the_signed_in() -> None:
    ann, bob = make_player("Ann"), make_player("Bob")
    Follow.objects.create(player=ann, friend=bob)
    for player in (ann, bob, make_player("Zoe")):
        make_scored(player)
    assert set(names(f"{PAGE}?friends=1", ann)) == {"Ann", "Bob"}
    assert names(f"{PAGE}?friends=1") == []


def test_counts_name_plays_wins_and_the_rate_of_first_attempts() -> None:
    ann, bob = make_player(), make_player()
    first = make_win(ann, 1)
    make_game(ann, 1, losing_actions(), at_ms=first.finished_at_ms + 10)
    make_game(bob, 1, losing_actions())
    make_game(bob, 1)
    make_game(bob, 1, losing_actions(), rule=Rule.CLASSIC)
    stats = context()["stats"]
    assert (stats.plays, stats.wins, stats.players) == (3, 1, 2)
    assert (stats.first_wins, stats.firsts, stats.first_win_rate) == (1, 2, 50)


def test_a_deal_that_nobody_played_has_no_rate() -> None:
    stats = context()["stats"]
    assert (stats.plays, stats.first_win_rate) == (0, None)


def test_my_games_are_listed_with_their_attempt_under_both_rules() -> None:
    ann = make_player()
    make_game(ann, 1, losing_actions())
    make_game(ann, 1, losing_actions(), rule=Rule.CLASSIC, at_ms=2_000_000_000_000)
    make_game(ann, 1)
    own = context(PAGE, ann)["my_attempts"]
    assert [(game.attempt, game.rule) for game in own] == [(2, "C"), (1, "E")]
    assert context()["my_attempts"] == []


def visible(text: str) -> str:
    """Return a page's text without what differs from one request to the next."""
    return re.sub(r'(csrf-token" content|csrfmiddlewaretoken" value|nonce)="[^"]*"', "", text)


def test_a_sealed_deal_looks_like_one_that_was_never_opened() -> None:
    racer = make_player("Racer")
    url = "/deals/TP1-E-AAAABAAAAAAD/"
    viewers = [client_of(racer), Client()]
    before = [visible(client.get(url).content.decode()) for client in viewers]
    line = winning_actions(SEALED_NUMBER)
    make_race([racer, make_player()], [line, line[:5]], is_running=True)
    assert [visible(client.get(url).content.decode()) for client in viewers] == before


def test_a_strange_name_is_escaped() -> None:
    make_scored(make_player("<b>Eve"))
    text = Client().get(PAGE).content.decode()
    assert "<b>Eve" not in text
    assert "<b>Eve" in unescape(text)


def test_the_address_takes_reads_alone() -> None:
    assert Client().post(PAGE).status_code == 405
