"""`manage.py verify`: clean where all is well; names each stored column that was altered."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction

from games.engine.actions import DRAW
from games.engine.log import ENTRY_BYTES
from games.models import Game, Look, Race, Racer, Result, Verdict
from games.services.clock import now_ms
from games.services.verdicts import proof_of
from games.services.verify import snapshot
from leaderboards.models import Win
from players.models import Player
from tests.factories import (
    SEALED_NUMBER,
    START_MS,
    losing_actions,
    make_game,
    make_look,
    make_player,
    make_race,
    make_win,
    stuck_actions,
    undone_win,
    winning_actions,
)

pytestmark = pytest.mark.django_db

OTHER_SEALED = SEALED_NUMBER + 1


@dataclass(frozen=True)
class World:
    """A bit of everything that can be stored, and nothing wrong with it."""

    ann: Player
    bob: Player
    guest: Player
    gone: Player
    win: Game
    second: Game
    asked: Game
    look: Look
    live: Game
    race: Race
    running: Race

    @property
    def lost(self) -> Result:
        return Result.objects.get(player=self.guest, deal_id=3)

    @property
    def row(self) -> Win:
        return Win.objects.get(pk=self.win.pk)

    @property
    def verdict(self) -> Verdict:
        return Verdict.objects.get(deal=1, rule="E")

    @property
    def raced(self) -> Game:
        return self.race.games.get(player=self.ann)

    @property
    def seat(self) -> Racer:
        return self.race.racers.get(player=self.ann)

    @property
    def last_seat(self) -> Racer:
        return self.race.racers.get(player=self.guest)


@pytest.fixture
def world() -> World:
    ann, bob, guest = make_player("Ann"), make_player("Bob"), make_player(is_guest=True)
    win = make_win(ann, 1).game
    second = make_game(ann, 1, undone_win(1), at_ms=win.result.finished_at_ms + 5_000)
    asked = make_game(ann, 3, winning_actions(3), assisted_at_ms=START_MS)
    look = make_look(bob, 3)
    make_win(bob, 3)
    proof_of(1, "E")
    make_win(guest, 1)
    make_game(guest, 3, losing_actions())
    make_game(ann, 7)
    live = make_game(bob, 7, stuck_actions(7))
    line = winning_actions(SEALED_NUMBER)
    race = make_race([ann, bob, guest], [line, line[:9], losing_actions()])
    unfinished = [winning_actions(OTHER_SEALED), (DRAW,)]
    running = make_race(
        [ann, bob],
        unfinished,
        number=OTHER_SEALED,
        is_running=True,
        starts_at_ms=now_ms() - 60_000,
    )
    gone = make_player(is_guest=True, is_active=False, merged_into=ann)
    return World(ann, bob, guest, gone, win, second, asked, look, live, race, running)


def verify() -> list[str]:
    """Return the lines that tell differences; the command fails exactly if there is one."""
    out = io.StringIO()
    status = 0
    try:
        call_command("verify", stdout=out, stderr=io.StringIO())
    except SystemExit as end:
        status = int(end.code or 0)
    lines = out.getvalue().splitlines()
    assert (status, lines[0].startswith("verified ")) in {(0, True), (1, False)}
    return lines[1:] if status == 0 else lines


def altered_log(world: World) -> bytes:
    """Return the log of the first win with its first action on a card that is covered."""
    log = bytearray(world.win.log)
    log[0] = 0
    return bytes(log)


Change = tuple[models.Model, object]

# For each column: the row to alter and the value to write. What the database refuses to store
# needs no naming.
ALTERED: dict[str, Callable[[World], Change]] = {
    "games.Deal.is_sealed": lambda world: (world.running.deal, False),
    "games.Race.host": lambda world: (world.running, world.guest.pk),
    "games.Race.deal": lambda world: (world.race, 1),
    "games.Race.rule": lambda world: (world.race, "C"),
    "games.Race.is_sealed": lambda world: (world.race, False),
    "games.Race.nonce": lambda world: (world.race, "f" * 32),
    "games.Race.commitment": lambda world: (world.race, "f" * 64),
    "games.Race.undo_allowed": lambda world: (world.race, True),
    "games.Race.seats": lambda world: (world.race, 2),
    "games.Race.limit_ms": lambda world: (world.race, 1_000),
    "games.Race.created_ms": lambda world: (world.race, 2**50),
    "games.Race.starts_at_ms": lambda world: (world.race, 5),
    "games.Race.ends_at_ms": lambda world: (world.race, 2**50),
    "games.Race.finished_at_ms": lambda world: (world.race, None),
    "games.Race.previous": lambda world: (world.race, world.running.pk),
    "games.Game.player": lambda world: (world.raced, make_player().pk),
    "games.Game.deal": lambda world: (world.raced, 7),
    "games.Game.rule": lambda world: (world.raced, "C"),
    "games.Game.race": lambda world: (world.raced, None),
    "games.Game.undo_allowed": lambda world: (world.win, False),
    "games.Game.log": lambda world: (world.win, altered_log(world)),
    "games.Game.seq": lambda world: (world.win, 3),
    "games.Game.status": lambda world: (world.live, "resigned"),
    "games.Game.attempt": lambda world: (world.second, 5),
    "games.Game.started_at_ms": lambda world: (world.raced, 5),
    "games.Game.opens_at_ms": lambda world: (world.raced, 5),
    "games.Game.assisted_at_ms": lambda world: (world.asked, None),
    "games.Look.player": lambda world: (world.look, world.ann.pk),
    "games.Look.deal": lambda world: (world.look, 1),
    "games.Look.looked_at_ms": lambda world: (world.look, 2**50),
    "games.Verdict.deal": lambda world: (world.verdict, 3),
    "games.Verdict.rule": lambda world: (world.verdict, "C"),
    "games.Verdict.solver_version": lambda world: (world.verdict, 2**14),
    "games.Verdict.winnable": lambda world: (world.verdict, False),
    "games.Verdict.min_draws": lambda world: (world.verdict, 12),
    "games.Verdict.best_points": lambda world: (world.verdict, 772),
    "games.Verdict.best_combo": lambda world: (world.verdict, 9_999),
    "games.Verdict.difficulty_version": lambda world: (world.verdict, 2**14),
    "games.Verdict.wins_per_mille": lambda world: (world.verdict, 1),
    "games.Game.closes_at_ms": lambda world: (world.raced, 2**50),
    "games.Racer.race": lambda world: (world.last_seat, world.running.pk),
    "games.Racer.player": lambda world: (world.seat, make_player().pk),
    "games.Racer.game": lambda world: (world.seat, None),
    "games.Racer.done_order": lambda world: (world.last_seat, 2**14),
    "games.Racer.place": lambda world: (world.seat, 2),
    "games.Result.player": lambda world: (world.win.result, world.bob.pk),
    "games.Result.deal": lambda world: (world.win.result, 3),
    "games.Result.rule": lambda world: (world.win.result, "C"),
    "games.Result.status": lambda world: (world.lost, "timed_out"),
    "games.Result.points": lambda world: (world.win.result, 772),
    "games.Result.combo": lambda world: (world.win.result, 9_999),
    "games.Result.streak": lambda world: (world.win.result, 9_999),
    "games.Result.cards_left": lambda world: (world.lost, 1),
    "games.Result.moves": lambda world: (world.win.result, 28),
    "games.Result.undo_used": lambda world: (world.second.result, False),
    "games.Result.duration_ms": lambda world: (world.win.result, 1),
    "games.Result.finished_at_ms": lambda world: (world.win.result, 1),
    "games.Result.is_first_attempt": lambda world: (world.second.result, True),
    "games.Result.is_assisted": lambda world: (world.win.result, True),
    "games.Result.is_published": lambda world: (world.win.result, False),
    "games.Result.scoring_version": lambda world: (world.win.result, 9),
    "leaderboards.Win.deal": lambda world: (world.row, 3),
    "leaderboards.Win.rule": lambda world: (world.row, "C"),
    "leaderboards.Win.player": lambda world: (world.row, world.gone.pk),
    "leaderboards.Win.is_listed": lambda world: (world.row, False),
    "leaderboards.Win.points": lambda world: (world.row, 772),
    "leaderboards.Win.combo": lambda world: (world.row, 9_999),
    "leaderboards.Win.moves": lambda world: (world.row, 28),
    "leaderboards.Win.duration_ms": lambda world: (world.row, 1),
    "leaderboards.Win.finished_at_ms": lambda world: (world.row, 1),
    "leaderboards.Win.is_first_attempt": lambda world: (world.row, False),
    "leaderboards.Win.is_best_points": lambda world: (world.row, False),
    "leaderboards.Win.is_best_combo": lambda world: (world.row, False),
    "leaderboards.Win.is_best_time": lambda world: (world.row, False),
    "players.Player.name": lambda world: (world.ann, "Ａnn"),
    "players.Player.name_key": lambda world: (world.ann, "nobody"),
    "players.Player.is_guest": lambda world: (world.guest, False),
    "players.Player.is_active": lambda world: (world.gone, True),
    "players.Player.merged_into": lambda world: (world.guest, world.ann.pk),
}

# Where another column than the altered one is named, since the two only fit together or not.
NAMED_AS = {
    "games.Race.nonce": "games_race commitment",
    "games.Game.assisted_at_ms": "games_result is_assisted",
    "games.Look.player": "games_result is_assisted",
    "games.Look.deal": "games_result is_assisted",
    "games.Look.looked_at_ms": "games_result is_assisted",
    # Another deal or rule has another verdict.
    "games.Verdict.deal": "games_verdict min_draws",
    "games.Verdict.rule": "games_verdict min_draws",
    "players.Player.is_guest": "leaderboards_win is_listed",
    "players.Player.merged_into": "players_player is_active",
}

# Columns that hold no more than what was once said or seen: nothing else tells what they should
# be.
UNTOLD = {
    "games.Deal.number": "the key by which all else names the deal",
    "games.Deal.created_at": "when it was first opened",
    "games.Race.slug": "the key by which all else names the race",
    "games.Game.id": "the key by which all else names the game",
    "games.Game.created_at": "when it was dealt, before its first action",
    "games.Race.grade": "what the host asked for; of two versions each has its own grades",
    "games.Look.id": "the key of a look",
    "games.Verdict.id": "the key of a verdict",
    "games.Racer.id": "the key of a seat",
    "games.Racer.is_ready": "what the racer said in the lobby; a host may start without it",
    "games.Racer.seen_at_ms": "when a socket was last known open",
    "games.Result.game": "the key, that of the game",
    "leaderboards.Win.result": "the key, that of the result",
    "players.Player.id": "the key by which all else names the player",
    "players.Player.password": "a secret of the player's",
    "players.Player.last_login": "when he last signed in",
    "players.Player.is_superuser": "an operator's decision",
    "players.Player.email": "what the player said",
    "players.Player.is_staff": "an operator's decision",
    "players.Player.date_joined": "when he came",
    "players.Token.id": "the key of a token",
    "players.Token.player": "whom the token was issued to",
    "players.Token.digest": "what is left of a secret that is kept nowhere",
    "players.Token.created_at": "when it was issued",
    "players.Follow.id": "the key of a friendship",
    "players.Follow.player": "what the player said",
    "players.Follow.friend": "what the player said",
}


def stored_columns() -> set[str]:
    kinds = [kind for kind in apps.get_models() if kind.__module__.split(".")[0] in OURS]
    return {
        f"{kind._meta.app_label}.{kind.__name__}.{field.name}"
        for kind in kinds
        for field in kind._meta.concrete_fields
    }


OURS = {"games", "leaderboards", "players"}


def test_no_stored_column_is_forgotten() -> None:
    assert stored_columns() == set(ALTERED) | set(UNTOLD)
    assert not set(ALTERED) & set(UNTOLD)


def test_all_is_well_before_anything_is_altered(world: World) -> None:
    assert verify() == []


def alter(row: models.Model, name: str, value: object) -> bool:
    """Write one column behind everybody's back; return whether the database allowed it."""
    field = row._meta.get_field(name)
    assert getattr(row, field.attname) != value  # type: ignore[union-attr]
    try:
        with transaction.atomic():
            type(row)._default_manager.filter(pk=row.pk).update(**{name: value})
    except IntegrityError:
        return False
    return True


