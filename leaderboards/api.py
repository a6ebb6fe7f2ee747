"""The call that answers a deal's board."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router, Schema

from leaderboards.answers import Answer, answer
from leaderboards.listing import Attempt
from leaderboards.questions import read_deal, read_question
from leaderboards.ranking import Order
from leaderboards.windows import Window

router = Router(tags=["boards"])


class BoardRow(Schema):
    rank: int
    player: str
    points: int
    combo: int
    moves: int
    duration_ms: int
    first_attempt: bool
    finished_at: str
    replay: str | None
    global_rank: int | None = None
    provisional: bool | None = None


class BoardPage(Schema):
    rows: list[BoardRow]
    me: BoardRow | None
    next: str | None


def _one_of(words: type[StrEnum], meaning: str) -> str:
    return f"{meaning}: {', '.join(word.value for word in words)}"


# Read as plain texts, so that a wrong one gets an answer in the caller's language.
AttemptWord = Annotated[str, Query(description=_one_of(Attempt, "First attempts, or the best"))]
OrderWord = Annotated[str, Query(description=_one_of(Order, "What the best win is judged by"))]
WindowWord = Annotated[str, Query(description=_one_of(Window, "When the wins were finished"))]


# Boards are public: a visitor who is nobody yet may read them.
@router.get(
    "deals/{code}/board",
    response=BoardPage,
    exclude_unset=True,
    url_name="board",
    auth=None,
)
def board(
    request: HttpRequest,
    code: str,
    *,
    attempt: AttemptWord = Attempt.FIRST.value,
    order: OrderWord = Order.POINTS.value,
    window: WindowWord = Window.ALL.value,
    friends: str = "0",
    after: str = "",
) -> Answer:
    """The ranked wins of a deal and rule: one row a player, his best in the order asked for.

    Equal rows share a rank and the next one skips. `window`: the UTC week, from Monday on, or
    the UTC date. `friends=1`: you and those you follow, with `global_rank` beside `rank`.
    `after` takes the `next` of the page before.
    """
    number, rule = read_deal(code)
    question = read_question(
        {
            "attempt": attempt,
            "order": order,
            "window": window,
            "friends": friends,
            "after": after,
        }
    )
    return answer(question, number, rule, request.player)  # type: ignore[attr-defined]
