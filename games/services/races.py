"""Races, from lobby to finish. Each call is one transaction with the race's row locked.

A race's status follows from its stored times, so no process has to be alive for a race to start:
setting `starts_at_ms` is the whole of it, and the games' own rows say from when to when they
take actions.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction

from games.engine.codes import format_code
from games.engine.errors import ErrorCode, GameError
from games.engine.state import Status
from games.models import LIVE, Deal, Game, Race, Racer
from games.services import endings, places
from games.services.clock import now_ms
from games.services.deals import draw_winnable
from games.services.heartbeat import COUNTDOWN_MS, LONGEST_MS, beat
from games.services.live import LiveGame, live_game
from games.services.matches import match_from
from games.services.race_settings import FEWEST_SEATS, Settings, check_settings
from games.services.race_views import away_since
from games.services.ratings import check_may_sit
from games.services.verdicts import is_winnable
from players.models import Player


def commitment_of(code: str, nonce: str) -> str:
    """Return the SHA-256, in hexadecimal, that fixes a sealed deal beforehand."""
    return hashlib.sha256(f"{code}:{nonce}".encode()).hexdigest()


def create_race(host: Player, settings: Settings, previous: Race | None = None) -> Race:
    """Open a lobby with its host seated; a sealed race's deal is drawn and fixed now."""
    check_settings(settings)
    if settings.is_rated and host.is_guest:
        raise GameError(ErrorCode.NEEDS_ACCOUNT)
    choice = settings.choice
    is_sealed = choice.number is None
    number = choice.number
    if number is None:
        number = draw_winnable(choice.rule, grade=choice.grade, is_long=True)
    nonce = secrets.token_hex(16) if is_sealed else ""
    with transaction.atomic():
        deal, _ = Deal.objects.get_or_create(pk=number, defaults={"is_sealed": is_sealed})
        if is_sealed:
            is_winnable(number, choice.rule)  # stores the verdict that the draw has found
        race = Race.objects.create(
            host=host,
            deal=deal,
            rule=choice.rule,
            grade=choice.grade or "",
            is_sealed=is_sealed,
            nonce=nonce,
            commitment=commitment_of(format_code(number, choice.rule), nonce) if is_sealed else "",
            undo_allowed=settings.undo_allowed,
            seats=settings.seats,
            limit_ms=settings.limit_ms,
            grace_ms=settings.grace_ms,
            is_rated=settings.is_rated,
            best_of=settings.best_of,
            created_ms=now_ms(),
            **_after(previous, settings.best_of),
        )
        Racer.objects.create(race=race, player=host)
    return race


def _after(previous: Race | None, best_of: int | None) -> dict[str, Any]:
    """Return what ties a race to the one before it in its chain."""
    if previous is None:
        return {}
    return {
        "previous": previous,
        "series_id": previous.series_id or previous.pk,
        "number": previous.number + 1,
        "match_from": match_from(previous, best_of),
    }


def locked(slug: str) -> Race:
    """Lock a race's row for the transaction at hand; raise `Race.DoesNotExist`."""
    return Race.objects.select_for_update(no_key=True).get(pk=slug)


@transaction.atomic
def join(slug: str, player: Player, *, may_reopen: bool = False) -> Race:
    """Seat a player in a lobby; a second time changes nothing.

    A lobby that everybody left is opened again, with him as its host, if it may be. Raises
    `GameError`: `full`, `running` or `over`.
    """
    race = locked(slug)
    if race.racers.filter(player=player).exists():
        return race
    status, is_empty = race.status_at(now_ms()), not race.racers.exists()
    if status == "finished" or (is_empty and not may_reopen):
        raise GameError(ErrorCode.OVER)
    if status != "lobby":
        raise GameError(ErrorCode.RUNNING)
    if race.racers.count() >= race.seats:
        raise GameError(ErrorCode.FULL)
    check_may_sit(race, player)
    if is_empty:
        race.host, race.created_ms = player, now_ms()
        race.save(update_fields=["host", "created_ms"])
    Racer.objects.create(race=race, player=player)
    return race


@transaction.atomic
def leave(slug: str, player: Player) -> bool:
    """Give up a lobby's seat; return whether it was one. The host's office passes on.

    If the one who leaves was all that the others waited for, their countdown begins.
    """
    race = locked(slug)
    racer = race.racers.filter(player=player).first()
    if racer is None or race.starts_at_ms is not None:
        return False
    racer.delete()
    heir = race.racers.first()
    if heir is not None and race.host_id == player.pk:
        race.host_id = heir.player_id
        race.save(update_fields=["host"])
    _begin_if_ready(race)
    return True


@transaction.atomic
def set_ready(slug: str, player: Player, *, is_ready: bool = True) -> bool:
    """Mark a racer ready in the lobby; return whether this began the countdown.

    It begins when all who are seated, two at least, are ready. Raises `GameError` (`running`).
    """
    race = locked(slug)
    if race.starts_at_ms is not None:
        raise GameError(ErrorCode.RUNNING)
    race.racers.filter(player=player).update(is_ready=is_ready)
    return _begin_if_ready(race)


def _begin_if_ready(race: Race) -> bool:
    racers = list(race.racers.all())
    is_ready = len(racers) >= FEWEST_SEATS and all(racer.is_ready for racer in racers)
    if is_ready:
        _begin(race, racers)
    return is_ready


@transaction.atomic
def start(slug: str, player: Player) -> None:
    """Begin the countdown on the host's word.

    Raises `GameError`: `running`, `not_host`, `too_few_racers`.
    """
    race = locked(slug)
    if race.starts_at_ms is not None:
        raise GameError(ErrorCode.RUNNING)
    if race.host_id != player.pk:
        raise GameError(ErrorCode.NOT_HOST)
    racers = list(race.racers.all())
    if len(racers) < FEWEST_SEATS:
        raise GameError(ErrorCode.TOO_FEW_RACERS)
    _begin(race, racers)


