"""A race that somebody in this process takes part in: its view, its clock, its sockets.

Whatever changes a race, here or in another process, the room reads the rows again and tells what
is new by comparison. So a message that was lost elsewhere costs freshness alone.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from games.engine.state import Status
from games.models import LIVE
from games.services import races
from games.services.clock import now_ms
from games.services.live import LiveGame
from games.services.pool import in_pool
from games.services.race_views import Progress, RaceView, Seat, progress_of, view_race
from games.ws.frames import state_frame
from games.ws.messages import CountdownFrame, PlayerFrame, ServerFrame, StartedFrame, encode
from games.ws.race_frames import finished_frame, progress_frame, race_frame, rematch_frame
from games.ws.rooms import GameRoom
from games.ws.sockets import Socket

if TYPE_CHECKING:
    from games.ws.hub import Hub

PROGRESS_PAUSE_S = 0.1
# A game that the database knows to be over is over, whatever is held in memory.
ENDED = {Status.WON, Status.RESIGNED, Status.TIMED_OUT}


class RaceRoom:
    def __init__(self, hub: Hub, view: RaceView) -> None:
        self.hub = hub
        self.view = view
        self.sockets: set[Socket] = set()
        # Those whose greeting had no table yet: they are owed a `started`.
        self._waiting: set[Socket] = set()
        self._clock: asyncio.Task[None] | None = None
        self._reading = asyncio.Lock()
        self._moved: set[int] = set()
        self._flush: asyncio.TimerHandle | None = None

    # Telling. ----------------------------------------------------------------------------------

    async def tell(self, frame: ServerFrame, but_player: int | None = None) -> None:
        text = encode(frame)
        for socket in list(self.sockets):
            if socket.player_id != but_player:
                await socket.tell_text(text)

    async def greet(self, socket: Socket) -> None:
        """Tell a socket the whole race, with its own table once it runs."""
        at_ms = now_ms()
        state = None
        if self.view.status_at(at_ms) in ("running", "finished"):
            room = await self.game_room(socket.player_id)
            state = state_frame(room.live) if room is not None else None
        socket.is_greeted = True
        if state is None:
            self._waiting.add(socket)
        await socket.tell(race_frame(self.view, at_ms, state))

    async def game_room(self, player_id: int) -> GameRoom | None:
        """Return the room of a racer's own game, with his sockets in it; None in the lobby."""
        seat = self.view.seat_of(player_id)
        if seat is None or seat.game_id is None:
            return None
        room = await self.hub.game_room(seat.game_id)
        room.sockets |= {socket for socket in self.sockets if socket.player_id == player_id}
        return room

    # Progress. ---------------------------------------------------------------------------------

    def moved(self, live: LiveGame) -> None:
        """Take over a racer's progress; opponents hear of it at most ten times a second."""
        self.progress({live.id: progress_of(live, now_ms())})

    def progress(self, by_game: dict[str, Progress]) -> None:
        changed = {
            seat.player_id: by_game[seat.game_id]
            for seat in self.view.racers
            if seat.game_id in by_game and by_game[seat.game_id] != seat.progress
        }
        if not changed:
            return
        racers = tuple(
            replace(seat, progress=changed.get(seat.player_id, seat.progress))
            for seat in self.view.racers
        )
        self.view = replace(self.view, racers=racers)
        self._moved |= set(changed)
        if self._flush is None:
            loop = asyncio.get_running_loop()
            self._flush = loop.call_later(PROGRESS_PAUSE_S, self._start_flush)

    def _start_flush(self) -> None:
        self._flush = None
        self.hub.spawn(self.tell_progress())

    async def tell_progress(self) -> None:
        """Tell the newest progress of each racer who moved, to the others."""
        moved, self._moved = self._moved, set()
        if self.view.finished_at_ms is not None:
            return  # the places have told it all, and the result is to follow them
        at_ms = now_ms()
        for seat in self.view.racers:
            if seat.player_id in moved:
                await self.tell(progress_frame(seat, at_ms), but_player=seat.player_id)

    # Reading again, and telling what is new. ---------------------------------------------------

    async def read(self) -> None:
        """Read the race again and tell the difference; one reading at a time, in order."""
        async with self._reading:
            before = self.view
            view = await in_pool(view_race, before.slug, now_ms())
            followed = await self._follow_players(view)
            self.view = self._with_live_progress(view)
            await self._tell_seats(before, followed)
            await self._tell_times(before)
        self.set_clock()

    async def _follow_players(self, view: RaceView) -> list[Socket]:
        """A guest who signed in is another player now: his sockets go with him. Return them.

        So they do where his seat was given up because the account sits here too.
        """
        staying = {seat.player_id for seat in view.racers if not seat.is_merged}
        moved = [socket for socket in self.sockets if socket.player_id not in staying]
        heirs = await in_pool(races.heirs, [one.player_id for one in moved]) if moved else {}
        followed = [socket for socket in moved if socket.player_id in heirs]
        for socket in followed:
            seat = view.seat_of(socket.player_id)
            if seat is not None and seat.game_id in self.hub.games:
                self.hub.leave_game(self.hub.games[seat.game_id], socket)
            socket.player_id = heirs[socket.player_id]
        return followed

    def _with_live_progress(self, view: RaceView) -> RaceView:
        """Our own games may have moved while the rows were read."""
        at_ms = now_ms()
        rooms = self.hub.games
        seats = [
            replace(seat, progress=progress_of(rooms[seat.game_id].live, at_ms))
            if seat.game_id in rooms
            and rooms[seat.game_id].live.stored_status == LIVE
            and seat.progress.status not in ENDED
            else seat
            for seat in view.racers
        ]
        return replace(view, racers=tuple(seats)) if view.finished_at_ms is None else view

    async def _tell_seats(self, before: RaceView, followed: list[Socket]) -> None:
        was = {seat.player_id: seat for seat in before.racers}
        now = {seat.player_id: seat for seat in self.view.racers}
        renamed = any(pid in was and was[pid].name != seat.name for pid, seat in now.items())
        swapped = was.keys() - now.keys() and now.keys() - was.keys()
        if renamed or swapped:  # a guest has signed up or in: names stand everywhere
            for socket in list(self.sockets):
                await self.greet(socket)
            return
        for socket in followed:
            await self.greet(socket)
        for pid in was.keys() - now.keys():
            await self.tell(PlayerFrame("left", was[pid].name, host=self.view.host))
        for pid, seat in now.items():
            await self._tell_seat(was.get(pid), seat)

    async def _tell_seat(self, old: Seat | None, seat: Seat) -> None:
        at_ms = now_ms()
        if old is None:
            await self.tell(PlayerFrame("joined", seat.name, ready=seat.is_ready))
            return
        if old.is_ready != seat.is_ready:
            await self.tell(PlayerFrame("ready", seat.name, ready=seat.is_ready))
        is_there = seat.is_connected(at_ms)
        has_moved = old.progress != seat.progress or old.is_connected(at_ms) != is_there
        if has_moved and self.view.finished_at_ms is None:
            await self.tell(progress_frame(seat, at_ms), but_player=seat.player_id)

    async def _tell_times(self, before: RaceView) -> None:
        view = self.view
        if before.starts_at_ms is None and view.starts_at_ms is not None:
            await self.tell(CountdownFrame(starts_at=view.starts_at_ms, now=now_ms()))
        if before.finished_at_ms is None and view.finished_at_ms is not None:
            await self._tell_finish()
        if before.next_slug is None and view.next_slug is not None:
            await self.tell(rematch_frame(view.next_slug))

    async def _tell_finish(self) -> None:
        """Tell places and the opened deal, then each racer his own result."""
        for player_id in {socket.player_id for socket in self.sockets}:
            await self.game_room(player_id)  # has his sockets join his game
        ids = [seat.game_id for seat in self.view.racers if seat.game_id is not None]
        rooms = [self.hub.games[game_id] for game_id in ids if game_id in self.hub.games]
        for room in rooms:
            await room.catch_up()
        await self.tell(finished_frame(self.view))
        for room in rooms:
            await room.tell_result(list(room.sockets))

    # Time. -------------------------------------------------------------------------------------

    def set_clock(self) -> None:
        """See to it that start and end are told when they come."""
        if self._clock is None or self._clock.done():
            self._clock = self.hub.spawn(self._run_clock())

    async def _run_clock(self) -> None:
        view = self.view
        if view.starts_at_ms is None or view.finished_at_ms is not None:
            return
        await _until(view.starts_at_ms)
        await self._tell_start()
        assert view.ends_at_ms is not None
        await _until(view.ends_at_ms)
        while self.sockets and self.view.finished_at_ms is None:
            await in_pool(races.close_due, view.slug)
            await self.hub.race_moved(view.slug)
            await asyncio.sleep(1)

    async def _tell_start(self) -> None:
        """Tell those who wait for it; a process that hears late of the start tells it late."""
        for socket in self._waiting & self.sockets:
            # Taken off the list once told: where the database is away, the next clock goes on.
            room = await self.game_room(socket.player_id)
            if room is not None:
                await socket.tell(StartedFrame(state_frame(room.live)))
            self._waiting.discard(socket)
        self._waiting &= self.sockets

    def close(self) -> None:
        """Nobody is here any more."""
        if self._clock is not None:
            self._clock.cancel()
        if self._flush is not None:
            self._flush.cancel()


async def _until(at_ms: int) -> None:
    """Wait until the server's clock shows a time (a sleep may end a hair early)."""
    await asyncio.sleep(max(at_ms - now_ms(), 0) / 1000)
    await asyncio.sleep(max(at_ms - now_ms(), 0) / 1000)
