"""The server process: daphne, tuned, with close codes that say why."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Any

from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import defer

from games.ws.protocol import CLOSE_GOING_AWAY, LARGEST_FRAME

# Young objects made before the collector looks. The default of 700 has it run hundreds of times
# a second over sockets' frames, which hold no cycles.
GC_THRESHOLD = 50_000
PING_INTERVAL_S, PING_TIMEOUT_S = 10, 15
# How long a stop waits for the moves in hand and for clients to say goodbye.
FAREWELL_S = 3.0


class CodedProtocol(WebSocketProtocol):
    """Closes with the code that it is given.

    Its base lets applications use 1000 and 3000–4999 alone, but 1008, 1009, 1011 and 1012 are
    a server's to say, and here the application is the server.
    """

    # A frame that is too big is answered with 1009, not with silence.
    failByDrop = False  # noqa: N815 - the base's name

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802 - the base's name
        self.sendCloseFrame(code=1000 if code is None else code)


class CodedServer(Server):
    """On a stop it takes no more connections and closes its sockets with 1012.

    `fault` says why it cannot listen, where it cannot.
    """

    fault: str | None = None

    def listen_error(self, failure: Any) -> None:
        self.fault = failure.getErrorMessage()
        self.stop()

    def kill_all_applications(self) -> defer.Deferred[None]:
        for listener in self.listeners:
            listener.addCallback(lambda port: port.stopListening())
        for protocol in self.connections:
            if isinstance(protocol, WebSocketProtocol) and protocol.state == protocol.STATE_OPEN:
                protocol.serverClose(CLOSE_GOING_AWAY)
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._gone()))

    async def _gone(self) -> None:
        """Wait until every connection's application has ended; after FAREWELL_S end it."""
        found = [details.get("application_instance") for details in self.connections.values()]
        running = [application for application in found if application is not None]
        if running:
            _, late = await asyncio.wait(running, timeout=FAREWELL_S)
            for application in late:
                application.cancel()


def tune_collector() -> None:
    """Leave what the start has made out of every later collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD, 20, 50)


def make_server(application: Any, host: str, port: int, ready: Callable[[], None]) -> CodedServer:
    """Return a server that listens once it is run; `ready` is called when it does."""
    WebSocketFactory.protocol = CodedProtocol
    interface = host.replace(":", r"\:")
    return CodedServer(
        application,
        endpoints=[f"tcp:port={port}:interface={interface}"],
        server_name="tripeaks",
        ping_interval=PING_INTERVAL_S,
        ping_timeout=PING_TIMEOUT_S,
        websocket_timeout=-1,
        websocket_max_message_size=LARGEST_FRAME,
        websocket_max_frame_size=LARGEST_FRAME,
        ready_callable=ready,
    )
