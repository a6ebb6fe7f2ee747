"""Places in a race: the order of ends, and the one moment at which a race is finished."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Max

from games.engine.actions import Kind
from games.engine.log import decode_log
from games.models import LIVE, Deal, Game, Race, Racer, Result
from games.services.clock import now_ms
from games.services.hooks import boards


class Finish(NamedTuple):
    """What a racer's place depends on; `done_order` decides among those who cleared."""

    has_cleared: bool
    done_order: int
    cards_left: int
    points: int
    last_take_ms: int


def place_key(finish: Finish) -> tuple[int, ...]:
    """Return the key by which racers are placed, smallest first; equal keys share a place.

    First to clear wins, in the order the database stored the ends; then fewest cards left,
    then `points`, then the earlier last take.
    """
    if finish.has_cleared:
        return (0, finish.done_order)
    return (1, finish.cards_left, -finish.points, finish.last_take_ms)


def places_of(keys: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the places (1-2-2-4) that go with keys in any order."""
    return [1 + sum(other < key for other in keys) for key in keys]


def seat_done(game: Game) -> None:
    """Number the end of a racer's game; the race's row is locked by the caller."""
    done = Racer.objects.filter(race_id=game.race_id).aggregate(last=Max("done_order"))["last"]
    Racer.objects.filter(game=game, done_order__isnull=True).update(done_order=(done or 0) + 1)


def finish_if_done(slug: str, at_ms: int | None = None) -> bool:
    """Finish a race whose racers are all done: places, opened deal, published results.

    The race's row is locked by the caller. Returns whether it was finished now.
    """
    race = Race.objects.select_related("deal").get(pk=slug)
    racers = list(race.racers.select_related("game__result"))
    if race.finished_at_ms is not None or not racers:
        return False
    if any(racer.game is None or racer.game.status == LIVE for racer in racers):
        return False
    keys = [place_key(_finish_of(racer)) for racer in racers]
    for racer, place in zip(racers, places_of(keys), strict=True):
        racer.place = place
    Racer.objects.bulk_update(racers, ["place"])
    race.finished_at_ms = at_ms or now_ms()
    race.save(update_fields=["finished_at_ms"])
    if race.is_sealed:
        _open_deal(race)
    return True


def _finish_of(racer: Racer) -> Finish:
    assert racer.game is not None
    result = racer.game.result
    return Finish(
        has_cleared=result.status == "won",
        done_order=racer.done_order or 0,
        cards_left=result.cards_left,
        points=result.points,
        last_take_ms=last_take_ms(racer.game),
    )


def last_take_ms(game: Game) -> int:
    """Return the clock time of the last card that was taken and not put back; 0 if none was."""
    standing: list[tuple[bool, int]] = []
    for entry in decode_log(bytes(game.log)):
        if entry.action.kind is Kind.UNDO:
            standing.pop()
        elif entry.action.kind is not Kind.RESIGN:
            standing.append((entry.action.kind is Kind.TAKE, entry.at_ms))
    return max((at_ms for is_take, at_ms in standing if is_take), default=0)


def _open_deal(race: Race) -> None:
    """Unseal the race's deal and publish its results, in the transaction that finishes it."""
    Deal.objects.filter(pk=race.deal_id).update(is_sealed=False)
    results = list(Result.objects.filter(game__race=race, is_published=False))
    for result in results:
        result.is_published = True
    Result.objects.bulk_update(results, ["is_published"])
    boards().results_published(results)
