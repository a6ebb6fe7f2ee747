"""Direct delivery: the sockets that look at one game in this process, and the game itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.actions import Action
from games.engine.errors import ErrorCode, Refused
from games.models import LIVE
from games.services import play
from games.services.clock import now_ms
from games.services.journal import Append, journal
from games.services.live import LiveGame
from games.services.looks import ask_chance
from games.services.outcomes import Outcome, outcome_of
from games.services.play import Applied
from games.services.pool import in_pool
from games.ws.frames import applied_frame, state_frame
from games.ws.messages import ChanceFrame, ResultFrame, ServerFrame, encode
from games.ws.sockets import Socket

if TYPE_CHECKING:
    from games.ws.hub import Hub

TRIES = 4


class GameRoom:
    """A game that somebody looks at. The database decides; this copy only follows."""

    def __init__(self, hub: Hub, live: LiveGame) -> None:
        self.hub = hub
        self.live = live
        self.sockets: set[Socket] = set()

    async def tell(self, frame: ServerFrame, but: Socket | None = None) -> None:
        """Tell every socket here but one."""
        others = [socket for socket in self.sockets if socket is not but]
        if others:
            text = encode(frame)
            for socket in others:
                await socket.tell_text(text)

    async def act(self, socket: Socket, action: Action, seq: int) -> Applied:
        """Check, store, then tell: the acting socket, and all others that look at the game.

        Raises `Refused`. Nothing is told before the database has committed it.
        """
        at_ms = now_ms()
        for tried in range(TRIES):
            live = self.live
            try:
                checked = play.check(live, action, seq, at_ms)
            except Refused as refusal:
                if tried or refusal.code is not ErrorCode.OUT_OF_SYNC:
                    raise
            else:
                if isinstance(checked, Applied):
                    await self._answer_again(socket, checked)
                    return checked
                item = play.prepare(live, action, checked, at_ms)
                if await journal().append(item):
                    return await self._stored(socket, item)
            # Another process, or a socket beside this one, was quicker: look again.
            await self.catch_up()
        raise Refused(ErrorCode.OUT_OF_SYNC)

    async def chance(self) -> ChanceFrame:
        """Tell whether the game can still be won; that it was asked is stored first."""
        live = self.live
        winnable = await in_pool(ask_chance, live)
        self.live.is_assisted = True
        return ChanceFrame(seq=live.seq, winnable=winnable)

    async def _stored(self, socket: Socket, item: Append) -> Applied:
        if self.live.seq == item.seq:
            applied = play.take_over(self.live, item)
            frame = applied_frame(applied)
            await socket.tell(frame)
            await self.tell(frame, but=socket)
        else:  # caught up meanwhile, which has told everybody here
            applied = play.stored(self.live, item.seq)
        self.hub.game_changed(self.live)
        if applied.is_final:
            await self.ended()
        return applied

    async def _answer_again(self, socket: Socket, applied: Applied) -> None:
        await socket.tell(applied_frame(applied))
        if applied.is_final:
            await self.tell_result([socket])

    async def ended(self) -> None:
        """The game is over: its result goes out, or in a race the race decides when."""
        if self.live.race_slug is None:
            await self.tell_result(list(self.sockets))
        else:
            await self.hub.race_moved(self.live.race_slug)

    async def tell_result(self, sockets: list[Socket]) -> None:
        """Tell the result, if it is published by now."""
        outcome = await in_pool(outcome_of, self.live.id)
        if outcome is not None:
            self.live.is_hidden = False
            frame = result_frame(outcome)
            for socket in sockets:
                await socket.tell(frame)

    async def catch_up(self) -> None:
        """Read the row again; tell every socket here each action that it had not heard of."""
        if not await in_pool(play.has_news, self.live):
            return
        fresh = await in_pool(play.load, self.live.id)
        known = self.live
        if fresh.seq < known.seq:
            return  # read before our own last commit was taken over
        self.live = fresh
        for seq in range(known.seq, fresh.seq):
            await self.tell(applied_frame(play.stored(fresh, seq)))
        if known.stored_status == LIVE and fresh.stored_status != LIVE:
            if fresh.stored_status == "timed_out":
                await self.tell(state_frame(fresh))
            if fresh.race_slug is None:
                await self.tell_result(list(self.sockets))
            else:  # beside this reading, which the race's own may be waiting for
                self.hub.spawn(self.hub.race_moved(fresh.race_slug))


def result_frame(outcome: Outcome) -> ResultFrame:
    """Return what the end of a game is told with."""
    result, standing = outcome.result, outcome.standing
    return ResultFrame(
        game=result.pk,
        deal=outcome.code,
        status=result.status,
        scores=outcome.scores,
        moves=result.moves,
        duration_ms=result.duration_ms,
        rank=standing.rank,
        unranked=standing.unranked,
        provisional=standing.is_provisional,
        first_attempt=result.is_first_attempt,
        best=outcome.best,
        board=f"/deals/{outcome.code}/",
        replay=f"/replays/{result.pk}/",
    )
