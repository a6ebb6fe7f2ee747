"""`/ws/games/<id>/`."""

from __future__ import annotations

from typing import assert_never

from games.engine.errors import ErrorCode, GameError
from games.services import play
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
from games.ws.rooms import GameRoom


class GameConsumer(Consumer):
    """`/ws/games/<id>/`: the table of one's own game."""

    room: GameRoom | None = None

    async def enter(self) -> bool:
        """Join the game's room and greet, unless the game is unknown or somebody else's."""
        try:
            room = await hub().game_room(self.key)
        except play.GameGone:
            await self.socket.close(protocol.CLOSE_UNKNOWN)
            return False
        if room.live.player_id != self.player.pk:
            await room.catch_up()  # a guest who has signed in since owns it by another number
        if room.live.player_id != self.player.pk:
            hub().leave_game(room, self.socket)
            await self.socket.close(protocol.CLOSE_NOT_YOURS)
            return False
        self.room = room
        room.sockets.add(self.socket)
        await self.tell_table()
        if room.live.stored_status != "playing":
            await room.tell_result([self.socket])
        return True

    async def leave(self) -> None:
        if self.room is not None:
            hub().leave_game(self.room, self.socket)

    def seq(self) -> int:
        return self.room.live.seq if self.room is not None else 0

    async def tell_table(self) -> None:
        assert self.room is not None
        await self.socket.tell(state_frame(self.room.live))

    async def handle(self, message: RaceMessage) -> None:
        assert self.room is not None
        match message:
            case Act(action, seq):
                await self.room.act(self.socket, action, seq)
            case Hint():
                await self.socket.tell(hint_frame(self.room.live))
            case Chance():
                await self.socket.tell(await self.room.chance())
            case Sync():
                await self.room.catch_up()
                await self.tell_table()
            case Ready() | Start() | Leave() | Rematch():
                raise GameError(ErrorCode.BAD_MESSAGE)
            case _:
                assert_never(message)
