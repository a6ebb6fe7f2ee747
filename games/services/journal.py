"""The journal: every action of every game is stored here, by compare and append.

One writer thread per process takes all appends that wait right now and stores them in one
statement and one commit; while it commits, the next batch gathers. An append names the log
length it was made at, and the database compares: an append that loses is answered as lost, alone.

Locks, in this order, so that two processes never wait for each other in a circle: players
(of first and last actions), races (of last actions), games.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.db import (
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    connection,
    transaction,
)
from django.db.backends.utils import CursorWrapper

from games.engine.log import Entry, encode_entry
from games.engine.state import State
from games.models import LIVE
from games.services import endings

log = logging.getLogger(__name__)

PASSING = (OperationalError, InterfaceError)
RETRY_SECONDS = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 2.0)


@dataclass(frozen=True, slots=True)
class Append:
    """One action to be stored: `entry` at log length `seq` (so it is the first at 0).

    `at_ms` is the server time at which it was received, `state` the state it leads to and
    `final` the status that it ends the game with, or None.
    """

    game_id: str
    seq: int
    entry: Entry
    at_ms: int
    state: State
    final: str | None = None
    race_slug: str | None = None


# The comparison stands in the WHERE: length, status and, in a race, the time. A row that another
# process has changed since is read again by the database before it decides. Attempts are numbered
# in the order of their storing; a solo game's start is put after the earlier ones' starts, so that
# two processes whose clocks differ by a little can't tell it otherwise. (A race's times hang on
# its own start.)
_APPEND = """
WITH added (id, seq, entry, status, at_ms) AS (VALUES {rows})
UPDATE games_game SET
    log = {concatenated},
    seq = games_game.seq + 1,
    status = added.status,
    started_at_ms = CASE WHEN games_game.started_at_ms IS NOT NULL THEN games_game.started_at_ms
        WHEN games_game.opens_at_ms IS NOT NULL THEN added.at_ms ELSE (
        SELECT CASE WHEN COALESCE(MAX(earlier.started_at_ms), 0) < added.at_ms THEN added.at_ms
            ELSE MAX(earlier.started_at_ms) + 1 END FROM games_game earlier
        WHERE earlier.player_id = games_game.player_id AND earlier.deal_id = games_game.deal_id
    ) END,
    attempt = CASE WHEN games_game.attempt IS NULL THEN (
        SELECT COALESCE(MAX(earlier.attempt), 0) + 1 FROM games_game earlier
        WHERE earlier.player_id = games_game.player_id AND earlier.deal_id = games_game.deal_id
    ) ELSE games_game.attempt END
FROM added
WHERE games_game.id = added.id AND games_game.seq = added.seq AND games_game.status = %s
    AND (games_game.opens_at_ms IS NULL OR games_game.opens_at_ms <= added.at_ms)
    AND (games_game.closes_at_ms IS NULL OR games_game.closes_at_ms > added.at_ms)
