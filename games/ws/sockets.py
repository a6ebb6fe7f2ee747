"""One open websocket, as rooms see it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from games.ws.messages import ServerFrame, encode

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Socket:
    """An accepted socket of a player; rooms tell it frames directly, in this process."""

    def __init__(self, send: Send, *, player_id: int, name: str, language: str) -> None:
        self._send = send
        self.player_id = player_id
        self.name = name
        self.language = language
        self.is_open = True
        # A racer hears nothing before the race's frame, however much happens meanwhile.
        self.is_greeted = True

    async def tell(self, frame: ServerFrame) -> None:
        await self.tell_text(encode(frame))

    async def tell_text(self, text: str) -> None:
        """Send a frame that is JSON already: one encoding serves a whole room."""
        if self.is_open and self.is_greeted:
            await self._send({"type": "websocket.send", "text": text})

    async def close(self, code: int) -> None:
        if self.is_open:
            self.is_open = False
            await self._send({"type": "websocket.close", "code": code})
