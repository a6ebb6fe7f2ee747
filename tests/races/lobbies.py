"""Races within the test's process: opened and joined by the API, raced by sockets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.engine.actions import RESIGN
from tests.factories import make_player
from tests.ws.clients import Client, Frame
from tests.ws.local import Open, stored, token_of

DEAL = "TP1-E-AAAAAAB"
NEWS = {"joined", "left", "ready", "progress"}


@dataclass(slots=True)
class Racer:
    """A player in a race, with his socket once he has one."""

    player: Any
    client: Client | None = None

    @property
    def name(self) -> str:
        return str(self.player.name)

    @property
    def socket(self) -> Client:
        assert self.client is not None
        return self.client

    async def ask(self, kind: str, **fields: object) -> Frame:
        """Send a message and return the answer; what is told of others is passed over."""
        await self.socket.send(kind, **fields)
        while (frame := await self.socket.frame())["type"] in NEWS:
            pass
        return frame


@dataclass(slots=True)
class Lobby:
    """A race and who sits in it, the host first."""

    slug: str
    sockets: Open
    racers: list[Racer] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/ws/races/{self.slug}/"

    async def connect(self, racer: Racer) -> Frame:
        """Open a racer's socket; return what it is greeted with."""
        racer.client = await self.sockets(self.path, racer.player)
        return await racer.socket.frame()

    async def enter(self, player: Any) -> Racer:
        """Join by the link and open a socket; the others have heard of both."""
        racer = Racer(player)
        assert (await call(f"races/{self.slug}/join", player)).status_code == 200
        for other in self.racers:
            await other.socket.frame_of("joined", player=racer.name)
        await self.connect(racer)
        for other in self.racers:
            await other.socket.frame_of("progress", player=racer.name, connected=True)
        self.racers.append(racer)
        return racer

    async def start(self) -> list[Frame]:
        """Have all be ready; return what each racer's table is when it starts."""
        for racer in self.racers:
            await racer.socket.send("ready")
        return [(await racer.socket.frame_of("started"))["state"] for racer in self.racers]

    async def finish(self) -> list[Frame]:
        """Have all resign in order; return what each is told at the finish."""
        for racer in self.racers:
            await racer.socket.play([RESIGN])
        return [await racer.socket.frame_of("finished") for racer in self.racers]


async def call(path: str, player: Any, **body: Any) -> Any:
    """Make a call of the API as a player; return the response."""
    token = await stored(token_of, player)
    return await stored(_post, path, token, body)


def _post(path: str, token: str, body: dict[str, Any]) -> Any:
    from django.test import Client as Browser

    return Browser().post(
        f"/api/v1/{path}",
        data=body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )


async def make_lobby(sockets: Open, count: int = 2, *, guests: int = 0, **settings: Any) -> Lobby:
    """Open a race by the API and seat so many racers, the last of them guests."""
    players = [
        await stored(make_player, is_guest=number >= count - guests) for number in range(count)
    ]
    settings = {"deal": DEAL, "seats": max(count, 2), **settings}
    answer = await call("races", players[0], **settings)
    assert answer.status_code == 201, answer.content
    lobby = Lobby(answer.json()["slug"], sockets, [Racer(players[0])])
    await lobby.connect(lobby.racers[0])
    for player in players[1:]:
        await lobby.enter(player)
    return lobby


async def started(sockets: Open, count: int = 2, **settings: Any) -> Lobby:
    """Return a race that has just begun."""
    lobby = await make_lobby(sockets, count, **settings)
    await lobby.start()
    return lobby


def places_of(frame: Frame) -> list[tuple[str, int, str]]:
    return [(row["player"], row["place"], row["status"]) for row in frame["places"]]
