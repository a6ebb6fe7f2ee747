"""The rooms of this process, and its one tie to the other processes.

What this process changes is gathered and said to the others as a nudge; they read the rows of
what somebody there is looking at. With the in-memory layer there are no others, and no nudges.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import weakref
from collections.abc import Callable, Coroutine
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import DatabaseError

from games.services import play, races
from games.services.clock import now_ms
from games.services.hooks import race_changed
from games.services.live import LiveGame
from games.services.pool import in_pool
from games.services.race_views import progress_by_game, view_race
from games.ws.groups import NUDGE, nudges
from games.ws.race_rooms import RaceRoom
from games.ws.rooms import GameRoom
from games.ws.sockets import Socket

log = logging.getLogger(__name__)

NUDGE_PAUSE_S = 0.04
# A layer that hangs must not have nudges pile up.
NUDGE_PATIENCE_S = 2
PRESENCE_PAUSE_S = 10
SWEEP_PAUSE_S = 5
# One line a minute about a channel layer that is away is enough.
LAYER_LOG_PAUSE_S = 60


class Hub:
    """All rooms of one event loop."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(8)
        self.games: dict[str, GameRoom] = {}
        self.races: dict[str, RaceRoom] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._changed_games: dict[str, int] = {}
        self._changed_races: set[str] = set()
        self._flush: asyncio.TimerHandle | None = None
        self._layer_logged_at = -float(LAYER_LOG_PAUSE_S)
        layer = get_channel_layer()
        self._layer = None if isinstance(layer, InMemoryChannelLayer) else layer
        self._lasting = [
            self.spawn(self._every(PRESENCE_PAUSE_S, self._keep_presence)),
            self.spawn(self._every(SWEEP_PAUSE_S, self._sweep)),
        ]
        if self._layer is not None:
            self._lasting.append(self.spawn(self._listen()))

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run work beside the sockets; a fault in it is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def close(self) -> None:
        """Stop listening and sweeping, and finish the work at hand."""
        for task in self._lasting:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("background work failed", exc_info=task.exception())

    # Rooms. ------------------------------------------------------------------------------------

    async def game_room(self, game_id: str) -> GameRoom:
        """Return the room of a game, opening it from the database; raise `play.GameGone`."""
        room = self.games.get(game_id)
        if room is None:
            live = await in_pool(play.load, game_id)
            room = self.games.setdefault(game_id, GameRoom(self, live))
        return room

    async def race_room(self, slug: str) -> RaceRoom:
        """Return the room of a race, opening it; raise `Race.DoesNotExist`."""
        room = self.races.get(slug)
        if room is None:
            view = await in_pool(view_race, slug, now_ms())
            room = self.races.setdefault(slug, RaceRoom(self, view))
        return room

    def leave_game(self, room: GameRoom, socket: Socket) -> None:
        room.sockets.discard(socket)
        if not room.sockets:
            self.games.pop(room.live.id, None)

    async def leave_race(self, room: RaceRoom, socket: Socket) -> None:
        """Take a socket out of a race, and note the racer gone if it was his last one here."""
        room.sockets.discard(socket)
        seat = room.view.seat_of(socket.player_id)
        if seat is not None and seat.game_id in self.games:
            self.leave_game(self.games[seat.game_id], socket)
        try:
            if not any(other.player_id == socket.player_id for other in room.sockets):
                await in_pool(races.seen, room.view.slug, socket.player_id, 0)
                await self.race_moved(room.view.slug)
        finally:
            if not room.sockets and self.races.get(room.view.slug) is room:
                room.close()
                del self.races[room.view.slug]

    # What changed here. ------------------------------------------------------------------------

    def game_changed(self, live: LiveGame) -> None:
        """A game has a new action: opponents here hear of it, other processes are nudged."""
        if live.race_slug is not None and live.race_slug in self.races:
            self.races[live.race_slug].moved(live)
        if self._layer is not None:
            self._changed_games[live.id] = live.seq
            self._nudge_soon()

    async def race_moved(self, slug: str) -> None:
        """A race's rows have changed: tell who is here, nudge who is elsewhere."""
        if self._layer is not None:
            self._changed_races.add(slug)
            self._nudge_soon()
        if slug in self.races:
            await self.races[slug].read()

    # Between processes. ------------------------------------------------------------------------

    def _nudge_soon(self) -> None:
        if self._flush is None:
            loop = asyncio.get_running_loop()
            self._flush = loop.call_later(NUDGE_PAUSE_S, lambda: self.spawn(self._nudge()))

    async def _nudge(self) -> None:
        """Say what has changed since the last nudge; while the layer is away, nothing is said."""
        self._flush = None
        message = {
            "type": NUDGE,
            "from": self.id,
            "games": list(self._changed_games.items()),
            "races": list(self._changed_races),
        }
        self._changed_games, self._changed_races = {}, set()
        assert self._layer is not None
        try:
            async with asyncio.timeout(NUDGE_PATIENCE_S):
                await self._layer.group_send(nudges(), message)
        except Exception as error:  # noqa: BLE001 - the layer raises whatever it likes
            self._layer_away(error)

    def _layer_away(self, error: Exception) -> None:
        at = asyncio.get_running_loop().time()
        if at - self._layer_logged_at >= LAYER_LOG_PAUSE_S:
            self._layer_logged_at = at
            log.warning("channel layer away: %s", error)

    async def _listen(self) -> None:
        """Hear the other processes; whatever breaks, listen again."""
        assert self._layer is not None
        while True:
            try:
                channel = await self._layer.new_channel()
                await self._layer.group_add(nudges(), channel)
                while True:
                    message = await self._layer.receive(channel)
                    if message.get("from") != self.id:
                        self.spawn(self._heard(message))
            except Exception as error:  # noqa: BLE001 - the layer raises whatever it likes
                self._layer_away(error)
                await asyncio.sleep(1)

    async def _heard(self, message: dict[str, Any]) -> None:
        """Read again what another process has changed and somebody here looks at."""
        for slug in message.get("races", ()):
            if slug in self.races:
                await self.races[slug].read()
        moved = {game_id for game_id, _ in message.get("games", ())}
        for game_id, seq in message.get("games", ()):
            room = self.games.get(game_id)
            if room is not None and room.live.seq < seq:
                await room.catch_up()
        await self._heard_progress(moved)

    async def _heard_progress(self, moved: set[str]) -> None:
        watched = {
            seat.game_id: room
            for room in self.races.values()
            for seat in room.view.racers
            if seat.game_id in moved
        }
        if watched:
            found = await in_pool(progress_by_game, [gid for gid in watched if gid], now_ms())
            for room in set(watched.values()):
                room.progress(found)

    # Time. -------------------------------------------------------------------------------------

    async def _every(self, pause_s: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do some work again and again; a database that is away is waited for."""
        while True:
            await asyncio.sleep(pause_s)
            try:
                await work()
            except DatabaseError as error:
                log.warning("%s put off: %s", work.__name__, error)

    async def _keep_presence(self) -> None:
        """Note which racers are here, and see who is gone elsewhere."""
        for slug, room in list(self.races.items()):
            for player_id in {socket.player_id for socket in room.sockets}:
                await in_pool(races.seen, slug, player_id, now_ms())
            await room.read()

    async def _sweep(self) -> None:
        """End races whose end has come while nobody was looking."""
        for slug in await in_pool(races.overdue, now_ms()):
            await in_pool(races.close_due, slug)
            await self.race_moved(slug)


_hubs: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = weakref.WeakKeyDictionary()


def hub() -> Hub:
    """Return the running event loop's hub."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


def race_changed_elsewhere(slug: str, **_: Any) -> None:
    """Say from a plain thread (a view, a form) that a race's rows have changed."""
    for loop, rooms in list(_hubs.items()):
        if loop.is_running():
            loop.call_soon_threadsafe(_spawn_moved, rooms, slug)


race_changed.connect(race_changed_elsewhere, dispatch_uid="rooms")


def _spawn_moved(rooms: Hub, slug: str) -> None:
    rooms.spawn(rooms.race_moved(slug))
