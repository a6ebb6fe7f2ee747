"""A race that runs: each plays his own table and sees of the others how far they are."""

from __future__ import annotations

import pytest

from games.engine.actions import DRAW, RESIGN
from tests.factories import stuck_actions, winning_actions
from tests.races.lobbies import Lobby, Racer, make_lobby, started
from tests.ws.clients import Frame
from tests.ws.local import Open

pytestmark = pytest.mark.usefixtures("quick_start")

PROGRESS_FIELDS = {
    "type",
    "player",
    "cards_left",
    "peaks",
    "peaks_left",
    "moves",
    "draws",
    "run",
    "status",
    "connected",
    "place",
}


async def progress(watcher: Racer, of: Racer, **fields: object) -> Frame:
    return await watcher.socket.frame_of("progress", player=of.name, **fields)


async def test_all_start_with_the_same_table(sockets: Open) -> None:
    lobby = await make_lobby(sockets, 3)
    states = await lobby.start()
    assert len({state.pop("game") for state in states}) == 3
    for state in states:
        assert state | {"clock_ms": 0} == states[0] | {"clock_ms": 0}
    assert (states[0]["type"], states[0]["status"], states[0]["seq"]) == ("state", "playing", 0)
    assert (states[0]["waste"], states[0]["undo_allowed"]) == ("AC", False)


async def test_an_action_is_answered_to_its_racer_alone(sockets: Open) -> None:
    lobby = await started(sockets)
    host, rival = lobby.racers
    applied = await host.ask("take", seq=0, slot=20)
    assert (applied["type"], applied["seq"], applied["waste"]) == ("applied", 1, "KC")
    assert applied["elapsed_ms"] >= 0
    told = await progress(rival, host)
    assert set(told) == PROGRESS_FIELDS
    assert (told["cards_left"], told["moves"], told["run"]) == (27, 1, 1)
    assert "applied" not in {frame["type"] for frame in rival.socket.heard}


async def test_opponents_see_the_end_of_a_quick_run_of_moves(sockets: Open) -> None:
    lobby = await started(sockets)
    host, rival = lobby.racers
    line = winning_actions(1)
    await host.socket.play(line[:-1])
    told = await progress(rival, host, moves=len(line) - 1)
    assert (told["cards_left"], told["peaks"], told["status"]) == (1, 2, "playing")
    seen = [frame for frame in rival.socket.heard if frame["type"] == "progress"]
    assert len(seen) < len(line)


async def test_both_tabs_of_a_racer_are_in_step(sockets: Open) -> None:
    lobby = await started(sockets)
    first = lobby.racers[0]
    second = await sockets(lobby.path, lobby.racers[0].player)
    assert (await second.frame_of("race"))["state"]["seq"] == 0
    applied = await first.ask("draw", seq=0)
    assert await second.frame_of("applied") == applied
    await second.send("take", seq=0, slot=20)
    assert (await second.frame_of("refused"))["code"] == "out_of_sync"
    assert (await second.frame())["type"] == "state"


async def test_a_refusal_is_told_to_its_racer_alone(sockets: Open) -> None:
    lobby = await started(sockets)
    host, rival = lobby.racers
    assert (await host.ask("take", seq=0, slot=0))["code"] == "blocked"
    await rival.socket.send("hint")
    await rival.socket.frame_of("hint")
    assert "refused" not in {frame["type"] for frame in rival.socket.heard}


async def test_undo_is_off_unless_the_host_allows_it(sockets: Open) -> None:
    host = (await started(sockets)).racers[0]
    await host.socket.play([DRAW])
    assert (await host.ask("undo", seq=1))["code"] == "undo_not_allowed"


async def test_undo_is_on_where_the_host_allows_it(sockets: Open) -> None:
    host = (await started(sockets, undo=True)).racers[0]
    await host.socket.play([DRAW])
    assert (await host.ask("undo", seq=1))["undo_used"] is True


