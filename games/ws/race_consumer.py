"""`/ws/races/<slug>/`."""

from __future__ import annotations

from typing import assert_never

from games.engine.actions import RESIGN
from games.engine.errors import ErrorCode, GameError
from games.models import Race
from games.services import races
from games.services.clock import now_ms
from games.services.pool import in_pool
from games.ws import protocol
from games.ws.consumers import Consumer
from games.ws.frames import hint_frame, state_frame
from games.ws.hub import hub
from games.ws.protocol import (
    Act,
    Chance,
    Hint,
    Leave,
    RaceMessage,
    Ready,
    Rematch,
    Start,
    Sync,
)
from games.ws.race_frames import rematch_frame
from games.ws.race_rooms import RaceRoom
from games.ws.rooms import GameRoom
from players.models import Player


class RaceConsumer(Consumer):
    """`/ws/races/<slug>/`: a racer's one socket, from lobby to rematch."""

    in_race = True
    room: RaceRoom | None = None

    async def enter(self) -> bool:
        """Join the race's room and greet; one who raced in the race before is seated again."""
        try:
            is_seated = await in_pool(races.take_seat, self.key, self.player)
        except Race.DoesNotExist:
            await self.socket.close(protocol.CLOSE_UNKNOWN)
            return False
        if not is_seated:
            await self.socket.close(protocol.CLOSE_NOT_YOURS)
            return False
        self.room = await hub().race_room(self.key)
        self.socket.is_greeted = False
        self.room.sockets.add(self.socket)
        await in_pool(races.seen, self.key, self.player.pk, now_ms())
        await hub().race_moved(self.key)
        await self._greet()
        return True

    async def leave(self) -> None:
        if self.room is not None:
            await hub().leave_race(self.room, self.socket)

    def seq(self) -> int:
        game = self._own_live()
        return game.live.seq if game is not None else 0

    def _own_live(self) -> GameRoom | None:
        seat = self.room.view.seat_of(self.socket.player_id) if self.room is not None else None
        return hub().games.get(seat.game_id or "") if seat is not None else None

    async def _greet(self) -> None:
        assert self.room is not None
        await self.room.greet(self.socket)

    async def tell_table(self) -> None:
        await self.socket.tell(state_frame((await self._own_game()).live))

    async def handle(self, message: RaceMessage) -> None:
        assert self.room is not None
        match message:
            case Act(action, seq):
                await (await self._own_game()).act(self.socket, action, seq)
            case Hint():
                await self.socket.tell(hint_frame((await self._own_game()).live))
            case Chance():
                raise GameError(ErrorCode.NOT_IN_RACES)
            case Sync():
                await self._catch_up()
                await self._greet()
            case Ready(is_ready):
                await in_pool(races.set_ready, self.key, await self._racer(), is_ready=is_ready)
                await hub().race_moved(self.key)
            case Start():
                await in_pool(races.start, self.key, await self._racer())
                await hub().race_moved(self.key)
            case Leave():
                await self._give_up()
            case Rematch():
                is_known = self.room.view.next_slug is not None
                following = await in_pool(races.rematch, self.key, await self._racer())
                await hub().race_moved(self.key)
                if is_known:  # else the room has just told everybody
                    await self.socket.tell(rematch_frame(following.pk))
            case _:
                assert_never(message)

    async def _catch_up(self) -> None:
        """Read the race and the racer's own game again: a nudge may have been lost."""
        assert self.room is not None
        await self.room.read()
        game = await self.room.game_room(self.socket.player_id)
        if game is not None:
            await game.catch_up()

    async def _racer(self) -> Player:
        """Return who races here: a guest who has signed in meanwhile is the account now."""
        return await in_pool(races.heir, self.player.pk)

    async def _own_game(self) -> GameRoom:
        assert self.room is not None
        game = await self.room.game_room(self.socket.player_id)
        if game is None:
            raise GameError(ErrorCode.NOT_STARTED)
        return game

    async def _give_up(self) -> None:
        """Leave the lobby, or resign a race that has begun."""
        assert self.room is not None
        if await in_pool(races.leave, self.key, await self._racer()):
            await hub().race_moved(self.key)
            await self.socket.close(1000)
            return
        game = await self._own_game()
        if game.live.stored_status != "playing":
            await self.socket.close(1000)
            return
        await game.act(self.socket, RESIGN, game.live.seq)