def _begin(race: Race, racers: list[Racer]) -> None:
    """Fix start and end, and deal each racer's game; from here on time alone decides."""
    race.starts_at_ms = now_ms() + COUNTDOWN_MS
    race.ends_at_ms = race.starts_at_ms + (race.limit_ms or LONGEST_MS)
    race.save(update_fields=["starts_at_ms", "ends_at_ms"])
    for racer in racers:
        racer.game = Game.objects.create(
            player_id=racer.player_id,
            deal_id=race.deal_id,
            rule=race.rule,
            race=race,
            undo_allowed=race.undo_allowed,
            opens_at_ms=race.starts_at_ms,
            closes_at_ms=race.ends_at_ms,
        )
    Racer.objects.bulk_update(racers, ["game"])


def seen(slug: str, player_ids: Collection[int], at_ms: int) -> None:
    """Note that sockets of some racers are open now."""
    seats = Racer.objects.filter(race_id=slug, player_id__in=player_ids)
    seats.update(seen_at_ms=at_ms, gone_at_ms=None)


def gone(slug: str, player_id: int, at_ms: int) -> None:
    """Note that a racer's last socket has closed."""
    Racer.objects.filter(race_id=slug, player_id=player_id).update(gone_at_ms=at_ms)


def close_due(slug: str, at_ms: int | None = None) -> bool:
    """Time out whoever still plays once the race's end has come; return whether it finished.

    Any process may do this at any time: the rows decide, and the second finds nothing to do.
    """
    beat()
    at_ms = at_ms or now_ms()
    with transaction.atomic():
        _lock_racers(slug)
        race = locked(slug)
        if race.finished_at_ms is not None or race.ends_at_ms is None or race.ends_at_ms > at_ms:
            return False
        playing = Game.objects.select_for_update(no_key=True).filter(race=race, status=LIVE)
        games = [live_game(game) for game in playing.order_by("pk")]
        _time_out(games)
        return places.finish_if_done(slug) or bool(games)


def _time_out(games: Sequence[LiveGame]) -> None:
    """End games whose rows are locked, as they stand."""
    Game.objects.filter(pk__in=[game.id for game in games]).update(status=Status.TIMED_OUT)
    endings.end_games(
        [endings.Ending(game.id, Status.TIMED_OUT, game.state, game.elapsed_ms) for game in games]
    )


def end_absent(slug: str, racer: Player, name: str) -> None:
    """End the race for a racer who has been away for the race's grace, on another's word.

    A second time changes nothing. Raises `GameError`: `not_seated`, `not_started`, `game_over`,
    `not_absent`.
    """
    beat()
    with transaction.atomic():
        _lock_racers(slug)
        race = locked(slug)
        seat = race.racers.select_related("player").filter(player__name=name).first()
        if seat is None or not race.racers.filter(player=racer).exists():
            raise GameError(ErrorCode.NOT_SEATED)
        if race.status_at(now_ms()) != "running":
            raise GameError(ErrorCode.GAME_OVER if race.starts_at_ms else ErrorCode.NOT_STARTED)
        if seat.ended_by_id is None:
            _end_for(race, seat, racer)


def _end_for(race: Race, seat: Racer, racer: Player) -> None:
    game = Game.objects.select_for_update(no_key=True).get(pk=seat.game_id)
    if game.status != LIVE:
        raise GameError(ErrorCode.GAME_OVER)
    if not is_absent(race, seat, now_ms()):
        raise GameError(ErrorCode.NOT_ABSENT)
    seat.ended_by = racer
    seat.save(update_fields=["ended_by"])
    _time_out([live_game(game)])
    places.finish_if_done(race.pk)


def is_absent(race: Race, seat: Racer, at_ms: int) -> bool:
    """Tell whether a racer has been away for the race's grace, which no start shortens."""
    away = away_since(seat.seen_at_ms, seat.gone_at_ms, at_ms)
    return away is not None and at_ms - max(away, race.starts_at_ms or 0) >= race.grace_ms


def _lock_racers(slug: str) -> None:
    """Lock the racers' players, which come before the race in the order of locks."""
    ids = list(Racer.objects.filter(race_id=slug).values_list("player_id", flat=True))
    list(
        Player.objects.select_for_update(no_key=True)
        .filter(pk__in=ids)
        .order_by("pk")
        .values_list("pk", flat=True)
    )


def overdue(at_ms: int) -> list[str]:
    """Return the slugs of unfinished races whose end has come."""
    races = Race.objects.filter(finished_at_ms__isnull=True, ends_at_ms__lte=at_ms)
    return list(races.values_list("slug", flat=True)[:100])


def overdue_of(player_id: int) -> list[str]:
    """Return the slugs of a player's unfinished races whose end has come."""
    seats = Racer.objects.filter(
        player_id=player_id, race__finished_at_ms__isnull=True, race__ends_at_ms__lte=now_ms()
    )
    return list(seats.values_list("race_id", flat=True))


def heirs(player_ids: list[int]) -> dict[int, int]:
    """Return into which account each of some guests was merged."""
    merged = Player.objects.filter(pk__in=player_ids, merged_into__isnull=False)
    return {player.pk: player.merged_into_id or player.pk for player in merged}


def heir(player_id: int) -> Player:
    """Return the player of a number, or the account that he was merged into."""
    player = Player.objects.select_related("merged_into").get(pk=player_id)
    return player.merged_into or player
