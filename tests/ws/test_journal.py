"""The journal: what is stored of a batch, and what is told of the rest."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable

import pytest
from django.db import OperationalError

from games.engine.actions import DRAW
from games.models import Game
from games.services import journal as journals
from games.services import play
from games.services.clock import now_ms
from games.services.journal import Append, Journal, append_all
from tests.ws.local import stored, table


@pytest.fixture
async def journal(transactional_db: None) -> AsyncIterator[Journal]:
    opened = Journal()
    yield opened
    await opened.close()


async def draw_of() -> Append:
    """Return the append of a new game's first draw, its row stored."""
    _, game = await table()
    live = await stored(play.load, game.pk)
    at_ms = now_ms()
    after = play.check(live, DRAW, 0, at_ms)
    assert not isinstance(after, play.Applied)
    return play.prepare(live, DRAW, after, at_ms)


def lengths_of(*items: Append) -> list[int]:
    return [Game.objects.get(pk=item.game_id).seq for item in items]


async def test_an_append_at_another_length_stores_nothing(journal: Journal) -> None:
    item = await draw_of()
    late = dataclasses.replace(item, seq=1)
    assert await journal.append(late) is False
    assert await stored(lengths_of, item) == [0]


async def test_the_batch_mates_of_a_losing_append_are_stored(journal: Journal) -> None:
    items = [await draw_of() for _ in range(5)]
    items[2] = dataclasses.replace(items[2], seq=1)
    won = await asyncio.gather(*(journal.append(item) for item in items))
    assert won == [True, True, False, True, True]
    assert await stored(lengths_of, *items) == [1, 1, 0, 1, 1]


async def test_two_appends_of_one_game_are_stored_one_after_the_other(journal: Journal) -> None:
    item = await draw_of()
    won = await asyncio.gather(journal.append(item), journal.append(item))
    assert list(won) == [True, False]
    assert await stored(lengths_of, item) == [1]


async def test_a_batch_mate_that_cannot_be_stored_harms_no_other(journal: Journal) -> None:
    """The row refuses a status that does not exist: a fault of ours, which one game has."""
    good, bad = await draw_of(), await draw_of()
    broken = dataclasses.replace(bad, final="nonsense")
    outcomes = await asyncio.gather(
        journal.append(good), journal.append(broken), return_exceptions=True
    )
    assert outcomes[0] is True
    assert isinstance(outcomes[1], Exception)
    assert await stored(lengths_of, good, bad) == [1, 0]


def failing(times: int, error: Callable[[], Exception], after: bool) -> object:
    """Return an `append_all` that fails so often, before or after it has committed."""
    left = [times]

    def append(batch: list[Append]) -> set[str]:
        if left[0] and not after:
            left[0] -= 1
            raise error()
        done = append_all(batch)
        if left[0]:
            left[0] -= 1
            raise error()
        return done

    return append


def gone() -> OperationalError:
    return OperationalError("server closed the connection unexpectedly")


async def test_an_append_waits_for_a_database_that_is_away(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = await draw_of()
    monkeypatch.setattr(journals, "append_all", failing(2, gone, after=False))
    assert await journal.append(item) is True
    assert await stored(lengths_of, item) == [1]


async def test_a_commit_whose_answer_was_lost_is_not_stored_twice(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = await draw_of()
    monkeypatch.setattr(journals, "append_all", failing(1, gone, after=True))
    assert await journal.append(item) is False  # and the caller finds its action in the log
    assert await stored(lengths_of, item) == [1]
