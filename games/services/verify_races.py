"""Races, seats and sealed deals, recomputed from the games and from each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Exists, OuterRef, Q

from games.engine.codes import Rule, format_code
from games.engine.errors import ParseError
from games.models import LIVE, Deal, Game, Race, Racer
from games.services.places import Finish, last_take_ms, place_key, places_of
from games.services.races import LONGEST_MS, commitment_of
from games.services.verify import CHUNK_ROWS, Difference, agreed, compared

# A race's column, and the column of its games that repeats it.
_COPIES = {
    "deal_id": "deal_id",
    "rule": "rule",
    "undo_allowed": "undo_allowed",
    "starts_at_ms": "opens_at_ms",
    "ends_at_ms": "closes_at_ms",
}


def check_deals() -> Iterator[Difference]:
    """Yield the deals whose seal is wrong: a deal is sealed while a sealed race on it runs."""
    hidden = Race.objects.filter(deal=OuterRef("pk"), is_sealed=True, finished_at_ms__isnull=True)
    deals = Deal.objects.annotate(is_hidden=Exists(hidden))
    wrong = deals.filter(Q(is_sealed=True, is_hidden=False) | Q(is_sealed=False, is_hidden=True))
    for deal in wrong.iterator(chunk_size=CHUNK_ROWS):
        yield from compared(deal, {"is_sealed": not deal.is_sealed})


def check_races() -> Iterator[list[Difference]]:
    """Yield one list of differences for each race, its seats and the race's part of its games."""
    races = Race.objects.select_related("previous").prefetch_related(
        "racers__game__result", "games__result"
    )
    for race in races.order_by("pk").iterator(chunk_size=CHUNK_ROWS):
        racers = sorted(race.racers.all(), key=lambda racer: racer.pk)
        games = list(race.games.all())
        yield [
            *_check_race(race, racers, games),
            *_check_seats(race, racers, games),
            *_check_order(race, racers),
        ]


def _check_race(race: Race, racers: Sequence[Racer], games: list[Game]) -> Iterator[Difference]:
    copies = _copies(race, games)
    code = format_code(copies["deal_id"], Rule(copies["rule"]))  # type: ignore[arg-type]
    yield from compared(race, copies)
    yield from compared(
        race,
        {
            "commitment": commitment_of(code, race.nonce) if race.is_sealed else "",
            "seats": max(race.seats, len(racers)),
            "limit_ms": _limit_ms(race, copies),
            "created_ms": min(race.created_ms, race.starts_at_ms or race.created_ms),
        },
    )
    yield from _check_host(race, racers)
    yield from _check_end(race, racers)
    for game in games:
        yield from compared(game, {_COPIES[column]: copies[column] for column in _COPIES})


def _copies(race: Race, games: Sequence[Game]) -> dict[str, object]:
    """Return what the race and its games, taken together, say of what both hold."""
    return {
        column: agreed([getattr(race, column), *(getattr(game, copy) for game in games)])
        for column, copy in _COPIES.items()
    }


def _limit_ms(race: Race, copies: dict[str, object]) -> int | None:
    """Return the limit that a started race's times keep to; None stands for the longest."""
    starts, ends = copies["starts_at_ms"], copies["ends_at_ms"]
    if not isinstance(starts, int) or not isinstance(ends, int):
        return race.limit_ms
    is_longest = race.limit_ms is None and ends - starts == LONGEST_MS
    return None if is_longest else ends - starts


def _check_host(race: Race, racers: Sequence[Racer]) -> Iterator[Difference]:
    seated = [racer.player_id for racer in racers]
    if seated and race.host_id not in seated:
        yield from compared(race, {"host_id": seated[0]})
    if race.previous is not None and race.previous.finished_at_ms is None:
        yield Difference(
            race._meta.db_table, race.pk, "previous_id", race.previous_id, "a finished race"
        )


def _check_end(race: Race, racers: Sequence[Racer]) -> Iterator[Difference]:
    """A race is finished when all its racers are done: never before, and then at once."""
    is_done = bool(racers) and all(_is_done(racer) for racer in racers)
    if is_done and race.finished_at_ms is None:
        yield Difference(race._meta.db_table, race.pk, "finished_at_ms", None, "finished")
    if not is_done:
        yield from compared(race, {"finished_at_ms": None})


def _is_done(racer: Racer) -> bool:
    return racer.game is not None and racer.game.status != LIVE


def _check_seats(race: Race, racers: Sequence[Racer], games: list[Game]) -> Iterator[Difference]:
    """A started race has one game a seat, of the player who sits there; a lobby has none."""
    by_player = {game.player_id: game for game in games}
    seated = {racer.game_id for racer in racers}
    for racer in racers:
        if racer.game is None:
            own = by_player.get(racer.player_id)
            yield from compared(racer, {"game_id": own.pk if own else None})
        elif racer.game.race_id == race.pk:
            yield from _check_player(racer, racer.game)
        elif racer.game.race_id is None or racer.game.deal_id == race.deal_id:
            yield from compared(racer.game, {"race_id": race.pk})
        else:
            yield from compared(racer, {"race_id": racer.game.race_id})
    for game in games:
        if game.pk not in seated and game.player_id not in {racer.player_id for racer in racers}:
            yield Difference(game._meta.db_table, game.pk, "race_id", race.pk, "a race with a seat")
    if race.starts_at_ms is not None and len(games) < len(racers):
        yield Difference(race._meta.db_table, race.pk, "games", len(games), len(racers))


def _check_player(racer: Racer, game: Game) -> Iterator[Difference]:
    result = getattr(game, "result", None)
    copies = [racer.player_id, game.player_id, *([result.player_id] if result else [])]
    player_id = agreed(copies)
    yield from compared(racer, {"player_id": player_id})
    yield from compared(game, {"player_id": player_id})


def _check_order(race: Race, racers: Sequence[Racer]) -> Iterator[Difference]:
    """The ends are numbered 1, 2, 3 … without a gap; places follow once the race is finished."""
    done = [racer for racer in racers if _is_done(racer)]
    done.sort(key=lambda racer: (racer.done_order or len(racers), racer.pk))
    orders = {racer.pk: number for number, racer in enumerate(done, start=1)}
    finishes = [_finish(racer, orders[racer.pk]) for racer in done]
    places: dict[int, int] = {}
    if race.finished_at_ms is not None and len(done) == len(racers):
        ranked = places_of([place_key(finish) for finish in finishes])
        places = {racer.pk: place for racer, place in zip(done, ranked, strict=True)}
    for racer in racers:
        recomputed = {"done_order": orders.get(racer.pk), "place": places.get(racer.pk)}
        yield from compared(racer, recomputed)


def _finish(racer: Racer, done_order: int) -> Finish:
    """Return what a place depends on; a missing result is named elsewhere and counts as none."""
    assert racer.game is not None
    result = getattr(racer.game, "result", None)
    return Finish(
        has_cleared=racer.game.status == "won",
        done_order=done_order,
        cards_left=result.cards_left if result else 0,
        points=result.points if result else 0,
        last_take_ms=_last_take_ms(racer.game),
    )


def _last_take_ms(game: Game) -> int:
    try:
        return last_take_ms(game)
    except (ParseError, IndexError):
        return 0  # the damaged log is named with its game