async def test_a_refresh_returns_to_the_same_table(sockets: Open) -> None:
    lobby = await started(sockets)
    host = lobby.racers[0]
    applied = await host.socket.play([DRAW] * 3)
    await host.socket.close()
    race = await lobby.connect(host)
    assert race["status"] == "running"
    assert (race["state"]["seq"], race["state"]["waste"]) == (3, applied["waste"])
    assert (await host.ask("draw", seq=3))["seq"] == 4


async def test_who_is_gone_is_shown_and_who_is_back_too(sockets: Open) -> None:
    lobby = await started(sockets)
    host, rival = lobby.racers
    await host.socket.close()
    assert (await progress(rival, host, connected=False))["status"] == "playing"
    await lobby.connect(host)
    assert (await progress(rival, host, connected=True))["status"] == "playing"


async def test_hint_and_sync_are_answered_in_a_race(sockets: Open) -> None:
    host = (await started(sockets)).racers[0]
    assert (await host.ask("hint"))["type"] == "hint"
    race = await host.ask("sync")
    assert (race["type"], race["status"], race["state"]["seq"]) == ("race", "running", 0)


async def test_a_resend_is_stored_once_in_a_race_too(sockets: Open) -> None:
    host = (await started(sockets)).racers[0]
    first = await host.ask("draw", seq=0)
    assert await host.ask("draw", seq=0) == first


async def test_stuck_ends_a_racer_where_undo_is_off(sockets: Open) -> None:
    lobby = await started(sockets, deal="TP1-E-AAAAAAC")
    host, rival = lobby.racers
    applied = await host.socket.play(stuck_actions(2))
    assert applied["status"] == "stuck"
    assert (await progress(rival, host, status="stuck"))["cards_left"] > 0
    assert (await host.ask("draw", seq=applied["seq"]))["code"] == "game_over"


async def test_stuck_ends_nobody_where_undo_is_on(sockets: Open) -> None:
    lobby = await started(sockets, deal="TP1-E-AAAAAAC", undo=True)
    host = lobby.racers[0]
    applied = await host.socket.play(stuck_actions(2))
    assert (await host.ask("undo", seq=applied["seq"]))["status"] == "playing"


async def test_leaving_a_running_race_is_resigning_it(sockets: Open) -> None:
    lobby = await started(sockets)
    host, rival = lobby.racers
    await host.socket.send("leave")
    applied = await host.socket.frame_of("applied")
    assert (applied["action"], applied["status"]) == ("resign", "resigned")
    assert (await progress(rival, host, status="resigned"))["cards_left"] == 28


async def test_who_clears_first_has_won_at_once_and_the_others_play_on(sockets: Open) -> None:
    lobby = await started(sockets)
    host, rival = lobby.racers
    await rival.socket.play(winning_actions(1))
    assert (await progress(host, rival, status="won"))["cards_left"] == 0
    assert (await host.ask("draw", seq=0))["type"] == "applied"
    await rival.socket.send("sync")
    race = await rival.socket.frame_of("race")
    assert (race["status"], race["state"]["status"]) == ("running", "won")
    assert "result" not in {frame["type"] for frame in rival.socket.heard}


async def done(lobby: Lobby) -> Racer:
    """Have the host draw a card and resign."""
    await lobby.racers[0].socket.play([DRAW, RESIGN])
    return lobby.racers[0]


@pytest.mark.parametrize("kind", ["draw", "undo", "resign"])
async def test_who_is_done_plays_no_more(sockets: Open, kind: str) -> None:
    lobby = await started(sockets)
    host = await done(lobby)
    assert (await host.ask(kind, seq=2))["code"] == "game_over"


async def test_who_is_done_is_told_no_deal_while_another_plays(sockets: Open) -> None:
    lobby = await started(sockets, deal=None)
    host = await done(lobby)
    race = await host.ask("sync")
    assert (race["deal"], race["nonce"], race["places"]) == (None, None, None)
    assert (race["state"]["deal"], race["state"]["status"]) == (None, "resigned")
    assert "?" in race["state"]["tableau"]
