"""The one door through which games tell the boards, without importing them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django.dispatch import Signal

from games.models import Result

# Sent with `slug`, from any thread, once a race's changed rows are committed.
race_changed = Signal()


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a result stands: a `rank` from 1 on, or `unranked`, the reason why it has none.

    Reasons: `not_won`, `undo_used`, `assisted`, `sealed`. `is_provisional`: a guest's rank, the
    one that signing up would give. `is_best`: it is the player's row of the board.
    """

    rank: int | None
    unranked: str | None
    is_provisional: bool = False
    is_best: bool = False


class Boards(Protocol):
    def results_published(self, results: Sequence[Result]) -> None:
        """Enter results that have just become public; runs in the transaction that makes them so.

        The deal's players are locked by the caller (see `games.services.endings`).
        """

    def player_changed(self, player_id: int, deal_ids: Sequence[int] | None = None) -> None:
        """Rebuild a player's rows (of some deals, or all): he signed up, or was merged."""

    def standing(self, result: Result) -> Standing:
        """Return where a result stands now, on the board of its deal and rule by `points`."""


class _NoBoards:
    def results_published(self, results: Sequence[Result]) -> None:
        return None

    def player_changed(self, player_id: int, deal_ids: Sequence[int] | None = None) -> None:
        return None

    def standing(self, result: Result) -> Standing:
        return Standing(rank=None, unranked="no_board")


_boards: list[Boards] = [_NoBoards()]


def install_boards(boards: Boards) -> None:
    """Called once, when the boards' application is ready."""
    _boards[0] = boards


def boards() -> Boards:
    return _boards[0]