@pytest.mark.parametrize("column", sorted(ALTERED))
def test_an_altered_column_is_named(world: World, column: str) -> None:
    row, value = ALTERED[column](world)
    name = column.rpartition(".")[2]
    if not alter(row, name, value):
        assert column in REFUSED
        return
    assert column not in REFUSED
    named = NAMED_AS.get(column, f"{row._meta.db_table} {column_of(row, name)}").split()
    lines = [line.partition(":")[0].split() for line in verify()]
    assert any([table, attname] == named for table, _, attname in lines), lines


def column_of(row: models.Model, name: str) -> str:
    return str(row._meta.get_field(name).attname)  # type: ignore[union-attr]


# What a constraint keeps anybody from storing.
REFUSED = {"games.Race.is_sealed", "games.Game.seq", "games.Verdict.winnable"}


def test_a_result_that_is_missing_is_named(world: World) -> None:
    Result.objects.filter(pk=world.second.pk).delete()
    assert any(f"games_result {world.second.pk} row" in line for line in verify())


def test_a_result_of_a_game_that_goes_on_is_named(world: World) -> None:
    result = world.lost
    Result.objects.filter(pk=result.pk).update(game=world.live)
    assert any(f"games_result {world.live.pk} row" in line for line in verify())


def test_a_board_row_that_is_missing_is_named(world: World) -> None:
    Win.objects.filter(pk=world.win.pk).delete()
    assert any(f"leaderboards_win {world.win.pk} row" in line for line in verify())


