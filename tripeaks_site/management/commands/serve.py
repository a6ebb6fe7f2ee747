"""`manage.py serve`: the one way to start the server."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Serve the site and its sockets over HTTP (daphne)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        if not settings.HAS_SECRET:
            raise CommandError("SECRET_KEY must be set to serve: 32 random characters at least")
        # Imported here: daphne installs its event loop at import, which others can do without.
        from twisted.internet import reactor

        from games.ws.hub import hub
        from tripeaks_site.asgi import application
        from tripeaks_site.server import make_server, tune_collector

        def check() -> None:
            if server.fault is not None:
                raise CommandError(server.fault)

        def ready() -> None:
            check()
            tune_collector()
            later: Any = reactor  # its interface is typed without its self
            later.callLater(0, hub)  # the heart beats from the start, whoever comes
            self.stdout.write(f"TriPeaks on http://{host}:{port}/")
            self.stdout.flush()

        server = make_server(application, host, port, ready)
        server.run()
        check()
