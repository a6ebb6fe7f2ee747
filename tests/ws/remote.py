"""A server process as its users see it: the API over HTTP, sockets over the network."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.services.server import Server
from tests.ws.clients import Refused, RemoteClient

PASSWORD = "five-wrens-in-a-hedge"


@dataclass(frozen=True, slots=True)
class Caller:
    """A player with a token."""

    name: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@dataclass(frozen=True, slots=True)
class Site:
    """One server process."""

    server: Server
    client: httpx.Client

    def post(self, path: str, caller: Caller | None = None, **body: Any) -> dict[str, Any]:
        """Make a call of the API that succeeds; return its answer."""
        headers = caller.headers if caller else {}
        answer = self.client.post(f"/api/v1/{path}", json=body, headers=headers)
        assert answer.is_success, answer.text
        data: dict[str, Any] = answer.json()
        return data

    def get(self, path: str, caller: Caller | None = None) -> dict[str, Any]:
        answer = self.client.get(f"/api/v1/{path}", headers=caller.headers if caller else {})
        assert answer.is_success, answer.text
        data: dict[str, Any] = answer.json()
        return data

    def guest(self) -> Caller:
        told = self.post("guests")
        return Caller(told["player"], told["token"])

    def account(self, name: str) -> Caller:
        """Sign up through the form, as a browser does, and get a token."""
        page = self.client.get("/accounts/signup/")
        csrf = self.client.cookies["csrftoken"]
        form = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
        form["csrfmiddlewaretoken"] = csrf
        answer = self.client.post(page.url, data=form)
        assert answer.status_code == 302, re.sub(r"\s+", " ", answer.text)[:2000]
        headers = {"X-CSRFToken": self.client.cookies["csrftoken"]}
        told = self.client.post("/api/v1/tokens", headers=headers).json()
        self.client.cookies.clear()
        return Caller(name, told["token"])

    def game(self, caller: Caller, deal: str | None = "TP1-E-AAAAAAB") -> dict[str, Any]:
        return self.post("games", caller, deal=deal)

    @contextlib.asynccontextmanager
    async def socket(
        self, path: str, caller: Caller | None = None, **headers: str
    ) -> AsyncIterator[RemoteClient]:
        """Open a socket until the block ends; raise `Refused` where the handshake is."""
        sent = (caller.headers if caller else {}) | headers
        url = self.server.socket_url + path
        try:
            connection = await connect(url, additional_headers=sent, proxy=None)
        except InvalidStatus:
            raise Refused from None
        try:
            yield RemoteClient(connection)
        finally:
            await connection.close()


@contextlib.contextmanager
def site_of(server: Server) -> Iterator[Site]:
    """Yield a server's site, with a client for its pages."""
    with httpx.Client(base_url=server.url, trust_env=False, timeout=20) as client:
        yield Site(server, client)
