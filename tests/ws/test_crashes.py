"""Real server processes that are killed, stopped or cut off: what was answered stands."""

from __future__ import annotations

import contextlib

import pytest

from games.engine.actions import DRAW
from tests.factories import winning_actions
from tests.services.server import MakeServer
from tests.ws.clients import Closed, Refused
from tests.ws.remote import site_of


async def test_a_killed_process_loses_nothing_that_it_answered(
    server: MakeServer, database_url: str
) -> None:
    with site_of(server(database_url)) as site:
        player = site.guest()
        game = site.game(player)
        async with site.socket(game["socket"], player) as socket:
            first = await socket.play([DRAW] * 12)
            site.server.kill()
    with site_of(server(database_url)) as site:
        async with site.socket(game["socket"], player) as socket:
            state = await socket.frame()
            assert (state["seq"], state["waste"], state["stock"]) == (12, first["waste"], 11)
            assert await socket.ask("draw", seq=11) == first
            assert (await socket.ask("draw", seq=12))["seq"] == 13


async def test_a_win_is_on_the_board_though_the_process_dies_at_once(
    server: MakeServer, database_url: str
) -> None:
    line = winning_actions(1)
    with site_of(server(database_url)) as site:
        player = site.account("Wren")
        game = site.game(player)
        async with site.socket(game["socket"], player) as socket:
            assert (await socket.play(line))["status"] == "won"
            site.server.kill()
    with site_of(server(database_url)) as site:
        rows = site.get("deals/TP1-E-AAAAAAB/board")["rows"]
        assert [(row["player"], row["rank"], row["moves"]) for row in rows] == [("Wren", 1, 49)]
        async with site.socket(game["socket"], player) as socket:
            assert (await socket.frame_of("result"))["rank"] == 1


async def test_a_process_that_is_stopped_closes_with_1012(
    server: MakeServer, database_url: str
) -> None:
    with site_of(server(database_url)) as site:
        player = site.guest()
        game = site.game(player)
        async with site.socket(game["socket"], player) as socket:
            await socket.play([DRAW])
            assert site.server.stop() == 0
            assert await socket.close_code() == 1012
    with site_of(server(database_url)) as site:
        async with site.socket(game["socket"], player) as socket:
            assert (await socket.frame())["seq"] == 1


async def test_the_handshake_over_the_network(server: MakeServer, sqlite_url: str) -> None:
    with site_of(server(sqlite_url)) as site:
        player = site.guest()
        path = site.game(player)["socket"]
        async with site.socket(path) as socket:
            assert await socket.close_code() == 4401
        async with site.socket("/ws/games/nowhere/", player) as socket:
            assert await socket.close_code() == 4404
        async with site.socket(path, site.guest()) as socket:
            assert await socket.close_code() == 4403
        with pytest.raises(Refused):
            async with site.socket(path, player, Origin="http://evil.example"):
                raise AssertionError("it was let in")
        async with site.socket(path, player, Origin=site.server.url) as socket:
            assert (await socket.frame())["type"] == "state"


@pytest.mark.parametrize("kilobytes", [65, 1024])
async def test_a_frame_that_is_too_big_closes_with_1009_and_harms_no_game(
    server: MakeServer, sqlite_url: str, kilobytes: int
) -> None:
    with site_of(server(sqlite_url)) as site:
        player = site.guest()
        path = site.game(player)["socket"]
        async with site.socket(path, player) as socket:
            await socket.play([DRAW])
            with contextlib.suppress(Closed):
                await socket.send_text(f'{{"type": "{"x" * kilobytes * 1024}"}}')
            assert await socket.close_code() == 1009
        async with site.socket(path, player) as socket:
            assert (await socket.frame())["seq"] == 1
