"""Asking during play whether the game can still be won: answered, stored, and never in races."""

from __future__ import annotations

from typing import Any

from games.engine.actions import DRAW, RESIGN, Action
from games.engine.codes import Rule
from games.engine.errors import ErrorCode
from games.models import Game, Result
from games.solver.analysis import still_winnable
from tests.api.test_analysis import lost_actions, state_of
from tests.factories import make_game, make_player, winning_actions
from tests.services.server import MakeServer
from tests.ws.clients import Client
from tests.ws.local import Open, path_of, race_table, stored, table
from tests.ws.remote import site_of


async def greeted(sockets: Open, player: Any, game: Any) -> Client:
    """Open a game's socket and hear its greeting."""
    socket = await sockets(path_of(game), player)
    await socket.frame_of("state")
    return socket


def asked_at(game: Any) -> int | None:
    return Game.objects.values_list("assisted_at_ms", flat=True).get(pk=game.pk)


async def test_a_game_that_can_be_won_is_said_to_be(sockets: Open) -> None:
    player, game = await table(winning_actions(1)[:7])
    socket = await greeted(sockets, player, game)
    assert await socket.ask("chance") == {
        "type": "chance",
        "seq": 7,
        "winnable": True,
        "assisted": True,
    }


async def test_a_game_that_is_lost_is_said_to_be(sockets: Open) -> None:
    line = lost_actions()[:-1]
    player, game = await table(line)
    socket = await greeted(sockets, player, game)
    told = await socket.ask("chance")
    assert (told["seq"], told["winnable"]) == (len(line), False)


async def test_a_deal_that_cannot_be_won_never_can(sockets: Open) -> None:
    player = await stored(make_player)
    game = await stored(make_game, player, 3, rule=Rule.CLASSIC)
    socket = await greeted(sockets, player, game)
    assert (await socket.ask("chance"))["winnable"] is False


async def test_each_answer_is_about_the_state_at_which_it_was_asked(sockets: Open) -> None:
    player, game = await table()
    socket = await greeted(sockets, player, game)
    line: list[Action] = []
    for seq, action in enumerate(lost_actions()[:-1]):
        await socket.play([action], seq)
        line.append(action)
        told = await socket.ask("chance")
        assert (told["seq"], told["winnable"]) == (seq + 1, still_winnable(state_of(line)))
    assert told["winnable"] is False


async def test_an_undo_brings_the_chance_back(sockets: Open) -> None:
    line = lost_actions()[:-1]
    player, game = await table(line)
    socket = await greeted(sockets, player, game)
    assert (await socket.ask("chance"))["winnable"] is False
    await socket.ask("undo", seq=len(line))
    assert (await socket.ask("chance"))["winnable"] is True


async def test_that_it_was_asked_is_stored_before_it_is_answered(
    sockets: Open, monkeypatch: Any
) -> None:
    player, game = await table()
    seen: list[int | None] = []

    def looking(state: Any) -> bool:
        seen.append(asked_at(game))
        return still_winnable(state)

    monkeypatch.setattr("games.services.looks.still_winnable", looking)
    socket = await greeted(sockets, player, game)
    assert await stored(asked_at, game) is None
    await socket.ask("chance")
    assert len(seen) == 1
    assert seen[0] is not None


async def test_only_the_first_question_is_dated(sockets: Open) -> None:
    player, game = await table()
    socket = await greeted(sockets, player, game)
    await socket.ask("chance")
    first = await stored(asked_at, game)
    await socket.ask("chance")
    assert await stored(asked_at, game) == first


async def test_the_state_says_from_then_on_that_the_game_is_assisted(sockets: Open) -> None:
    player, game = await table()
    socket = await sockets(path_of(game), player)
    assert (await socket.frame_of("state"))["assisted"] is False
    await socket.ask("chance")
    assert (await socket.ask("sync"))["assisted"] is True
    other = await sockets(path_of(game), player)
    assert (await other.frame_of("state"))["assisted"] is True


async def test_the_board_leaves_an_assisted_win_out(sockets: Open) -> None:
    line = winning_actions(1)
    player, game = await table(line[:-1])
    socket = await greeted(sockets, player, game)
    await socket.ask("chance")
    await socket.play(line[-1:], len(line) - 1)
    result = await socket.frame_of("result")
    assert (result["status"], result["rank"], result["unranked"]) == ("won", None, "assisted")
    stored_result = await stored(Result.objects.get, pk=game.pk)
    assert (stored_result.is_assisted, stored_result.is_ranked) == (True, False)


async def test_another_game_of_the_deal_is_not_assisted_by_it(sockets: Open) -> None:
    player, game = await table()
    socket = await greeted(sockets, player, game)
    await socket.ask("chance")
    fresh = await stored(make_game, player, 1)
    other = await sockets(path_of(fresh), player)
    assert (await other.frame_of("state"))["assisted"] is False


async def test_it_changes_nothing_in_the_game(sockets: Open) -> None:
    player, game = await table([DRAW])
    socket = await sockets(path_of(game), player)
    before = await socket.frame_of("state")
    await socket.ask("chance")
    after = await socket.ask("sync")
    ignored = {"assisted": None, "clock_ms": None}
    assert after | ignored == before | ignored


async def test_there_is_none_in_a_race(sockets: Open) -> None:
    player, game = await race_table()
    race_socket = await sockets(f"/ws/races/{game.race_id}/", player)
    await race_socket.frame_of("race")
    assert (await race_socket.ask("chance"))["code"] == ErrorCode.NOT_IN_RACES
    own_socket = await greeted(sockets, player, game)
    assert (await own_socket.ask("chance"))["code"] == ErrorCode.NOT_IN_RACES
    assert await stored(asked_at, game) is None


async def test_there_is_none_after_the_end(sockets: Open) -> None:
    player, game = await table([DRAW, RESIGN])
    socket = await greeted(sockets, player, game)
    await socket.frame_of("result")
    refused = await socket.ask("chance")
    assert (refused["type"], refused["code"]) == ("refused", ErrorCode.GAME_OVER)
    assert await stored(asked_at, game) is None


async def test_a_restart_does_not_forget_that_it_was_asked(
    server: MakeServer, database_url: str
) -> None:
    line = winning_actions(1)
    with site_of(server(database_url)) as site:
        player = site.account("Dunlin")
        game = site.game(player)
        async with site.socket(game["socket"], player) as socket:
            await socket.frame_of("state")
            assert (await socket.ask("chance"))["assisted"] is True
            site.server.kill()
    with site_of(server(database_url)) as site:
        async with site.socket(game["socket"], player) as socket:
            assert (await socket.frame_of("state"))["assisted"] is True
            await socket.play(line)
            assert (await socket.frame_of("result"))["unranked"] == "assisted"
        assert site.get("deals/TP1-E-AAAAAAB/board")["rows"] == []
