"""Time without any server: it moves starts, clocks and limits, and is charged to nobody."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import F

from games.engine.actions import DRAW, RESIGN, TAKES
from games.engine.log import decode_log
from games.models import Game, Heartbeat, Race
from games.services import races
from games.services.clock import now_ms
from games.services.heartbeat import COUNTDOWN_MS, GAP_MS, LONGEST_MS, beat
from games.services.play import act_now
from tests.factories import make_player, make_race
from tests.races.lobbies import started
from tests.ws.local import Open, stored

AWAY_MS = 60_000


def race_since(ago_ms: int, *, lines: Any = ((DRAW,), ()), **options: Any) -> Race:
    """Return a race that began so long ago, in which the first racer has acted."""
    players = [make_player() for _ in lines]
    start = now_ms() - ago_ms
    return make_race(players, lines, starts_at_ms=start, is_running=True, **options)


def silent_for(ms: int) -> int:
    """Let the last beat lie so far back; return when it was."""
    at_ms = now_ms() - ms
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at_ms": at_ms})
    return at_ms


def times(race: Race) -> tuple[int, int]:
    race.refresh_from_db()
    assert race.starts_at_ms is not None
    assert race.ends_at_ms is not None
    return race.starts_at_ms, race.ends_at_ms


def test_a_first_beat_moves_nothing(db: None) -> None:
    race = race_since(120_000)
    before = times(race)
    assert beat() == 0
    assert times(race) == before
    assert Heartbeat.objects.get().beat_at_ms > 0


def test_beats_a_second_apart_are_no_gap(db: None) -> None:
    race = race_since(120_000)
    before, at_ms = times(race), silent_for(GAP_MS)
    assert [beat(at_ms + 1000), beat(at_ms + 2000), beat(at_ms + 2000 + GAP_MS)] == [0, 0, 0]
    assert times(race) == before


def test_a_gap_moves_a_running_race_by_its_length(db: None) -> None:
    race = race_since(120_000)
    starts, ends = times(race)
    at_ms = silent_for(AWAY_MS)
    assert beat(at_ms + AWAY_MS) == 1
    assert times(race) == (starts + AWAY_MS, ends + AWAY_MS)
    assert race.delayed_ms == AWAY_MS
    games = list(Game.objects.filter(race=race).values_list("opens_at_ms", "closes_at_ms"))
    assert games == [times(race)] * 2


def test_a_gap_is_found_once_whoever_beats_next(db: None) -> None:
    race = race_since(120_000)
    at_ms = silent_for(AWAY_MS) + AWAY_MS
    assert [beat(at_ms), beat(at_ms), beat(at_ms + 1000)] == [1, 1, 1]
    race.refresh_from_db()
    assert race.delayed_ms == AWAY_MS


def test_the_gap_is_taken_off_durations(db: None) -> None:
    race = race_since(AWAY_MS + 20_000)
    game = Game.objects.get(race=race, seq=1)
    before = decode_log(bytes(game.log))[0].at_ms
    silent_for(AWAY_MS)
    beat()
    act_now(game.pk, DRAW)
    game.refresh_from_db()
    first, second = decode_log(bytes(game.log))
    assert first.at_ms == before
    assert 20_000 <= second.at_ms < 30_000


def test_a_pending_start_is_moved_by_what_it_has_lost(db: None) -> None:
    race = race_since(-1000, lines=((), ()))
    starts, ends = times(race)
    at_ms = now_ms()
    silent_for(AWAY_MS)
    beat(at_ms)
    begun = starts - COUNTDOWN_MS
    lost = at_ms - begun
    assert lost > GAP_MS
    assert times(race) == (starts + lost, ends + lost)


def test_a_race_begun_after_the_gap_has_lost_nothing(db: None) -> None:
    race = race_since(-COUNTDOWN_MS, lines=((), ()))
    before = times(race)
    silent_for(AWAY_MS)
    beat()
    assert times(race) == before
    assert race.delayed_ms == 0


def test_no_race_is_timed_out_by_an_absence_of_servers(db: None) -> None:
    race = race_since(30_000, limit_ms=25_000)
    silent_for(20_000)
    assert races.overdue(now_ms()) == [race.pk]
    assert races.close_due(race.pk) is False
    race.refresh_from_db()
    assert race.finished_at_ms is None
    assert races.overdue(now_ms()) == []


def test_a_race_that_was_over_before_the_gap_is_ended(db: None) -> None:
    race = race_since(90_000, limit_ms=20_000)
    silent_for(AWAY_MS)
    assert races.close_due(race.pk) is True


def test_an_end_before_the_gap_keeps_its_times(db: None) -> None:
    race = race_since(120_000, lines=((RESIGN,), (DRAW,)))
    done = Game.objects.get(race=race, status="resigned")
    silent_for(AWAY_MS)
    beat()
    kept = Game.objects.get(pk=done.pk)
    assert (kept.opens_at_ms, kept.started_at_ms) == (done.opens_at_ms, done.started_at_ms)
    call_command("verify")


@pytest.mark.parametrize("limit_ms", [600_000, LONGEST_MS])
def test_every_race_ends_within_a_day_of_its_first_start(db: None, limit_ms: int) -> None:
    race = race_since(LONGEST_MS - 1000, limit_ms=limit_ms)
    first_start, _ = times(race)
    silent_for(LONGEST_MS - 60_000)
    beat()
    _, ends = times(race)
    assert ends <= first_start + LONGEST_MS


def test_a_longer_gap_than_a_day_ends_the_race(db: None) -> None:
    race = race_since(3 * LONGEST_MS)
    silent_for(3 * LONGEST_MS - 60_000)
    beat()
    starts, ends = times(race)
    assert starts < ends
    assert races.close_due(race.pk, now_ms() + 10) is True


def test_the_stored_race_is_well_after_a_gap(db: None) -> None:
    race = race_since(120_000)
    silent_for(AWAY_MS)
    beat()
    assert race.racers.count() == 2
    call_command("verify")


async def test_racers_are_told_the_new_times_and_go_on(sockets: Open) -> None:
    lobby = await started(sockets)
    host = lobby.racers[0]
    await host.socket.play([TAKES[20]])
    await stored(age, lobby.slug, 2 * AWAY_MS)
    before = await host.ask("sync")
    await stored(silent_for, AWAY_MS)
    while not (told := await host.socket.frame_of("race"))["delayed_ms"]:
        pass
    assert told["delayed_ms"] == told["ends_at"] - before["ends_at"] >= AWAY_MS
    assert (told["status"], told["state"]["seq"]) == ("running", 1)
    applied = await host.ask("draw", seq=1)
    assert (applied["type"], applied["seq"]) == ("applied", 2)


def age(slug: str, by_ms: int) -> None:
    """Have a race begun so much earlier, by all its rows."""
    Race.objects.filter(pk=slug).update(
        starts_at_ms=F("starts_at_ms") - by_ms, ends_at_ms=F("ends_at_ms") - by_ms
    )
    games = Game.objects.filter(race=slug)
    games.update(opens_at_ms=F("opens_at_ms") - by_ms, closes_at_ms=F("closes_at_ms") - by_ms)
