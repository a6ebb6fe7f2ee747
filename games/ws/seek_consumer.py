"""`/ws/seek/`."""

from __future__ import annotations

from typing import assert_never

from games.services import seeks
from games.services.pool import in_pool
from games.ws import protocol
from games.ws.consumers import Consumer
from games.ws.hub import hub
from games.ws.messages import CancelledFrame
from games.ws.protocol import Cancel, Seek, SeekMessage, Sync


class SeekConsumer(Consumer[SeekMessage]):
    """`/ws/seek/`: somebody looks for an opponent, until he is paired or thinks otherwise."""

    async def enter(self) -> bool:
        hub().seekers.add(self.socket)
        await hub().seekers.tell([self.socket], everyone=True)
        return True

    async def leave(self) -> None:
        """Whoever closes his last page here waits no more."""
        if hub().seekers.remove(self.socket):
            await in_pool(seeks.cancel, self.player.pk)

    def seq(self) -> int:
        return 0

    def parse(self, text: str | None) -> SeekMessage:
        return protocol.parse_seek(text)

    async def tell_table(self) -> None:
        """There is none here."""

    async def handle(self, message: SeekMessage) -> None:
        match message:
            case Seek(rule, is_rated):
                await in_pool(seeks.seek, self.player, rule, is_rated=is_rated)
                await hub().seekers.pair()
                await hub().seekers.tell([self.socket], everyone=True)
            case Sync():
                await in_pool(seeks.seen, [self.player.pk])
                await hub().seekers.tell([self.socket], everyone=True)
            case Cancel():
                await in_pool(seeks.cancel, self.player.pk)
                await self.socket.tell(CancelledFrame())
            case _:
                assert_never(message)
