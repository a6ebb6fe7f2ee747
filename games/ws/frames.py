"""Frames made from games: only what `view_of` shows of a state goes into one."""

from __future__ import annotations

from games.engine.actions import Kind
from games.engine.cards import card_name, rank_letter
from games.engine.errors import ErrorCode, GameError, Refused
from games.engine.layout import SLOTS, STOCK_SIZE
from games.engine.scoring import scores_of
from games.engine.state import Status, hint, takes
from games.engine.view import FACE_DOWN, changes, view_of
from games.faults import sentence
from games.services.clock import now_ms
from games.services.live import LiveGame
from games.services.play import Applied
from games.ws.messages import AppliedFrame, HintFrame, RefusedFrame, StateFrame


def state_frame(live: LiveGame) -> StateFrame:
    """Return the greeting: the whole view of a game as it stands. Nothing shows before a start."""
    at_ms = now_ms()
    status = live.status_at(at_ms)
    view = view_of(live.state)
    waits = status == Status.WAITING
    return StateFrame(
        game=live.id,
        deal=None if live.is_hidden else live.code,
        rule=live.rule,
        seq=live.seq,
        status=status,
        tableau=(FACE_DOWN,) * SLOTS if waits else view.tableau,
        waste=FACE_DOWN if waits else view.waste,
        stock=view.stock,
        moves=view.moves,
        undo_used=view.undo_used,
        takes=() if waits or live.stored_status != "playing" else view.takes,
        scores=view.scores,
        run=view.run,
        elapsed_ms=live.elapsed_ms,
        clock_ms=live.clock_ms(at_ms),
        undo_allowed=live.undo_allowed,
        assisted=live.is_assisted,
    )


def applied_frame(applied: Applied) -> AppliedFrame:
    """Return what one stored action changed."""
    after, action = applied.after, applied.entry.action
    revealed, hidden = changes(applied.before, after)
    return AppliedFrame(
        seq=after.seq,
        action=action.kind.value,
        slot=action.slot,
        revealed={str(slot): card for slot, card in revealed.items()},
        hidden=hidden,
        waste=card_name(after.waste),
        stock=STOCK_SIZE - after.drawn,
        moves=after.moves,
        scores=scores_of(after),
        run=after.run,
        takes=takes(after),
        status=applied.status,
        undo_used=after.undo_used,
        elapsed_ms=applied.entry.at_ms,
    )


def hint_frame(live: LiveGame) -> HintFrame:
    """Return a hint; after the end nothing can be done, as in a game that is stuck.

    Raises `Refused` (`not_started`) before a race's start.
    """
    status = live.status_at(now_ms())
    if status == Status.WAITING:
        raise Refused(ErrorCode.NOT_STARTED)
    if status not in (Status.PLAYING, Status.STUCK):
        return HintFrame(stuck=True)
    action = hint(live.state)
    if action is None:
        return HintFrame(stuck=True)
    return HintFrame(slot=action.slot) if action.kind is Kind.TAKE else HintFrame(draw=True)


def refused_frame(error: GameError, seq: int) -> RefusedFrame:
    """Return a refusal in the active language, at the server's log length."""
    if isinstance(error, Refused) and error.top is not None:
        needs = tuple(rank_letter(rank) for rank in error.needs)
        return RefusedFrame(
            seq, error.code.value, sentence(error), top=card_name(error.top), needs=needs
        )
    return RefusedFrame(seq, error.code.value, sentence(error))
