"""The line between a page and the server, in a test's hands: recorded, slow, cut, or dead."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Ends = tuple[WebSocketRoute, WebSocketRoute]


class Wire:
    """Every socket that a page opens goes through here, from the page's next address on."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.received: list[dict[str, Any]] = []
        self.is_cut = False
        self.is_dead = False
        self._waiting: list[Callable[[], None]] | None = None
        self._open: list[Ends] = []
        page.route_web_socket(re.compile("/ws/"), self._opened)

    def hold(self) -> None:
        """Let answers wait until `release`: a slow line."""
        self._waiting = []

    def release(self) -> None:
        """Deliver the answers that waited, in their order."""
        waiting, self._waiting = self._waiting or [], None
        for deliver in waiting:
            deliver()

    @property
    def answers_waiting(self) -> int:
        """Return how many answers are held back now."""
        return len(self._waiting or [])

    def cut(self) -> None:
        """Break the line; what waited is lost, and nobody gets through until `mend`."""
        self.is_cut, self._waiting = True, None
        while self._open:
            for end in self._open.pop():
                end.close()

    def mend(self) -> None:
        """Let the page through again."""
        self.is_cut = self.is_dead = False

    def die(self) -> None:
        """Lose every frame both ways, and tell nobody."""
        self.is_dead = True

    def takes(self) -> list[tuple[int, int]]:
        """Return seq and slot of every take that the page sent, resent ones too."""
        return [(frame["seq"], frame["slot"]) for frame in self.sent if frame["type"] == "take"]

    def _opened(self, page_end: WebSocketRoute) -> None:
        if self.is_cut:
            page_end.close()
            return
        server_end = page_end.connect_to_server()
        page_end.on_message(partial(self._up, server_end))
        server_end.on_message(partial(self._down, page_end))
        self._open.append((page_end, server_end))

    def _up(self, server_end: WebSocketRoute, text: str | bytes) -> None:
        self.sent.append(json.loads(text))
        if not self.is_dead:
            server_end.send(text)

    def _down(self, page_end: WebSocketRoute, text: str | bytes) -> None:
        self.received.append(json.loads(text))
        if self.is_dead:
            return
        if self._waiting is None:
            page_end.send(text)
        else:
            self._waiting.append(partial(page_end.send, text))
