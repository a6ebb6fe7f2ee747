"""Those in this process who look for an opponent: paired about once a second, told at once."""

from __future__ import annotations

from collections.abc import Iterable

from games.services import seeks
from games.services.clock import now_ms
from games.services.pool import in_pool
from games.services.seeks import Waiting
from games.ws.messages import PairedFrame, SeekingFrame
from games.ws.race_frames import race_socket, race_url
from games.ws.sockets import Socket


class Seekers:
    """The sockets of one event loop that seek; the rows decide who is paired."""

    def __init__(self) -> None:
        self._sockets: set[Socket] = set()

    def add(self, socket: Socket) -> None:
        self._sockets.add(socket)

    def remove(self, socket: Socket) -> bool:
        """Take a socket out; return whether it was its player's last one here."""
        self._sockets.discard(socket)
        return all(other.player_id != socket.player_id for other in self._sockets)

    async def pair(self) -> None:
        """Pair who fits, and tell whoever here has been paired, by this process or another."""
        if self._sockets:
            await in_pool(seeks.pair)
            await self.tell(list(self._sockets), everyone=False)

    async def tell(self, sockets: Iterable[Socket], *, everyone: bool) -> None:
        """Tell some sockets how their search stands, or those alone who are paired."""
        found = await in_pool(seeks.waiting, {socket.player_id for socket in sockets})
        for socket in sockets:
            waiting = found.get(socket.player_id)
            if waiting is not None and waiting.race is not None:
                slug = waiting.race
                await socket.tell(PairedFrame(slug, race_url(slug), race_socket(slug)))
            elif everyone:
                await socket.tell(seeking_frame(waiting))


def seeking_frame(waiting: Waiting | None) -> SeekingFrame:
    """Return how a search stands; of nobody's, that there is none."""
    if waiting is None:
        return SeekingFrame(since=None, now=now_ms(), rule=None, rated=False, window=None)
    wide = None if waiting.window is None else round(waiting.window)
    return SeekingFrame(waiting.since_ms, now_ms(), waiting.rule, waiting.is_rated, wide)