RETURNING games_game.id
"""


def _append_sql(count: int) -> str:
    """Return the statement for `count` rows; the vendors differ in joining bytes alone."""
    if connection.vendor == "sqlite":
        concatenated = "CAST(games_game.log || added.entry AS BLOB)"
        row = "(%s, %s, %s, %s, %s)"
    else:
        concatenated = "games_game.log || added.entry"
        row = "(%s, %s, %s::bytea, %s, %s::bigint)"
    return _APPEND.format(rows=", ".join([row] * count), concatenated=concatenated)


def _lock(batch: Sequence[Append]) -> None:
    """Lock the players of first and last actions, then the races of last ones.

    Numbering an attempt and judging whether a win is a first attempt's look at the player's
    other games of the deal, so these must not start or end meanwhile.
    """
    if connection.vendor == "sqlite":
        return  # a transaction here holds the one write lock from its beginning
    games = sorted({item.game_id for item in batch if item.seq == 0 or item.final})
    races = sorted({item.race_slug for item in batch if item.final and item.race_slug})
    with connection.cursor() as cursor:
        if games:
            lock_players(cursor, games)
        if races:
            cursor.execute(
                "SELECT slug FROM games_race WHERE slug = ANY(%s) ORDER BY slug FOR NO KEY UPDATE",
                [races],
            )


def lock_players(cursor: CursorWrapper, games: list[str]) -> None:
    """Lock the players of some games.

    Who had to wait for a lock may have waited for a merge, after which the game is another
    player's: so ask again until everybody it says is locked.
    """
    locked: set[int] = set()
    while True:
        cursor.execute(
            "SELECT p.id FROM players_player p JOIN games_game g ON g.player_id = p.id"
            " WHERE g.id = ANY(%s) ORDER BY p.id FOR NO KEY UPDATE OF p",
            [games],
        )
        found = {row[0] for row in cursor.fetchall()}
        if found <= locked:
            return
        locked |= found


def append_all(batch: Sequence[Append]) -> set[str]:
    """Store a batch, at most one append a game, in the transaction at hand or one of its own.

    Returns the games whose append was stored; the others lost their comparison and nothing of
    them is stored. Ends what ends: results, race places and board rows come along.
    """
    with transaction.atomic():
        _lock(batch)
        parameters: list[str | int | bytes] = []
        for item in batch:
            entry = encode_entry(item.entry)
            parameters += (item.game_id, item.seq, entry, item.final or LIVE, item.at_ms)
        with connection.cursor() as cursor:
            cursor.execute(_append_sql(len(batch)), [*parameters, LIVE])
            stored = {row[0] for row in cursor.fetchall()}
        ended = [item for item in batch if item.final and item.game_id in stored]
        if ended:
            endings.end_games(
                [
                    endings.Ending(item.game_id, item.final or LIVE, item.state, item.entry.at_ms)
                    for item in ended
                ]
            )
        return stored


def _store(batch: Sequence[Append]) -> list[bool | BaseException]:
    """Store a batch; where it fails as a whole, store its members one by one.

    Raises what says that the database is away, or gave way to somebody else: that may pass. It
    is told by its kind alone, since leaving a broken transaction connects anew.
    """
    try:
        stored = append_all(batch)
        return [item.game_id in stored for item in batch]
    except PASSING:
        connection.close()
        raise
    except DatabaseError as error:
        if len(batch) == 1 and not isinstance(error, IntegrityError):
            return [error]
        log.info("storing %d appends one by one after %s", len(batch), type(error).__name__)
        return [_store_alone(item) for item in batch]


def _store_alone(item: Append) -> bool | BaseException:
    try:
        return item.game_id in append_all([item])
    except PASSING:
        raise
    except DatabaseError as error:
        log.exception("game %s at %d could not be stored", item.game_id, item.seq)
        return error


def _give_back() -> None:
    """Close the connection of the thread that this runs in."""
    connection.close()


_Waiting = tuple[Append, asyncio.Future[bool]]


class Journal:
    """The group-commit writer of one event loop."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
        self._task: asyncio.Task[None] | None = None

    async def append(self, item: Append) -> bool:
        """Store one append; return whether it won its comparison, once it is committed.

        Raises the database's error if it could not be stored within some five seconds.
        """
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())
        return await future

    def _next_batch(self) -> list[_Waiting]:
        """Take what waits; of one game only the first, the rest must see its outcome."""
        games: set[str] = set()
        batch: list[_Waiting] = []
        later: list[_Waiting] = []
        for pair in self._waiting:
            (later if pair[0].game_id in games else batch).append(pair)
            games.add(pair[0].game_id)
        self._waiting = later
        return batch

    async def _drain(self) -> None:
        while self._waiting:
            batch = self._next_batch()
            try:
                outcomes = await self._patiently([item for item, _ in batch])
            except Exception as error:  # noqa: BLE001 - each caller gets it
                outcomes = [error] * len(batch)
            for (_, future), outcome in zip(batch, outcomes, strict=True):
                if future.done():
                    continue
                if isinstance(outcome, BaseException):
                    future.set_exception(outcome)
                else:
                    future.set_result(outcome)

    async def _patiently(self, items: list[Append]) -> list[bool | BaseException]:
        """Store in the writer's thread; while the database is away, try again for a while.

        A commit whose answer was lost is not stored twice: the comparison then fails, and the
        caller finds its own action in the log.
        """
        loop = asyncio.get_running_loop()
        for pause in RETRY_SECONDS:
            try:
                return await loop.run_in_executor(self._thread, _store, items)
            except PASSING as error:
                log.warning("database away (%s), next try in %s s", type(error).__name__, pause)
                await asyncio.sleep(pause)
        return await loop.run_in_executor(self._thread, _store, items)

    async def close(self) -> None:
        """Store what waits, then give the writer's connection back."""
        if self._task is not None:
            await self._task
        await asyncio.get_running_loop().run_in_executor(self._thread, _give_back)
        self._thread.shutdown(wait=False)


_journals: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Journal] = (
    weakref.WeakKeyDictionary()
)


def journal() -> Journal:
    """Return the running event loop's journal."""
    loop = asyncio.get_running_loop()
    if loop not in _journals:
        _journals[loop] = Journal()
    return _journals[loop]
