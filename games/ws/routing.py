"""Which socket serves which path."""

from __future__ import annotations

import re

from games.ws import gate
from games.ws.consumers import Consumer
from games.ws.game_consumer import GameConsumer
from games.ws.race_consumer import RaceConsumer

_PATHS: tuple[tuple[re.Pattern[str], type[Consumer]], ...] = (
    (re.compile(r"^/ws/games/([^/\x00-\x1f]{1,64})/$"), GameConsumer),
    (re.compile(r"^/ws/races/([^/\x00-\x1f]{1,64})/$"), RaceConsumer),
)


async def websockets(scope: gate.Scope, receive: gate.Receive, send: gate.Send) -> None:
    """The ASGI application of all sockets; an unknown path refuses the handshake."""
    for pattern, consumer in _PATHS:
        match = pattern.match(scope["path"])
        if match:
            await consumer(match[1]).run(scope, receive, send)
            return
    await receive()
    await send({"type": "websocket.close"})
