"""A board as the API tells it and the deal's page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NotRequired, TypedDict

from django.urls import reverse

from games.services.clock import now_ms
from games.services.replays import has_finished
from leaderboards.cursors import Cursor, write_cursor
from leaderboards.listing import Board, Page
from leaderboards.models import Win
from leaderboards.questions import Question
from leaderboards.ranking import key_of
from leaderboards.windows import window_start_ms
from players.models import Follow, Player


class Row(TypedDict):
    """One row. `global_rank` stands beside `rank` among friends, `provisional` on a guest's."""

    rank: int
    player: str
    points: int
    combo: int
    moves: int
    duration_ms: int
    first_attempt: bool
    finished_at: str
    replay: str | None
    global_rank: NotRequired[int]
    provisional: NotRequired[bool]


class Answer(TypedDict):
    rows: list[Row]
    me: Row | None
    next: str | None


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a board, and whether he may see the replays of its deal."""

    player: Player | None
    sees_replays: bool

    def replay_of(self, win: Win) -> str | None:
        """Return the address of the replay of a win, or None if he may not see it."""
        is_own = self.player is not None and win.player_id == self.player.pk
        return reverse("replay", args=[win.pk]) if is_own or self.sees_replays else None


def viewer_of(player: Player | None, number: int) -> Viewer:
    """Return how a player (None: nobody known) sees the board of a deal.

    Replays are for those who have finished the deal, under either rule.
    """
    return Viewer(player, player is not None and has_finished(player, number))


def board_of(question: Question, number: int, rule: str, player: Player | None) -> Board:
    """Return the board that a question of a player means now."""
    return Board(
        number=number,
        rule=rule,
        order=question.order,
        attempt=question.attempt,
        since_ms=window_start_ms(question.window, now_ms()),
        circle=_circle(player) if question.friends else None,
    )


def answer(question: Question, number: int, rule: str, player: Player | None) -> Answer:
    """Answer a question about a deal's board. A sealed deal has no rows, like one never played."""
    board = board_of(question, number, rule, player)
    page = board.page(question.after.key if question.after else None)
    viewer = viewer_of(player, number)
    rows = [_row(win, rank, viewer) for win, rank in zip(page.wins, page.ranks, strict=True)]
    if board.circle is not None:
        for row, rank in zip(rows, board.for_everybody.scattered_ranks(page.wins), strict=True):
            row["global_rank"] = rank
    return {"rows": rows, "me": _me(board, page, rows, viewer), "next": _next(board, page)}


def _circle(player: Player | None) -> frozenset[int]:
    """Return the ids of a player and of those he follows; nobody, for nobody."""
    if player is None:
        return frozenset()
    friends = Follow.objects.filter(player=player).values_list("friend_id", flat=True)
    return frozenset([player.pk, *friends])


def _row(win: Win, rank: int, viewer: Viewer) -> Row:
    return {
        "rank": rank,
        "player": win.player.name,
        "points": win.points,
        "combo": win.combo,
        "moves": win.moves,
        "duration_ms": win.duration_ms,
        "first_attempt": win.is_first_attempt,
        "finished_at": _iso(win.finished_at_ms),
        "replay": viewer.replay_of(win),
    }


def _iso(at_ms: int) -> str:
    """Write epoch milliseconds as ISO 8601 in UTC, to the millisecond."""
    seconds, millis = divmod(at_ms, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{millis:03}Z"


def _me(board: Board, page: Page, rows: list[Row], viewer: Viewer) -> Row | None:
    """Return the viewer's own row: the page's, if it is there, so that the two never differ."""
    player = viewer.player
    if player is None:
        return None
    for win, row in zip(page.wins, rows, strict=True):
        if win.player_id == player.pk:
            return row
    own = board.best_of(player.pk)
    if own is None:
        return None
    row = _row(own, board.rank_of(own), viewer)
    if board.circle is not None:
        row["global_rank"] = board.for_everybody.rank_of(own)
    if player.is_guest:
        row["provisional"] = True
    return row


def _next(board: Board, page: Page) -> str | None:
    if not page.has_more:
        return None
    return write_cursor(Cursor(board.order, key_of(page.wins[-1], board.columns)))
