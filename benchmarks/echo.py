"""The ceiling: a bare ASGI application that sends each frame back, on the same daphne."""

from __future__ import annotations

import sys
from typing import Any


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Echo every text frame of a websocket."""
    if scope["type"] != "websocket":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": event["text"]})


if __name__ == "__main__":
    from tripeaks_site.server import make_server, tune_collector

    make_server(application, "127.0.0.1", int(sys.argv[1]), tune_collector).run()
