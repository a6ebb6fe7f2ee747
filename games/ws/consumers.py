"""The two sockets. Each frame is parsed, handed to one room or service, and answered."""

from __future__ import annotations

import logging
from typing import Any, assert_never

from django.conf import settings
from django.utils import translation

from games.engine.actions import RESIGN
from games.engine.errors import ErrorCode, GameError
from games.faults import sentence
from games.models import Race
from games.services import play, races
from games.services.clock import now_ms
from games.services.pool import in_pool
from games.ws import gate, protocol
from games.ws.bucket import FLOOD, Bucket
from games.ws.frames import hint_frame, refused_frame, state_frame
from games.ws.hub import hub
from games.ws.protocol import (
    Act,
    Chance,
    Hint,
    Leave,
    RaceMessage,
    Ready,
    Rematch,
    ServerErrorFrame,
    Start,
    Sync,
)
from games.ws.race_frames import rematch_frame
from games.ws.race_rooms import RaceRoom
from games.ws.rooms import GameRoom
from games.ws.sockets import Socket
from players.models import Player

log = logging.getLogger(__name__)


class Consumer:
    """What both sockets share: the gate, the frames' loop, limits and faults."""

    in_race = False
    socket: Socket
    player: Player

    def __init__(self, key: str) -> None:
        self.key = key
        self.bucket = Bucket()

    async def run(self, scope: gate.Scope, receive: gate.Receive, send: gate.Send) -> None:
        await receive()
        if not gate.may_open(scope):
            await send({"type": "websocket.close"})
            return
        await send({"type": "websocket.accept"})
        player = await in_pool(gate.visitor, scope)
        language = gate.language(scope)
        self.socket = Socket(
            send,
            player_id=player.pk if player else 0,
            name=player.name if player else "",
            language=language,
        )
        if player is None:
            await self.socket.close(protocol.CLOSE_SIGN_IN)
            return
        self.player = player
        with translation.override(language):
            await self._serve(receive)

    async def _serve(self, receive: gate.Receive) -> None:
        """Answer frames until the socket closes; a fault of ours closes it with 1011."""
        try:
            if await self.enter():
                while (event := await receive())["type"] == "websocket.receive":
                    await self._frame(event)
                self.socket.is_open = False
        except Exception:
            log.exception("%s %s at %d", type(self).__name__, self.key, self.seq())
            words = sentence(GameError(ErrorCode.SERVER_ERROR))
            self.socket.is_greeted = True
            await self.socket.tell(ServerErrorFrame(words))
            await self.socket.close(protocol.CLOSE_FAULT)
        finally:
            self.socket.is_open = False
            await self.leave()

    async def _frame(self, event: dict[str, Any]) -> None:
        text = event.get("text")
        if len(text or event.get("bytes") or "") > protocol.LARGEST_FRAME:
            await self.socket.close(protocol.CLOSE_TOO_BIG)
            return
        try:
            message = protocol.parse(text, in_race=self.in_race)
            self._limit()
            await self.handle(message)
        except GameError as error:
            await self._refuse(error)

    def _limit(self) -> None:
        if settings.RATE_LIMITS and not self.bucket.takes():
            raise GameError(ErrorCode.RATE_LIMITED)

    async def _refuse(self, error: GameError) -> None:
        await self.socket.tell(refused_frame(error, self.seq()))
        if error.code is ErrorCode.OUT_OF_SYNC:
            await self.tell_table()
        if self.bucket.refusals >= FLOOD:
            await self.socket.close(protocol.CLOSE_FLOOD)

    async def enter(self) -> bool:
        raise NotImplementedError

    async def leave(self) -> None:
        raise NotImplementedError

    async def handle(self, message: RaceMessage) -> None:
        raise NotImplementedError

    async def tell_state(self) -> None:
        """Tell all that the socket's greeting does."""
        raise NotImplementedError

    async def tell_table(self) -> None:
        """Tell the state of the game that is played here."""
        await self.tell_state()

    def seq(self) -> int:
        raise NotImplementedError


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
        await self.tell_state()
        if room.live.stored_status != "playing":
            await room.tell_result([self.socket])
        return True

    async def leave(self) -> None:
        if self.room is not None:
            hub().leave_game(self.room, self.socket)

    def seq(self) -> int:
        return self.room.live.seq if self.room is not None else 0

    async def tell_state(self) -> None:
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
                await self.tell_state()
            case Ready() | Start() | Leave() | Rematch():
                raise GameError(ErrorCode.BAD_MESSAGE)
            case _:
                assert_never(message)


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
        await self.tell_state()
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

    async def tell_state(self) -> None:
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
                await self.room.read()
                await self.tell_state()
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
