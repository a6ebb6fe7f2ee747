"""A small client of the sockets: over a network connection, or within the test's process."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

Frame = dict[str, Any]
Scope = dict[str, Any]
Application = Callable[..., Awaitable[None]]

PATIENCE_S = 15


class Closed(Exception):  # noqa: N818 - a finding of the test, not an error
    """The server closed the socket, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Refused(Exception):  # noqa: N818 - a finding of the test, not an error
    """The server refused the handshake."""


class Client(ABC):
    """What a test does with an open socket; `heard` keeps every frame that came."""

    def __init__(self) -> None:
        self.heard: list[Frame] = []

    @abstractmethod
    async def send_text(self, text: str) -> None: ...

    @abstractmethod
    async def send_bytes(self, data: bytes) -> None: ...

    @abstractmethod
    async def receive(self) -> str: ...

    @abstractmethod
    async def close(self) -> None: ...

    async def send(self, kind: str, **fields: object) -> None:
        await self.send_text(json.dumps({"type": kind, **fields}))

    async def frame(self) -> Frame:
        """Return the next frame; raise `Closed`, or TimeoutError when none comes."""
        async with asyncio.timeout(PATIENCE_S):
            frame: Frame = json.loads(await self.receive())
        self.heard.append(frame)
        return frame

    async def frame_of(self, kind: str, **fields: object) -> Frame:
        """Return the next frame of a type (and with these fields); others are passed over."""
        while True:
            frame = await self.frame()
            if frame["type"] == kind and fields.items() <= frame.items():
                return frame

    async def ask(self, kind: str, **fields: object) -> Frame:
        """Send a message and return the very next frame."""
        await self.send(kind, **fields)
        return await self.frame()

    async def play(self, actions: Sequence[Any], seq: int = 0) -> Frame:
        """Send actions of the engine one by one, each after the answer; return the last one."""
        answer: Frame = {}
        for at, action in enumerate(actions, start=seq):
            fields = {} if action.slot is None else {"slot": action.slot}
            await self.send(action.kind.value, seq=at, **fields)
            answer = await self.frame_of("applied", seq=at + 1)
        return answer

    async def nothing(self) -> None:
        """Assert that no frame waits: what is asked now is answered at once."""
        frame = await self.ask("hint")
        assert frame["type"] == "hint" or frame.get("code") == "not_started", frame

    async def close_code(self) -> int:
        """Return the code the server closes with; frames before it are passed over."""
        try:
            while True:
                await self.frame()
        except Closed as closed:
            return closed.code


class RemoteClient(Client):
    """A socket to a server process."""

    def __init__(self, connection: ClientConnection) -> None:
        super().__init__()
        self.connection = connection

    async def send_text(self, text: str) -> None:
        await self.connection.send(text)

    async def send_bytes(self, data: bytes) -> None:
        await self.connection.send(data)

    async def receive(self) -> str:
        try:
            return str(await self.connection.recv())
        except ConnectionClosed as closed:
            raise Closed(closed.rcvd.code if closed.rcvd else 1006) from None

    async def close(self) -> None:
        await self.connection.close()


class LocalClient(Client):
    """A socket to the ASGI application in this process, without a server between."""

    def __init__(self, application: Application, scope: Scope) -> None:
        super().__init__()
        self._to_server: asyncio.Queue[Frame] = asyncio.Queue()
        self._to_client: asyncio.Queue[Frame] = asyncio.Queue()
        self._is_closed = False
        self._run = asyncio.ensure_future(
            application(scope, self._to_server.get, self._to_client.put)
        )

    async def opened(self) -> LocalClient:
        """Shake hands; raise `Refused` where the server does not want to."""
        await self._to_server.put({"type": "websocket.connect"})
        answer = await asyncio.wait_for(self._to_client.get(), PATIENCE_S)
        if answer["type"] != "websocket.accept":
            raise Refused
        return self

    async def send_text(self, text: str) -> None:
        await self._to_server.put({"type": "websocket.receive", "text": text})

    async def send_bytes(self, data: bytes) -> None:
        await self._to_server.put({"type": "websocket.receive", "bytes": data})

    async def receive(self) -> str:
        event = await self._to_client.get()
        if event["type"] == "websocket.close":
            raise Closed(event["code"])
        return str(event["text"])

    async def close(self) -> None:
        """Go away and wait until the server has noticed; raises what it raised meanwhile."""
        if self._is_closed:
            return
        self._is_closed = True
        await self._to_server.put({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self._run, PATIENCE_S)
