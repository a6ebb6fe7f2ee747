"""A websocket client that costs little: plain asyncio, JSON text frames below 64 KB.

It masks with a zero key, as the protocol allows, so that a frame's bytes are the payload's.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Mapping


class Client(asyncio.Protocol):
    """One socket; `receive` yields text frames in order."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._frames: asyncio.Queue[bytes] = asyncio.Queue()
        self._transport: asyncio.Transport | None = None
        self._is_open = asyncio.get_running_loop().create_future()

    @classmethod
    async def connect(cls, port: int, path: str, headers: Mapping[str, str]) -> Client:
        """Open a socket on this machine; raise `ConnectionError` if it is not accepted."""
        loop = asyncio.get_running_loop()
        transport, client = await loop.create_connection(cls, "127.0.0.1", port)
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        await client._is_open
        return client

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._is_open.done():
            self._is_open.set_exception(ConnectionError("the handshake was refused"))
        self._frames.put_nowait(b"")

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open.done() and not self._shake_hands():
            return
        while self._take_frame():
            pass

    def _shake_hands(self) -> bool:
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return False
        if b" 101 " not in head.split(b"\r\n")[0]:
            self._is_open.set_exception(ConnectionError(head.decode(errors="replace")[:80]))
            return False
        self._buffer = rest
        self._is_open.set_result(None)
        return True

    def _take_frame(self) -> bool:
        """Take one whole frame out of the buffer; pings are answered, text is queued."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1], 2
        if size == 126:
            if len(buffer) < 4:
                return False
            size, start = struct.unpack_from("!H", buffer, 2)[0], 4
        if len(buffer) < start + size:
            return False
        opcode, payload = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        if opcode == 1:
            self._frames.put_nowait(payload)
        elif opcode == 9:
            self._write(0x8A, payload)
        elif opcode == 8:
            self._frames.put_nowait(b"")
        return True

    def _write(self, head: int, payload: bytes) -> None:
        assert self._transport is not None
        size = len(payload)
        prefix = bytes((head, 0x80 | size)) if size < 126 else struct.pack("!BBH", head, 0xFE, size)
        self._transport.write(prefix + b"\0\0\0\0" + payload)

    def send(self, payload: bytes) -> None:
        """Send one text frame."""
        self._write(0x81, payload)

    async def receive(self) -> bytes:
        """Return the next text frame; empty once the socket is closed."""
        return await self._frames.get()

    def close(self) -> None:
        assert self._transport is not None
        self._transport.close()
