"""What both sockets share: the gate, the loop over frames, limits and faults."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from typing import Any

from django.conf import settings
from django.utils import translation

from games.engine.errors import ErrorCode, GameError
from games.faults import sentence
from games.services.pool import in_pool
from games.ws import gate, protocol
from games.ws.bucket import FLOOD, Bucket
from games.ws.frames import refused_frame
from games.ws.messages import ServerErrorFrame
from games.ws.protocol import (
    RaceMessage,
)
from games.ws.sockets import Socket
from players.models import Player

log = logging.getLogger(__name__)


class Consumer(ABC):
    """A socket: each frame is parsed, handed to one room or service, and answered."""

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

    @abstractmethod
    async def enter(self) -> bool:
        """Join the room and greet; close the socket and return False for who may not be here."""

    @abstractmethod
    async def leave(self) -> None:
        """Leave the room; called however the socket ended."""

    @abstractmethod
    async def handle(self, message: RaceMessage) -> None:
        """Answer one message; raises `GameError` for what is refused."""

    @abstractmethod
    async def tell_table(self) -> None:
        """Tell the state of the game that is played here."""

    @abstractmethod
    def seq(self) -> int:
        """Return the length of that game's log, 0 where there is none yet."""
