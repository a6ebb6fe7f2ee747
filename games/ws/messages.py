"""What the server says on a socket, each message a frozen dataclass, and its JSON text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import orjson

from games.engine.scoring import Scores


@dataclass(frozen=True, slots=True)
class StateFrame:
    """The whole of what the player may see. `deal` is None while it is sealed.

    `elapsed_ms` runs from the clock's start to the last action, `clock_ms` to now.
    """

    game: str
    deal: str | None
    rule: str
    seq: int
    status: str
    tableau: tuple[str | None, ...]
    waste: str
    stock: int
    moves: int
    undo_used: bool
    takes: tuple[int, ...]
    scores: Scores
    run: int
    elapsed_ms: int
    clock_ms: int
    undo_allowed: bool
    assisted: bool
    type: Literal["state"] = "state"


@dataclass(frozen=True, slots=True)
class AppliedFrame:
    """What one stored action changed; `seq` is the log's new length."""

    seq: int
    action: str
    slot: int | None
    revealed: dict[str, str]
    hidden: tuple[int, ...]
    waste: str
    stock: int
    moves: int
    scores: Scores
    run: int
    takes: tuple[int, ...]
    status: str
    undo_used: bool
    elapsed_ms: int
    type: Literal["applied"] = "applied"


@dataclass(frozen=True, slots=True)
class HintFrame:
    """A card that fits, else the stock, else that the game is stuck: exactly one is set."""

    slot: int | None = None
    draw: bool = False
    stuck: bool = False


@dataclass(frozen=True, slots=True)
class ChanceFrame:
    """Whether the game can still be won at log length `seq`; it is assisted from now on."""

    seq: int
    winnable: bool
    assisted: bool = True
    type: Literal["chance"] = "chance"


@dataclass(frozen=True, slots=True)
class ResultFrame:
    """How a game ended: every score, the rank on its board or why it has none."""

    game: str
    deal: str
    status: str
    scores: Scores
    moves: int
    duration_ms: int
    rank: int | None
    unranked: str | None
    provisional: bool
    first_attempt: bool
    best: dict[str, Any]
    board: str
    replay: str
    type: Literal["result"] = "result"


@dataclass(frozen=True, slots=True)
class ProgressFrame:
    """How an opponent stands; never a card."""

    player: str
    cards_left: int
    peaks: int
    peaks_left: tuple[int, ...]
    moves: int
    draws: int
    run: int
    status: str
    connected: bool
    place: int | None = None
    type: Literal["progress"] = "progress"


@dataclass(frozen=True, slots=True)
class RaceFrame:
    """A race as its racers may see it; `state` is the racer's own once it runs."""

    slug: str
    url: str
    rule: str
    undo: bool
    status: str
    host: str
    seats: int
    limit_ms: int | None
    commitment: str | None
    deal: str | None
    nonce: str | None
    starts_at: int | None
    ends_at: int | None
    now: int
    racers: list[dict[str, Any]]
    places: list[dict[str, Any]] | None = None
    next: dict[str, str] | None = None
    state: StateFrame | None = None
    type: Literal["race"] = "race"


@dataclass(frozen=True, slots=True)
class PlayerFrame:
    """Somebody joined, left or is ready."""

    type: Literal["joined", "left", "ready"]
    player: str
    ready: bool = False
    host: str | None = None


@dataclass(frozen=True, slots=True)
class CountdownFrame:
    """When the race starts, by the server's clock, and what that clock shows."""

    starts_at: int
    now: int
    type: Literal["countdown"] = "countdown"


@dataclass(frozen=True, slots=True)
class StartedFrame:
    """The race has begun: the racer's own table."""

    state: StateFrame
    type: Literal["started"] = "started"


@dataclass(frozen=True, slots=True)
class FinishedFrame:
    """All are done: places, the opened deal and what proves that it was fixed beforehand."""

    places: list[dict[str, Any]]
    deal: str
    nonce: str | None
    commitment: str | None
    type: Literal["finished"] = "finished"


@dataclass(frozen=True, slots=True)
class RematchFrame:
    """Where the next race of the chain is."""

    slug: str
    url: str
    socket: str
    type: Literal["rematch"] = "rematch"


@dataclass(frozen=True, slots=True)
class RefusedFrame:
    """A message that changed nothing; `top` and `needs` come with `not_adjacent` alone."""

    seq: int
    code: str
    message: str
    top: str | None = None
    needs: tuple[str, ...] | None = None
    type: Literal["refused"] = "refused"


@dataclass(frozen=True, slots=True)
class ServerErrorFrame:
    """Something broke; the socket closes with 1011 after it."""

    message: str
    code: str = "server_error"
    type: Literal["server_error"] = "server_error"


ServerFrame = (
    StateFrame
    | AppliedFrame
    | HintFrame
    | ChanceFrame
    | ResultFrame
    | ProgressFrame
    | RaceFrame
    | PlayerFrame
    | CountdownFrame
    | StartedFrame
    | FinishedFrame
    | RematchFrame
    | RefusedFrame
    | ServerErrorFrame
)


def encode(frame: ServerFrame) -> str:
    """Return a frame's JSON text."""
    if isinstance(frame, RefusedFrame):
        return orjson.dumps(_refused(frame)).decode()
    if isinstance(frame, HintFrame):
        return orjson.dumps(_hint(frame)).decode()
    return orjson.dumps(frame).decode()


def _refused(frame: RefusedFrame) -> dict[str, Any]:
    told: dict[str, Any] = {
        "type": frame.type,
        "seq": frame.seq,
        "code": frame.code,
        "message": frame.message,
    }
    if frame.needs is not None:
        told |= {"top": frame.top, "needs": frame.needs}
    return told


def _hint(frame: HintFrame) -> dict[str, Any]:
    if frame.slot is not None:
        return {"type": "hint", "slot": frame.slot}
    return {"type": "hint", "draw" if frame.draw else "stuck": True}
