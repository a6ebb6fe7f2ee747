"""A player's page, and following him."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from players.models import Follow, Player, Token
from tests.factories import (
    SEALED_NUMBER,
    losing_actions,
    make_game,
    make_player,
    make_race,
    make_win,
    undone_win,
    winning_actions,
)

pytestmark = pytest.mark.django_db


def client_of(player: Player, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(get_user_model().objects.get(pk=player.pk))
    return client


def guest_client(guest: Player) -> Client:
    return Client(headers={"Authorization": f"Bearer {Token.objects.issue(guest)}"})


def context(name: str = "Ann") -> Any:
    response = Client().get(f"/players/{name}/")
    assert response.status_code == 200
    return response.context


@pytest.mark.parametrize("name", ["ann", "ANN", "Ａｎｎ"])
def test_a_name_in_another_form_leads_to_its_own(name: str) -> None:
    make_player("Ann")
    response = Client().get(f"/players/{quote(name)}/")
    assert (response.status_code, response["Location"]) == (302, "/players/Ann/")


def test_a_name_in_another_script_has_its_page() -> None:
    make_player("Ольга")
    assert Client().get(f"/players/{quote('Ольга')}/").status_code == 200


def test_an_unknown_name_is_not_found() -> None:
    assert Client().get("/players/nobody-here/").status_code == 404


def test_wins_are_counted_among_the_games_with_an_action() -> None:
    ann = make_player("Ann")
    first = make_win(ann, 1)
    make_game(ann, 1, undone_win(1), at_ms=first.finished_at_ms + 10)
    make_game(ann, 3, losing_actions())
    make_game(ann, 7)
    counts = context()["counts"]
    assert (counts["games"], counts["wins"], counts["clean_wins"]) == (3, 2, 1)
    assert (counts["firsts"], counts["first_wins"]) == (2, 1)
    assert (counts["win_rate"], counts["first_win_rate"]) == (67, 50)


def test_a_player_of_no_game_has_no_rate() -> None:
    make_player("Ann")
    counts = context()["counts"]
    assert (counts["games"], counts["win_rate"], counts["first_win_rate"]) == (0, None, None)


def test_the_latest_results_link_to_their_deals() -> None:
    ann = make_player("Ann")
    make_game(ann, 3, losing_actions(), at_ms=2_000_000_000_000)
    make_win(ann, 1)
    text = Client().get("/players/Ann/").content.decode()
    assert [result.deal_id for result in context()["results"]] == [3, 1]
    assert "/deals/TP1-E-AAAAAAD/" in text


def test_nothing_of_a_running_sealed_race_shows_to_anybody() -> None:
    ann, bob = make_player("Ann"), make_player("Bob")
    make_race([ann, bob], [winning_actions(SEALED_NUMBER), ()], is_running=True)
    for client in (Client(), client_of(ann), client_of(bob)):
        shown = client.get("/players/Ann/").context
        assert list(shown["results"]) == []
        assert shown["counts"]["games"] == 0


def test_a_finished_race_shows() -> None:
    ann = make_player("Ann")
    make_race([ann, make_player()], [winning_actions(SEALED_NUMBER), losing_actions()])
    assert context()["counts"]["wins"] == 1


def test_a_guest_has_a_page_for_himself_alone() -> None:
    guest = make_player("guest-abcd", is_guest=True)
    url = "/players/guest-abcd/"
    assert Client().get(url).status_code == 404
    assert client_of(make_player()).get(url).status_code == 404
    assert guest_client(guest).get(url).status_code == 200


def test_who_was_merged_or_switched_off_has_no_page() -> None:
    ann = make_player("Ann")
    make_player("guest-gone", is_guest=True, is_active=False, merged_into=ann)
    make_player("Quit", is_active=False)
    for name in ("guest-gone", "Quit"):
        assert Client().get(f"/players/{name}/").status_code == 404


def test_following_and_unfollowing_change_one_friendship() -> None:
    ann, bob = make_player("Ann"), make_player("Bob")
    client = client_of(ann)
    assert not client.get("/players/Bob/").context["is_followed"]
    for _ in range(2):
        response = client.post("/players/bob/follow/")
        assert (response.status_code, response["Location"]) == (302, "/players/Bob/")
        assert Follow.objects.get().friend == bob
    assert client.get("/players/Bob/").context["is_followed"]
    assert [friend.name for friend in client.get("/players/Ann/").context["follows"]] == ["Bob"]
    for _ in range(2):
        client.post("/players/Bob/unfollow/")
        assert not Follow.objects.exists()


def test_a_guest_may_follow_an_account_and_nobody_a_guest() -> None:
    guest, bob = make_player("guest-abcd", is_guest=True), make_player("Bob")
    guest_client(guest).post("/players/Bob/follow/")
    assert Follow.objects.get().player == guest
    assert client_of(bob).post("/players/guest-abcd/follow/").status_code == 404


def test_nobody_follows_himself() -> None:
    ann = make_player("Ann")
    assert client_of(ann).post("/players/Ann/follow/").status_code == 400
    assert not Follow.objects.exists()


def test_a_visitor_is_sent_to_sign_in() -> None:
    make_player("Ann")
    response = Client().post("/players/Ann/follow/")
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/?next=")


def test_following_needs_the_csrf_token() -> None:
    make_player("Bob")
    client = client_of(make_player("Ann"), enforce_csrf_checks=True)
    assert client.post("/players/Bob/follow/").status_code == 403
    page = client.get("/players/Bob/")
    token = {"csrfmiddlewaretoken": page.context["csrf_token"]}
    assert client.post("/players/Bob/follow/", token).status_code == 302


def test_a_friends_list_is_for_its_owner() -> None:
    ann, bob = make_player("Ann"), make_player("Bob")
    Follow.objects.create(player=ann, friend=bob)
    assert client_of(bob).get("/players/Ann/").context["follows"] == []


def test_following_takes_posts_alone() -> None:
    make_player("Bob")
    assert client_of(make_player()).get("/players/Bob/follow/").status_code == 405
