"""One action of one game: check with the engine, compare and append, hand on."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from games.engine.actions import RESIGN, UNDO, Action
from games.engine.errors import ErrorCode, Refused
from games.engine.log import LOG_LIMIT, Entry
from games.engine.state import State, apply, status_of
from games.models import LIVE, Game
from games.services.clock import now_ms
from games.services.journal import Append, append_all
from games.services.live import LiveGame, live_game


@dataclass(frozen=True, slots=True)
class Applied:
    """An action that stands in the log: the states around it and the entry."""

    before: State
    after: State
    entry: Entry
    status: str
    is_final: bool
    is_resend: bool = False


class GameGone(Exception):  # noqa: N818 - a finding, not an error
    """The game's row is not there any more."""


def load(game_id: str) -> LiveGame:
    """Read a game from the database; raise `GameGone` if there is none."""
    game = Game.objects.select_related("race").filter(pk=game_id).first()
    if game is None:
        raise GameGone(game_id)
    return live_game(game)


def has_news(live: LiveGame) -> bool:
    """Tell, without reading the log, whether the database knows more of a game than we do."""
    rows = Game.objects.filter(pk=live.id).values_list("seq", "status", "player_id")
    found = rows.first()
    if found is None:
        raise GameGone(live.id)
    return found != (live.seq, live.stored_status, live.player_id) or live.is_hidden


def stored(live: LiveGame, seq: int) -> Applied:
    """Return the stored action number `seq` as it was answered the first time."""
    before = live.state_at(seq)
    entry = live.entries[seq]
    after = apply(before, entry.action)
    final = live.final_status(after)
    status = final or status_of(after).value
    return Applied(before, after, entry, status, final is not None, is_resend=True)


def check(live: LiveGame, action: Action, seq: int, at_ms: int) -> Applied | State:
    """Return the answer of a resend, or the state that the action leads to.

    Raises `Refused`, in the contract's order: not_started, game_over, out_of_sync,
    undo_not_allowed, log_full, then the rules.
    """
    if seq < live.seq and live.entries[seq].action == action:
        return stored(live, seq)
    if live.opens_at_ms is not None and at_ms < live.opens_at_ms:
        raise Refused(ErrorCode.NOT_STARTED)
    is_late = live.closes_at_ms is not None and at_ms >= live.closes_at_ms
    if live.stored_status != LIVE or is_late:
        raise Refused(ErrorCode.GAME_OVER)
    if seq != live.seq:
        raise Refused(ErrorCode.OUT_OF_SYNC)
    if action == UNDO and not live.undo_allowed:
        raise Refused(ErrorCode.UNDO_NOT_ALLOWED)
    if live.seq >= LOG_LIMIT and action != RESIGN:
        raise Refused(ErrorCode.LOG_FULL)
    return apply(live.state, action)


def prepare(live: LiveGame, action: Action, after: State, at_ms: int) -> Append:
    """Return the append that stores an action; its time never runs back."""
    base_ms = live.clock_from_ms if live.clock_from_ms is not None else at_ms
    entry = Entry(action, max(at_ms - base_ms, live.elapsed_ms))
    return Append(
        game_id=live.id,
        seq=live.seq,
        entry=entry,
        at_ms=base_ms + entry.at_ms,
        state=after,
        final=live.final_status(after),
        race_slug=live.race_slug,
    )


def take_over(live: LiveGame, item: Append) -> Applied:
    """Advance the live game by an append that was stored."""
    before = live.state
    if live.started_at_ms is None:
        live.started_at_ms = item.at_ms
    live.advance(item.entry, item.state, item.final)
    return Applied(
        before, item.state, item.entry, item.final or status_of(item.state).value, bool(item.final)
    )


def act_now(
    game_id: str, action: Action, seq: int | None = None, *, at_start: bool = False
) -> Applied:
    """Apply one action synchronously, in a transaction: the face for commands and merges.

    `seq` None means: at whatever length the log has; with `at_start` an action before a race's
    start counts as made at the start. Raises `Refused` and `GameGone`.
    """
    with transaction.atomic():
        live = load(game_id)
        at_ms = max(now_ms(), (live.opens_at_ms or 0) if at_start else 0)
        checked = check(live, action, live.seq if seq is None else seq, at_ms)
        if isinstance(checked, Applied):
            return checked
        item = prepare(live, action, checked, at_ms)
        if item.game_id not in append_all([item]):
            raise Refused(ErrorCode.OUT_OF_SYNC)
        return take_over(live, item)
