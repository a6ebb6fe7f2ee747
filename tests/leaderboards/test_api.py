"""`GET deals/<code>/board`, through the whole site."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.engine.codes import Rule
from leaderboards.listing import PAGE_ROWS
from leaderboards.windows import Window, window_start_ms
from players.models import Follow, Player, Token
from tests.factories import (
    SEALED_NUMBER,
    START_MS,
    losing_actions,
    make_game,
    make_player,
    make_race,
    make_scored,
    make_win,
    winning_actions,
)

pytestmark = pytest.mark.django_db

CODE = "TP1-E-AAAAAAB"
ROW = {
    "rank",
    "player",
    "points",
    "combo",
    "moves",
    "duration_ms",
    "first_attempt",
    "finished_at",
    "replay",
}


def ask(
    player: Player | None = None, code: str = CODE, *, status: int = 200, **words: str | int
) -> dict[str, Any]:
    """Call the board as a player, by token; return the answer."""
    headers = {}
    if player is not None:
        headers["Authorization"] = f"Bearer {Token.objects.issue(player)}"
    response = Client(headers=headers).get(f"/api/v1/deals/{code}/board", words)
    assert response.status_code == status, response.content
    answer: dict[str, Any] = response.json()
    return answer


def names(answer: dict[str, Any]) -> list[str]:
    return [row["player"] for row in answer["rows"]]


def test_a_row_has_the_contracts_fields_and_no_other() -> None:
    player = make_player("Ann")
    result = make_win(player)
    answer = ask()
    assert set(answer) == {"rows", "me", "next"}
    (row,) = answer["rows"]
    assert set(row) == ROW
    assert row == {
        "rank": 1,
        "player": "Ann",
        "points": result.points,
        "combo": result.combo,
        "moves": result.moves,
        "duration_ms": result.duration_ms,
        "first_attempt": True,
        "finished_at": row["finished_at"],
        "replay": None,
    }
    finished = datetime.fromisoformat(row["finished_at"])
    assert finished.timestamp() * 1000 == result.finished_at_ms
    assert row["finished_at"].endswith("Z")


def test_a_board_that_nobody_has_won_is_empty() -> None:
    assert ask() == {"rows": [], "me": None, "next": None}


def test_first_attempts_by_points_of_all_time_are_the_default() -> None:
    ann, bob = make_player("Ann"), make_player("Bob")
    make_scored(ann, points=700)
    make_scored(bob, points=690)
    make_scored(bob, points=740)
    assert names(ask()) == ["Ann", "Bob"]
    assert names(ask(attempt="any")) == ["Bob", "Ann"]
    assert ask(attempt="any")["rows"][0]["first_attempt"] is False


@pytest.mark.parametrize(
    ("order", "listed"),
    [("points", ["A", "B", "C"]), ("combo", ["B", "C", "A"]), ("time", ["C", "A", "B"])],
)
def test_each_order_lists_its_best_first(order: str, listed: list[str]) -> None:
    make_scored(make_player("A"), points=740, combo=700, duration_ms=50_000)
    make_scored(make_player("B"), points=720, combo=990, duration_ms=60_000)
    make_scored(make_player("C"), points=710, combo=800, duration_ms=40_000)
    assert names(ask(order=order)) == listed


def test_pages_follow_each_other_without_gap_or_double() -> None:
    for index in range(PAGE_ROWS + 3):
        make_scored(make_player(), points=700, finished_at_ms=START_MS + index % 5)
    first = ask()
    second = ask(after=first["next"])
    assert (len(first["rows"]), len(second["rows"]), second["next"]) == (PAGE_ROWS, 3, None)
    assert len({*names(first), *names(second)}) == PAGE_ROWS + 3
    assert {row["rank"] for row in [*first["rows"], *second["rows"]]} == {1}


def test_my_row_is_there_also_when_it_is_on_another_page() -> None:
    for _ in range(PAGE_ROWS + 1):
        make_scored(make_player(), points=700)
    late = make_player("Late")
    result = make_scored(late, points=600)
    answer = ask(late)
    assert "Late" not in names(answer)
    assert answer["me"]["rank"] == PAGE_ROWS + 2
    assert answer["me"]["replay"] == f"/replays/{result.pk}/"


def test_a_guest_sees_the_rank_that_signing_up_would_give_and_others_do_not_see_him() -> None:
    guest = make_player(is_guest=True)
    make_scored(make_player("Ann"), points=710)
    make_scored(make_player("Bob"), points=700)
    make_scored(guest, points=700)
    answer = ask(guest)
    assert names(answer) == ["Ann", "Bob"]
    assert answer["me"] | {"rank": 2, "provisional": True} == answer["me"]
    assert ask()["me"] is None


def test_an_accounts_row_is_not_provisional() -> None:
    player = make_player()
    make_scored(player)
    assert "provisional" not in ask(player)["me"]


def test_friends_are_me_and_those_whom_i_follow_with_both_ranks() -> None:
    ann, bob, eve = make_player("Ann"), make_player("Bob"), make_player("Eve")
    Follow.objects.create(player=ann, friend=bob)
    Follow.objects.create(player=eve, friend=ann)
    make_scored(eve, points=720)
    make_scored(bob, points=710)
    make_scored(make_player("Zoe"), points=705)
    make_scored(ann, points=700)
    answer = ask(ann, friends=1)
    places = [(row["player"], row["rank"], row["global_rank"]) for row in answer["rows"]]
    assert places == [("Bob", 1, 2), ("Ann", 2, 4)]
    assert answer["me"] == answer["rows"][1]
    assert "global_rank" not in ask(ann)["me"]


def test_a_guest_among_friends_has_both_ranks_too() -> None:
    guest, bob = make_player(is_guest=True), make_player("Bob")
    Follow.objects.create(player=guest, friend=bob)
    make_scored(make_player("Zoe"), points=720)
    make_scored(bob, points=710)
    make_scored(guest, points=700)
    me = ask(guest, friends=1)["me"]
    assert (me["rank"], me["global_rank"], me["provisional"]) == (2, 3, True)


def test_nobody_has_no_friends() -> None:
    make_scored(make_player())
    assert ask(friends=1) == {"rows": [], "me": None, "next": None}


def test_windows_take_each_players_best_within_them() -> None:
    now = datetime.now(UTC)
    today = int(now.replace(hour=0, minute=0, second=0, microsecond=0).timestamp() * 1000)
    player = make_player("Ann")
    make_scored(player, points=740, finished_at_ms=today - 40 * 86_400_000)
    make_scored(player, points=700, finished_at_ms=today)
    make_scored(player, points=710, finished_at_ms=today + 1)
    assert ask(attempt="any")["rows"][0]["points"] == 740
    for window in ("today", "week"):
        (row,) = ask(player, attempt="any", window=window)["rows"]
        assert row["points"] == 710
        assert ask(window=window)["rows"] == []


def test_the_week_begins_on_monday_and_the_day_at_midnight_utc() -> None:
    thursday = datetime(2026, 12, 3, 23, 59, 59, tzinfo=UTC)
    at_ms = int(thursday.timestamp() * 1000)
    day = int(datetime(2026, 12, 3, tzinfo=UTC).timestamp() * 1000)
    assert window_start_ms(Window.TODAY, at_ms) == day
    assert window_start_ms(Window.TODAY, at_ms + 1000) == day + 86_400_000
    assert window_start_ms(Window.WEEK, at_ms) == day - 3 * 86_400_000
    monday = datetime(2026, 11, 30, tzinfo=UTC) - timedelta(milliseconds=1)
    assert window_start_ms(Window.WEEK, int(monday.timestamp() * 1000)) == day - 10 * 86_400_000
    assert window_start_ms(Window.ALL, at_ms) is None


def test_replays_are_shown_to_those_who_have_finished_the_deal_under_either_rule() -> None:
    winner, resigned, stranger = make_player(), make_player(), make_player()
    result = make_win(winner, 3)
    code = "TP1-E-AAAAAAD"
    make_game(resigned, 3, losing_actions(), rule=Rule.CLASSIC)
    make_game(stranger, 3, losing_actions()[:-1])
    shown = f"/replays/{result.pk}/"
    assert ask(winner, code)["rows"][0]["replay"] == shown
    assert ask(resigned, code)["rows"][0]["replay"] == shown
    assert ask(stranger, code)["rows"][0]["replay"] is None
    assert ask(None, code)["rows"][0]["replay"] is None


def test_a_sealed_deal_answers_like_one_that_was_never_played() -> None:
    racer = make_player()
    code = "TP1-E-AAAABAAAAAAD"
    never = ask(racer, code)
    line = winning_actions(SEALED_NUMBER)
    race = make_race([racer, make_player()], [line, ()], is_running=True)
    assert race.deal.code("E") == code
    assert ask(racer, code) == never == {"rows": [], "me": None, "next": None}


@pytest.mark.parametrize(
    "code", ["tp1-e-aaaaaab", " TP1 E AAAAAAB ", "1", "NAAAAAAB", "ＴＰ１EAAAAAAB"]
)
def test_a_code_is_read_kindly(code: str) -> None:
    make_scored(make_player("Ann"))
    assert names(ask(None, code)) == ["Ann"]


def test_a_letter_is_a_board_of_its_own() -> None:
    make_scored(make_player("Ann"))
    assert names(ask(None, "TP1-C-AAAAAAB")) == []


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("TP1-E-AAAA", "code_bad_length"),
        ("TP2-E-AAAAAAB", "code_bad_prefix"),
        ("TP1-X-AAAAAAB", "code_bad_rule"),
        ("34359738368", "number_out_of_range"),
        ("-1", "number_out_of_range"),
        ("1e3", "number_bad"),
    ],
)
def test_an_unreadable_code_is_a_bad_request_that_says_what_is_wrong(code: str, fault: str) -> None:
    answer = ask(None, code, status=400)
    assert answer["code"] == fault
    assert answer["message"]


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("attempt", "second"),
        ("order", "Points"),
        ("window", "year"),
        ("friends", "2"),
        ("after", "nonsense"),
        ("after", "W10"),
        ("after", "é"),
        ("after", "x" * 5000),
    ],
)
def test_a_word_that_means_nothing_is_a_bad_request_that_names_it(word: str, value: str) -> None:
    answer = ask(None, **{"status": 400, word: value})  # type: ignore[arg-type]
    assert answer["code"] == f"bad_{word}"
    assert re.search(word, answer["message"])


def test_a_cursor_of_another_order_is_refused() -> None:
    for _ in range(PAGE_ROWS + 1):
        make_scored(make_player())
    after = ask()["next"]
    assert ask(None, order="time", after=after, status=400)["code"] == "bad_after"


def test_unknown_words_are_ignored() -> None:
    assert ask(None, colour="red")["rows"] == []


def test_a_page_takes_few_queries_however_long_it_is(
    django_assert_max_num_queries: Any,
) -> None:
    player = make_player()
    for _ in range(20):
        make_scored(make_player())
    make_scored(player, points=1)
    client = Client(headers={"Authorization": f"Bearer {Token.objects.issue(player)}"})
    with django_assert_max_num_queries(6):
        client.get(f"/api/v1/deals/{CODE}/board")
