"""A race as it stands in the database, read in one go, with each racer's progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.engine.codes import Rule, format_code
from games.engine.layout import SLOTS, peaks_left
from games.engine.scoring import scores_of
from games.engine.state import Status
from games.models import Game, Race, Racer
from games.services.live import LiveGame, live_game
from games.services.matches import newest, wins_of
from games.services.ratings import Change, changes_of

# A racer counts as gone when no server has known a socket of his open for so long.
PRESENCE_MS = 15_000


@dataclass(frozen=True, slots=True)
class Progress:
    """What opponents see of a racer's game, never a card: `peaks_left` counts the cards of each
    peak, left to right, `peaks` the emptied ones (0–3), `draws` the stock's drawn cards (0–23)."""

    cards_left: int = SLOTS
    peaks: int = 0
    peaks_left: tuple[int, ...] = peaks_left(0)
    moves: int = 0
    draws: int = 0
    run: int = 0
    status: str = "waiting"
    points: int = 500
    duration_ms: int = 0


@dataclass(frozen=True, slots=True)
class Seat:
    """A racer. `game_id` is None in the lobby, `place` until it is certain.

    `is_merged`: a guest who signed in to an account that sits in the race too.
    """

    player_id: int
    name: str
    is_ready: bool
    seen_at_ms: int
    game_id: str | None
    place: int | None
    progress: Progress
    is_merged: bool = False
    gone_at_ms: int | None = None
    ended_by: str | None = None
    rating: Change | None = None

    def away_since(self, at_ms: int) -> int | None:
        """Return when the racer was last known here; None while he is."""
        return away_since(self.seen_at_ms, self.gone_at_ms, at_ms)

    def is_connected(self, at_ms: int) -> bool:
        return self.away_since(at_ms) is None


def away_since(seen_at_ms: int, gone_at_ms: int | None, at_ms: int) -> int | None:
    """Return when a racer went: his last socket closed, or no server has seen it for a while."""
    if gone_at_ms is not None:
        return gone_at_ms
    return None if seen_at_ms > at_ms - PRESENCE_MS else seen_at_ms


@dataclass(frozen=True, slots=True)
class RaceView:
    """A race's row and seats. `code` is there for the server alone until `is_hidden` ends."""

    slug: str
    rule: str
    code: str
    is_sealed: bool
    commitment: str | None
    nonce: str | None
    undo_allowed: bool
    seats: int
    limit_ms: int | None
    grace_ms: int
    delayed_ms: int
    host: str
    starts_at_ms: int | None
    ends_at_ms: int | None
    finished_at_ms: int | None
    next_slug: str | None
    racers: tuple[Seat, ...]
    grade: str = ""
    is_rated: bool = False
    best_of: int | None = None
    number: int = 1
    previous_slug: str | None = None
    # Races won in the match at hand: who sits here, in the order of seats, then who is gone.
    score: tuple[tuple[str, int], ...] = ()
    # Who waits for the next race of the chain.
    waiting: tuple[str, ...] = ()

    @property
    def is_hidden(self) -> bool:
        return self.is_sealed and self.finished_at_ms is None

    @property
    def settings(self) -> tuple[object, ...]:
        """What a host may change in the lobby, the deal among it."""
        return (
            *(self.rule, self.code, self.commitment, self.grade, self.undo_allowed, self.seats),
            *(self.limit_ms, self.grace_ms, self.is_rated, self.best_of),
        )

    def status_at(self, now_ms: int) -> str:
        """Return `lobby`, `countdown`, `running` or `finished`."""
        if self.finished_at_ms is not None:
            return "finished"
        if self.starts_at_ms is None:
            return "lobby"
        return "countdown" if now_ms < self.starts_at_ms else "running"

    def seat_of(self, player_id: int) -> Seat | None:
        return next((seat for seat in self.racers if seat.player_id == player_id), None)


