"""Finished games for the replay's tests, and the page that shows one."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
from playwright.sync_api import expect
from websockets.sync.client import connect

from games.engine.actions import Action
from games.engine.codes import Rule, format_code
from tests.browser.tables import Table
from tests.browser.visits import Visit
from tests.services.server import Server


@dataclass(frozen=True, slots=True)
class Played:
    """A game that somebody played to its end."""

    game: str
    player: str
    token: str

    @property
    def path(self) -> str:
        """Return the address of its replay on the site."""
        return f"/replays/{self.game}/"

    @property
    def headers(self) -> dict[str, str]:
        """Return what signs its player in, on every page."""
        return {"Authorization": f"Bearer {self.token}"}


def play_out(
    site: Server, number: int, actions: Sequence[Action], *, rule: Rule = Rule.EASY
) -> Played:
    """Play a deal to its end as a new guest, over the API and the socket."""
    with httpx.Client(base_url=f"{site.url}/api/v1/", trust_env=False) as client:
        guest = client.post("guests").raise_for_status().json()
        client.headers["Authorization"] = f"Bearer {guest['token']}"
        deal = {"deal": format_code(number, rule)}
        game = client.post("games", json=deal).raise_for_status().json()
    played = Played(game["id"], guest["player"], guest["token"])
    _send(f"{site.socket_url}{game['socket']}", played.headers, actions)
    return played


def _send(address: str, headers: dict[str, str], actions: Sequence[Action]) -> None:
    with connect(address, additional_headers=headers, proxy=None) as socket:
        for seq, action in enumerate(actions):
            slot = {} if action.slot is None else {"slot": action.slot}
            socket.send(json.dumps({"type": action.kind.value, "seq": seq, **slot}))
            while json.loads(socket.recv(timeout=15)).get("seq") != seq + 1:
                pass


class Replay(Table):
    """The page of a replay; what it shows is checked as a table's is."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit.page())
        self.place = self.page.locator(".transport").get_by_test_id("place")
        self.slider = self.page.get_by_test_id("slider")
        self.play_button = self.page.get_by_test_id("play")
        self.moves = self.page.get_by_test_id("moves").get_by_role("button")

    def step(self, name: str) -> None:
        """Press one of `first`, `back`, `next` and `last`."""
        self.page.get_by_test_id(name).click()

    def stands_at(self, index: int, last: int) -> None:
        """Wait until the state after so many actions of so many is shown."""
        expect(self.place).to_have_text(f"{index} of {last}")
        expect(self.slider).to_have_value(str(index))


def watch_replay(visit: Callable[..., Visit], played: Played, **options: Any) -> Replay:
    """Open a replay as the one who played it."""
    replay = Replay(visit(extra_http_headers=played.headers, **options))
    replay.open(played.path)
    return replay
