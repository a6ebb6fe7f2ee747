"""A race as it stands in the database, read in one go, with each racer's progress."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.codes import Rule, format_code
from games.engine.layout import SLOTS, peaks_left
from games.engine.scoring import scores_of
from games.models import Game, Race, Racer
from games.services.live import LiveGame, live_game

# A racer counts as gone when no server has known a socket of his open for so long.
PRESENCE_MS = 25_000


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
    """A racer. `game_id` is None in the lobby, `place` before the finish.

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

    def is_connected(self, at_ms: int) -> bool:
        return self.seen_at_ms > at_ms - PRESENCE_MS


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
    host: str
    starts_at_ms: int | None
    ends_at_ms: int | None
    finished_at_ms: int | None
    next_slug: str | None
    racers: tuple[Seat, ...]

    @property
    def is_hidden(self) -> bool:
        return self.is_sealed and self.finished_at_ms is None

    def status_at(self, now_ms: int) -> str:
        """Return `lobby`, `countdown`, `running` or `finished`, or `over` for an empty lobby."""
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


def view_race(slug: str, now_ms: int) -> RaceView:
    """Read a race; raise `Race.DoesNotExist`."""
    race = Race.objects.select_related("host", "following").get(pk=slug)
    racers = race.racers.select_related("player", "game")
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
        host=race.host.name,
        starts_at_ms=race.starts_at_ms,
        ends_at_ms=race.ends_at_ms,
        finished_at_ms=race.finished_at_ms,
        next_slug=_following(race),
        racers=tuple(_seat(race, racer, now_ms) for racer in racers),
    )


def _following(race: Race) -> str | None:
    return race.following.pk if hasattr(race, "following") else None


def _seat(race: Race, racer: Racer, now_ms: int) -> Seat:
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
        place=racer.place,
        progress=progress,
        is_merged=racer.player.merged_into_id is not None,
    )


def progress_by_game(game_ids: list[str], now_ms: int) -> dict[str, Progress]:
    """Read the progress of some games that another process has moved."""
    games = Game.objects.select_related("race").filter(pk__in=game_ids)
    return {game.pk: progress_of(live_game(game), now_ms) for game in games}
