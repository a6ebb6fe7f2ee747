"""Games and results recomputed from the logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from games.engine.actions import RESIGN, UNDO, format_action
from games.engine.codes import Rule
from games.engine.errors import ErrorCode, ParseError, Refused
from games.engine.log import LOG_LIMIT, Entry, decode_log
from games.engine.scoring import SCORING_VERSION, scores_of
from games.engine.state import State, Status, apply, initial, status_of
from games.models import LIVE, Game, Result
from games.services.attempts import games_of_person, person_id, was_played
from games.services.live import deck_of
from games.services.looks import is_assisted, looks_at
from games.services.verify import CHUNK_ROWS, Difference, compared, missing, needless


@dataclass(frozen=True, slots=True)
class Played:
    """What a game's log says: its entries, the state they lead to and the first fault in them."""

    game: Game
    entries: Sequence[Entry]
    state: State
    fault: str | None

    @property
    def duration_ms(self) -> int:
        return self.entries[-1].at_ms if self.entries else 0

    @property
    def started_at_ms(self) -> int | None:
        """The time of the first action. A solo game's clock starts there, so it is the anchor
        that the log's times hang on; a race's hangs on the race's start."""
        if not self.entries:
            return None
        opens_at_ms = self.game.opens_at_ms
        if opens_at_ms is None:
            return self.game.started_at_ms
        return opens_at_ms + self.entries[0].at_ms

    @property
    def finished_at_ms(self) -> int:
        return (self.game.clock_from_ms or 0) + self.duration_ms


def check_games(now_ms: int) -> Iterator[list[Difference]]:
    """Yield one list of differences for each game, with its result, empty where all is well."""
    games = Game.objects.select_related("race", "result", "player")
    games, divided = games.order_by("player_id", "deal_id"), _divided()
    rows = games.iterator(chunk_size=CHUNK_ROWS)
    for _, group in groupby(rows, key=lambda game: (game.player_id, game.deal_id)):
        played = [play_log(game) for game in group]
        attempts = _attempts(played)
        person = [*played, *_elsewhere(played[0].game, divided)]
        for one in played:
            yield [*_check_game(one, attempts, now_ms), *_check_result(one, person, now_ms)]


def _divided() -> set[tuple[int | None, int]]:
    """Return the accounts and deals of which a merged guest's seat kept a game of its own."""
    kept = Game.objects.filter(player__merged_into__isnull=False)
    return set(kept.values_list("player__merged_into_id", "deal_id"))


def _elsewhere(game: Game, divided: set[tuple[int | None, int]]) -> list[Played]:
    """Replay what the same person has played of a deal under another player's name."""
    if (person_id(game.player), game.deal_id) not in divided:
        return []
    games = games_of_person(game.player, game.deal_id).defer(None).select_related("race")
    return [play_log(other) for other in games.exclude(player_id=game.player_id)]


def play_log(game: Game) -> Played:
    """Replay a game's log up to its first fault."""
    state = initial(deck_of(game.deal_id), Rule(game.rule))
    try:
        entries = decode_log(bytes(game.log))
    except ParseError as error:
        return Played(game, (), state, error.detail)
    for index, entry in enumerate(entries):
        try:
            _check_allowed(game, state, entry, index)
            state = apply(state, entry.action)
        except Refused as refusal:
            fault = f"{format_action(entry.action)} at {index} is refused: {refusal.code}"
            return Played(game, entries, state, fault)
    return Played(game, entries, state, _time_fault(game, entries))


def _check_allowed(game: Game, state: State, entry: Entry, index: int) -> None:
    """Raise `Refused` for what the rules would allow and this game does not."""
    if final_status(game, state) is not None:
        raise Refused(ErrorCode.GAME_OVER)
    if entry.action == UNDO and not game.undo_allowed:
        raise Refused(ErrorCode.UNDO_NOT_ALLOWED)
    if index >= LOG_LIMIT and entry.action != RESIGN:
        raise Refused(ErrorCode.LOG_FULL)


def final_status(game: Game, state: State) -> str | None:
    """Return the status that ends the game in this state, or None while it goes on.

    Stuck ends a game only where nothing can be taken back.
    """
    status = status_of(state)
    is_final = status in (Status.WON, Status.RESIGNED) or (
        status is Status.STUCK and not game.undo_allowed
    )
    return status.value if is_final else None


