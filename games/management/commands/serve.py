"""`manage.py serve`: the one way to start the server."""

from __future__ import annotations

import gc
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.ws.protocol import LARGEST_FRAME

# Objects made since the last young collection before the next one. The default of 700 has the
# collector run hundreds of times a second over sockets' frames, which hold no cycles.
GC_THRESHOLD = 50_000
PING_INTERVAL_S, PING_TIMEOUT_S = 10, 15


class Command(BaseCommand):
    help = "Serve the site and its sockets over HTTP (daphne)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")

    def handle(self, *args: Any, **options: Any) -> None:
        # daphne installs its event loop when it is imported, which other commands can do without.
        from daphne.server import Server

        from tripeaks_site.asgi import application

        host = str(options["host"]).replace(":", r"\:")
        server = Server(
            application,
            endpoints=[f"tcp:port={options['port']}:interface={host}"],
            server_name="tripeaks",
            ping_interval=PING_INTERVAL_S,
            ping_timeout=PING_TIMEOUT_S,
            websocket_timeout=-1,
            websocket_max_message_size=LARGEST_FRAME,
            websocket_max_frame_size=LARGEST_FRAME,
            ready_callable=self._ready(options),
        )
        server.run()

    def _ready(self, options: dict[str, Any]) -> Any:
        def ready() -> None:
            gc.collect()
            gc.freeze()
            gc.set_threshold(GC_THRESHOLD, 20, 50)
            self.stdout.write(f"TriPeaks on http://{options['host']}:{options['port']}/")
            self.stdout.flush()

        return ready
