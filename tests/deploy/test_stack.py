"""The parts of the compose file started by hand: two web processes behind the shipped proxy."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.services.proxy import running_proxy
from tests.services.server import MakeServer, Server

KING_OF_CLUBS = 20


@dataclass(frozen=True, slots=True)
class Stack:
    """The proxy's host and port, and the web processes behind it."""

    address: str
    webs: tuple[Server, Server]
    client: httpx.Client

    def post(self, path: str, token: str = "", **body: Any) -> dict[str, Any]:
        """Call the API and return its answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.client.post(f"/api/v1/{path}", json=body, headers=headers)
        assert answer.is_success, answer.text
        data: dict[str, Any] = answer.json()
        return data

    @asynccontextmanager
    async def socket(self, path: str, token: str) -> AsyncIterator[ClientConnection]:
        """Open a socket through the proxy, as the token's player."""
        headers = {"Authorization": f"Bearer {token}"}
        url = f"ws://{self.address}{path}"
        async with connect(url, additional_headers=headers, proxy=None) as opened:
            yield opened


@pytest.fixture
def stack(server: MakeServer, postgres_url: str, redis_url: str, tmp_path: Path) -> Iterator[Stack]:
    """Yield two web processes on one PostgreSQL and one Redis, behind nginx."""
    first, second = (
        server(postgres_url, redis_url=redis_url, TRUSTED_PROXY_COUNT="1") for _ in range(2)
    )
    with (
        running_proxy(tmp_path, [first.port, second.port], probe="/readyz") as address,
        httpx.Client(base_url=f"http://{address}", trust_env=False) as client,
    ):
        yield Stack(address=address, webs=(first, second), client=client)


async def frame_of(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next frame of this type; the others on the way are passed over."""
    async with asyncio.timeout(15):
        while True:
            frame: dict[str, Any] = json.loads(await socket.recv())
            if frame["type"] == kind:
                return frame


def socket_path(url: str) -> str:
    """Return the path of a socket's address, which may be given whole."""
    return httpx.URL(url).path


async def test_a_guest_plays_through_the_proxy(stack: Stack) -> None:
    token = stack.post("guests")["token"]
    game = stack.post("games", token, deal="TP1-E-AAAAAAB", rule="E")
    async with stack.socket(socket_path(game["socket"]), token) as socket:
        assert (await frame_of(socket, "state"))["waste"] == "AC"
        await socket.send(json.dumps({"type": "take", "seq": 0, "slot": KING_OF_CLUBS}))
        applied = await frame_of(socket, "applied")
    assert (applied["seq"], applied["waste"]) == (1, "KC")


async def test_two_racers_meet_across_the_processes(stack: Stack) -> None:
    host, rival = (stack.post("guests")["token"] for _ in range(2))
    race = stack.post("races", host, deal="TP1-E-AAAAAAB", rule="E")
    stack.post(f"races/{race['slug']}/join", rival)
    path = socket_path(race["socket"])
    async with stack.socket(path, host) as mine, stack.socket(path, rival) as theirs:
        for socket in (mine, theirs):
            await socket.send(json.dumps({"type": "ready"}))
        await asyncio.gather(frame_of(mine, "started"), frame_of(theirs, "started"))
        await mine.send(json.dumps({"type": "take", "seq": 0, "slot": KING_OF_CLUBS}))
        assert (await frame_of(mine, "applied"))["seq"] == 1
        assert (await frame_of(theirs, "progress"))["cards_left"] == 27


def test_pages_and_their_files_come_compressed(stack: Stack) -> None:
    page = stack.client.get("/", headers={"Accept-Encoding": "gzip"})
    assert page.status_code == 200
    assert page.headers["Content-Encoding"] == "gzip"


def test_one_process_may_die_and_the_page_still_comes(stack: Stack) -> None:
    stack.webs[0].kill()
    answers = [stack.client.get("/healthz").status_code for _ in range(4)]
    assert answers == [200] * 4