def _time_fault(game: Game, entries: Sequence[Entry]) -> str | None:
    for index, (entry, following) in enumerate(pairwise(entries), start=1):
        if following.at_ms < entry.at_ms:
            return f"the time of action {index} runs back"
    if not entries:
        return None
    if game.opens_at_ms is None:
        return "the clock does not start with the first action" if entries[0].at_ms else None
    is_late = game.opens_at_ms + entries[-1].at_ms >= (game.closes_at_ms or 0)
    return "an action after the race's end" if is_late else None


def _attempts(played: Sequence[Played]) -> dict[str, int]:
    """Number a player's games of one deal by their first action.

    Games that began in the same millisecond keep the order in which they were stored.
    """
    begun = [one for one in played if one.started_at_ms is not None]
    begun.sort(key=lambda one: (one.started_at_ms or 0, one.game.attempt or 0, one.game.pk))
    return {one.game.pk: number for number, one in enumerate(begun, start=1)}


def _check_game(one: Played, attempts: dict[str, int], now_ms: int) -> Iterator[Difference]:
    game = one.game
    if one.fault is not None:
        yield Difference(game._meta.db_table, game.pk, "log", f"{len(game.log)} bytes", one.fault)
    yield from compared(
        game,
        {
            "seq": len(one.entries),
            "status": _status(one, now_ms),
            "attempt": attempts.get(game.pk),
            "started_at_ms": one.started_at_ms,
        },
    )
    if game.race_id is None:
        alone = {"undo_allowed": True, "opens_at_ms": None, "closes_at_ms": None}
        yield from compared(game, alone)


def _status(one: Played, now_ms: int) -> str:
    """Return the status that the log and the race's clock lead to.

    Between a race's end and the moment a process notices, both are right.
    """
    game, final = one.game, final_status(one.game, one.state)
    if final is not None or game.race is None:
        return final or LIVE
    if game.race.finished_at_ms is not None:
        return Status.TIMED_OUT.value
    is_due = game.closes_at_ms is not None and game.closes_at_ms <= now_ms
    is_noticed = is_due and game.status == Status.TIMED_OUT
    return Status.TIMED_OUT.value if is_noticed else LIVE


def _check_result(one: Played, person: Sequence[Played], now_ms: int) -> Iterator[Difference]:
    result: Result | None = getattr(one.game, "result", None)
    is_over = _status(one, now_ms) != LIVE
    if result is None:
        if is_over:
            yield missing(Result, one.game.pk)
    elif not is_over:
        yield needless(result)
    else:
        yield from compared(result, _result_of(one, person, now_ms))


def _result_of(one: Played, person: Sequence[Played], now_ms: int) -> dict[str, object]:
    game, scores = one.game, scores_of(one.state)
    return {
        "player_id": game.player_id,
        "deal_id": game.deal_id,
        "rule": game.rule,
        "status": _status(one, now_ms),
        "points": scores.points,
        "combo": scores.combo,
        "streak": scores.streak,
        "cards_left": scores.cards_left,
        "moves": one.state.moves,
        "undo_used": one.state.undo_used,
        "duration_ms": one.duration_ms,
        "finished_at_ms": one.finished_at_ms,
        "is_first_attempt": _is_first(one, person),
        "is_assisted": is_assisted(game, one.finished_at_ms, looks_at(game.player, game.deal_id)),
        "is_published": not (game.race is not None and game.race.is_hidden),
        "scoring_version": SCORING_VERSION,
    }


def _is_first(one: Played, person: Sequence[Played]) -> bool:
    """Tell whether a game was its player's first: attempt 1, and he had acted in no other game
    of the deal, under either rule, before its last action.

    Of a game that began in the very millisecond of that action only the database knew which
    came first, so what it stored then is right.
    """
    if one.started_at_ms is None or not was_played(one.game):
        return False
    others = [other for other in person if other is not one and was_played(other.game)]
    starts = [other.started_at_ms for other in others]
    begun = [started_at_ms for started_at_ms in starts if started_at_ms is not None]
    if any(started_at_ms < one.finished_at_ms for started_at_ms in begun):
        return False
    return one.finished_at_ms not in begun or bool(one.game.result.is_first_attempt)
