"""The application within the test's process: its sockets over Django's test database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar

import pytest

from tests.ws.clients import Application, Client, LocalClient

P = ParamSpec("P")
T = TypeVar("T")
HOST = "localhost:8000"


class Open(Protocol):
    """How a test opens a socket: as a player, or with headers of its own."""

    async def __call__(self, path: str, player: Any = None, **headers: str) -> Client: ...


async def stored(make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a maker, or a query, off the event loop and committed, as a server's thread would."""
    from games.services.pool import in_pool

    return await in_pool(make, *args, **kwargs)


def token_of(player: Any) -> str:
    from players.models import Token

    return Token.objects.issue(player)


def scope_of(path: str, headers: dict[str, str]) -> dict[str, Any]:
    """Return a handshake's scope; header names are written with underscores."""
    sent = {"host": HOST, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return {
        "type": "websocket",
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
    }


@pytest.fixture
async def sockets(transactional_db: None, settings: Any) -> AsyncIterator[Open]:
    """Yield a function that opens sockets; the test's end closes them, with all behind them.

    Limits are off, since tests hurry.
    """
    from games.services.journal import journal
    from games.ws.hub import hub
    from tripeaks_site.asgi import application

    settings.RATE_LIMITS = False
    app: Application = application
    opened: list[LocalClient] = []

    async def start(path: str, player: Any = None, **headers: str) -> Client:
        if player is not None:
            headers["authorization"] = f"Bearer {await stored(token_of, player)}"
        client = LocalClient(app, scope_of(path, headers))
        opened.append(client)
        return await client.opened()

    yield start
    for client in opened:
        await client.close()
    await hub().close()
    await journal().close()


def path_of(game: Any) -> str:
    return f"/ws/games/{game.pk}/"


async def table(
    actions: Sequence[Any] = (), *, number: int = 1, is_guest: bool = False
) -> tuple[Any, Any]:
    """Store a player with a game of some actions; return both."""
    from tests.factories import make_game, make_player

    player = await stored(make_player, is_guest=is_guest)
    return player, await stored(make_game, player, number, actions)


async def race_table(
    actions: Sequence[Any] = (), *, starts_in_ms: int = -60_000, **options: Any
) -> tuple[Any, Any]:
    """Store a player with a game in a race of two, which starts in so many milliseconds."""
    from games.services.clock import now_ms
    from tests.factories import make_player, make_race

    players = [await stored(make_player) for _ in range(2)]
    options |= {"starts_at_ms": now_ms() + starts_in_ms, "is_running": True}
    race = await stored(make_race, players, [actions, ()], **options)
    return players[0], await stored(race.games.get, player=players[0])
