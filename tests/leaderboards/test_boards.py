"""The hook: rows come with results, flags stay right, a standing says where a result is."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction

from games.models import Result
from games.services.hooks import Standing, boards
from leaderboards.boards import FLAGS
from leaderboards.models import Win
from leaderboards.rebuild import ranked_results, rows_from
from players.models import Player
from tests.factories import SEALED_NUMBER as SEALED
from tests.factories import (
    START_MS,
    losing_actions,
    make_game,
    make_player,
    make_race,
    make_scored,
    make_win,
    undone_win,
    winning_actions,
)


def stored_rows() -> dict[str, dict[str, object]]:
    names = [field.attname for field in Win._meta.concrete_fields]
    return {win["result_id"]: win for win in Win.objects.values(*names)}


def rebuilt_rows() -> dict[str, dict[str, object]]:
    names = [field.attname for field in Win._meta.concrete_fields]
    rows = rows_from(ranked_results().select_related("player"))
    return {win.result_id: {name: getattr(win, name) for name in names} for win in rows}


@pytest.mark.django_db
def test_a_win_is_a_row_and_the_best_of_its_player() -> None:
    result = make_win(make_player())
    row = Win.objects.get()
    assert (row.pk, row.points, row.combo) == (result.pk, result.points, result.combo)
    assert row.is_listed
    assert row.is_first_attempt
    assert all(getattr(row, flag) for flag in FLAGS)


@pytest.mark.django_db
def test_other_ends_are_no_rows() -> None:
    player = make_player()
    make_game(player, 1, losing_actions())
    make_game(player, 1, undone_win(1))
    helped = make_scored(player)
    Win.objects.all().delete()
    helped.is_assisted = True
    boards().results_published([helped])
    assert not Win.objects.exists()


@pytest.mark.django_db
def test_flags_mark_the_best_of_each_order() -> None:
    player = make_player()
    slow = make_scored(player, points=720, combo=800, duration_ms=90_000)
    quick = make_scored(player, points=700, combo=800, moves=40, duration_ms=30_000)
    rich = make_scored(player, points=710, combo=999, duration_ms=60_000)
    best = {flag: Win.objects.get(**{flag: True}).pk for flag in FLAGS}
    assert best == {
        "is_best_points": slow.pk,
        "is_best_combo": rich.pk,
        "is_best_time": quick.pk,
    }
    assert stored_rows() == rebuilt_rows()


@pytest.mark.django_db
def test_publishing_twice_changes_nothing() -> None:
    player = make_player()
    results = [make_scored(player), make_scored(player, points=750)]
    before = stored_rows()
    boards().results_published(results)
    assert stored_rows() == before


@pytest.mark.django_db
def test_a_running_sealed_race_shows_nothing_and_its_end_all_of_it() -> None:
    first, second = make_player(), make_player()
    make_race([first, second], [winning_actions(SEALED), ()], is_running=True)
    assert boards().standing(Result.objects.get()) == Standing(rank=None, unranked="sealed")
    assert not Win.objects.exists()


@pytest.mark.django_db
def test_the_end_of_a_sealed_race_enters_its_wins() -> None:
    winner = make_player()
    make_race([winner, make_player()], [winning_actions(SEALED), losing_actions()])
    assert Win.objects.get().player == winner


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("actions", "reason"), [(losing_actions(), "not_won"), (undone_win(1), "undo_used")]
)
def test_a_standing_says_why_there_is_no_rank(actions: tuple[object, ...], reason: str) -> None:
    game = make_game(make_player(), 1, actions)  # type: ignore[arg-type]
    assert boards().standing(game.result) == Standing(rank=None, unranked=reason)


@pytest.mark.django_db
def test_an_assisted_win_has_no_rank() -> None:
    result = make_win(make_player())
    result.is_assisted = True
    assert boards().standing(result) == Standing(rank=None, unranked="assisted")


@pytest.mark.django_db
def test_a_standing_counts_the_other_players_who_are_better() -> None:
    player = make_player()
    mine = make_scored(player, points=700)
    make_scored(make_player(), points=710)
    make_scored(make_player(), points=700)
    assert boards().standing(mine) == Standing(rank=2, unranked=None, is_best=True)
    make_scored(player, points=720)
    assert boards().standing(mine) == Standing(rank=2, unranked=None, is_best=False)


@pytest.mark.django_db
def test_a_guests_standing_is_provisional_until_he_signs_up() -> None:
    guest = make_player(is_guest=True)
    result = make_scored(guest)
    make_scored(make_player(), points=710)
    provisional = Standing(rank=2, unranked=None, is_provisional=True, is_best=True)
    assert boards().standing(result) == provisional
    Player.objects.filter(pk=guest.pk).update(is_guest=False)
    boards().player_changed(guest.pk)
    assert Win.objects.get(pk=result.pk).is_listed
    assert boards().standing(result) == Standing(rank=2, unranked=None, is_best=True)


@pytest.mark.django_db
def test_merged_results_move_their_rows_to_the_account() -> None:
    guest, account = make_player(is_guest=True), make_player()
    make_scored(account, points=700)
    better = make_scored(guest, points=720)
    other = make_scored(guest, number=2)
    for result, attempt in ((better, 2), (other, 1)):
        result.game.player = account
        result.game.attempt = attempt
        result.game.save()
        first = attempt == 1
        Result.objects.filter(pk=result.pk).update(player=account, is_first_attempt=first)
    for player in (guest, account):
        boards().player_changed(player.pk, [1, 2])
    assert set(Win.objects.values_list("player", flat=True)) == {account.pk}
    assert stored_rows() == rebuilt_rows()


@pytest.mark.django_db
def test_a_change_of_some_deals_leaves_the_others_alone() -> None:
    player = make_player()
    make_scored(player, number=1)
    kept = make_scored(player, number=2)
    Result.objects.update(is_published=False)
    boards().player_changed(player.pk, [1])
    assert Win.objects.get().pk == kept.pk


@pytest.mark.django_db
def test_after_a_result_is_taken_away_a_new_one_can_be_entered() -> None:
    player = make_player()
    removed = make_scored(player, points=760)
    Result.objects.filter(pk=removed.pk).delete()
    boards().player_changed(player.pk)
    again = make_scored(player, points=700)
    assert Win.objects.get(is_best_points=True).pk == again.pk


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_wins_published_at_once_leave_the_flags_right() -> None:
    player = make_player()
    results = [make_scored(player, points=points) for points in (700, 720, 710, 720)]
    Win.objects.all().delete()
    gate = Barrier(len(results))

    def publish(result: Result) -> None:
        try:
            gate.wait()
            with transaction.atomic():
                Player.objects.select_for_update(no_key=True).get(pk=player.pk)
                boards().results_published([result])
        finally:
            connection.close()

    with ThreadPoolExecutor(len(results)) as pool:
        list(pool.map(publish, results))
    assert len(stored_rows()) == len(results)
    assert stored_rows() == rebuilt_rows()


def is_waiting_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        return bool(cursor.fetchone()[0])


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_guest_who_signs_up_while_his_race_finishes_is_listed() -> None:
    guest = make_player(is_guest=True)
    result = make_scored(guest)
    Win.objects.all().delete()
    Result.objects.update(is_published=False)

    def sign_up() -> None:
        try:
            with transaction.atomic():
                guest.name, guest.is_guest = "Newcomer", False
                guest.save()
                boards().player_changed(guest.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Result.objects.update(is_published=True)
            boards().results_published([Result.objects.get(pk=result.pk)])
            signing_up = pool.submit(sign_up)
            while not (signing_up.done() or is_waiting_for_a_lock()):
                pass
        signing_up.result(timeout=20)
    assert Win.objects.get().is_listed
    assert stored_rows() == rebuilt_rows()


@pytest.mark.django_db
def test_one_result_of_many_players_is_entered_in_few_queries(
    django_assert_max_num_queries: object,
) -> None:
    result = make_scored(make_player(), finished_at_ms=START_MS)
    Win.objects.all().delete()
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        boards().results_published([result])