def progress_of(live: LiveGame, now_ms: int) -> Progress:
    """Return what opponents may see of a game at a server time."""
    state = live.state
    return Progress(
        cards_left=scores_of(state).cards_left,
        peaks=len(state.emptied_at),
        peaks_left=peaks_left(state.taken),
        moves=state.moves,
        draws=state.drawn,
        run=state.run,
        status=live.status_at(now_ms),
        points=state.points,
        duration_ms=live.elapsed_ms,
    )


def sure_places(racers: Sequence[Racer]) -> dict[int, int | None]:
    """Return the place of each seat by its key, null where it is not certain yet.

    Before the finish it is for those who cleared: no later end changes theirs.
    """
    cleared = sorted(
        racer.done_order
        for racer in racers
        if racer.done_order and racer.game is not None and racer.game.status == Status.WON
    )
    order = {done: place for place, done in enumerate(cleared, start=1)}
    return {racer.pk: racer.place or order.get(racer.done_order or 0) for racer in racers}


def view_race(slug: str, now_ms: int) -> RaceView:
    """Read a race; raise `Race.DoesNotExist`."""
    race = Race.objects.select_related("host", "following").get(pk=slug)
    racers = list(race.racers.select_related("player", "game", "ended_by"))
    places = sure_places(racers)
    changes = changes_of(race)
    seats = tuple(
        replace(_seat(race, racer, places[racer.pk], now_ms), rating=changes.get(racer.player_id))
        for racer in racers
    )
    return RaceView(
        slug=race.pk,
        rule=race.rule,
        code=format_code(race.deal_id, Rule(race.rule)),
        is_sealed=race.is_sealed,
        commitment=race.commitment or None,
        nonce=race.nonce or None,
        undo_allowed=race.undo_allowed,
        seats=race.seats,
        limit_ms=race.limit_ms,
        grace_ms=race.grace_ms,
        delayed_ms=race.delayed_ms,
        host=race.host.name,
        starts_at_ms=race.starts_at_ms,
        ends_at_ms=race.ends_at_ms,
        finished_at_ms=race.finished_at_ms,
        next_slug=_following(race),
        racers=seats,
        grade=race.grade,
        is_rated=race.is_rated,
        best_of=race.best_of,
        number=race.number,
        previous_slug=race.previous_id,
        score=_score(race, seats),
        waiting=_waiting(race, seats),
    )


def _following(race: Race) -> str | None:
    """Return the newest race of the chain, if it is not this one."""
    return newest(race).pk if hasattr(race, "following") else None


def _score(race: Race, seats: Sequence[Seat]) -> tuple[tuple[str, int], ...]:
    wins = wins_of(race)
    seated = {seat.name: wins.get(seat.name, 0) for seat in seats}
    return tuple((seated | wins).items())


def _waiting(race: Race, seats: Sequence[Seat]) -> tuple[str, ...]:
    seated = {seat.player_id for seat in seats}
    waits = race.latecomers.values_list("player_id", "player__name")
    return tuple(name for player_id, name in waits if player_id not in seated)


def _seat(race: Race, racer: Racer, place: int | None, now_ms: int) -> Seat:
    progress = Progress()
    if racer.game is not None:
        racer.game.race = race
        progress = progress_of(live_game(racer.game), now_ms)
    return Seat(
        player_id=racer.player_id,
        name=racer.player.name,
        is_ready=racer.is_ready,
        seen_at_ms=racer.seen_at_ms,
        game_id=racer.game_id,
        place=place,
        progress=progress,
        is_merged=racer.player.merged_into_id is not None,
        gone_at_ms=racer.gone_at_ms,
        ended_by=racer.ended_by.name if racer.ended_by else None,
    )


def progress_by_game(game_ids: list[str], now_ms: int) -> dict[str, Progress]:
    """Read the progress of some games that another process has moved."""
    games = Game.objects.select_related("race").filter(pk__in=game_ids)
    return {game.pk: progress_of(live_game(game), now_ms) for game in games}