def test_a_board_row_without_a_ranked_result_is_named(world: World) -> None:
    row = world.row
    row.pk = world.second.pk
    row.is_best_points = row.is_best_combo = row.is_best_time = row.is_first_attempt = False
    row.save(force_insert=True)
    assert any(f"leaderboards_win {world.second.pk} row" in line for line in verify())


@pytest.mark.parametrize("kept", [40, 0])
def test_a_log_that_was_cut_is_named(world: World, kept: int) -> None:
    begun = {} if kept else {"attempt": None, "started_at_ms": None}
    log = bytes(world.win.log)[: kept * ENTRY_BYTES]
    Game.objects.filter(pk=world.win.pk).update(log=log, seq=kept, **begun)
    assert any(f"games_game {world.win.pk} status" in line for line in verify())


def test_a_time_that_runs_back_is_named(world: World) -> None:
    log = bytearray(world.win.log)
    log[5 * ENTRY_BYTES + 1 : 6 * ENTRY_BYTES] = bytes(5)
    Game.objects.filter(pk=world.win.pk).update(log=bytes(log))
    assert any("runs back" in line for line in verify())


def test_a_race_that_is_done_but_not_finished_is_named(world: World) -> None:
    Race.objects.filter(pk=world.race.pk).update(finished_at_ms=None)
    assert any("finished_at_ms" in line for line in verify())


def test_a_damaged_log_is_told_not_thrown(world: World) -> None:
    log = b"\xff" + bytes(world.raced.log)[1:]
    Game.objects.filter(pk=world.raced.pk).update(log=log)
    assert any(f"games_game {world.raced.pk} log" in line for line in verify())


@pytest.mark.django_db(transaction=True)
def test_others_go_on_writing_while_one_moment_is_read() -> None:
    def write() -> None:
        try:
            make_player()
        finally:
            connection.close()

    before = Player.objects.count()
    with ThreadPoolExecutor(1) as others, snapshot():
        assert Player.objects.count() == before
        others.submit(write).result(timeout=20)
        assert Player.objects.count() == before
    assert Player.objects.count() == before + 1
    assert verify() == []
