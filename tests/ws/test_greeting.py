"""The first frame of a game's socket, and who gets none."""

from __future__ import annotations

import pytest

from games.engine.actions import RESIGN
from games.engine.codes import Rule
from players.models import Player
from tests.factories import make_game, make_player
from tests.ws.clients import Refused
from tests.ws.local import Open, path_of, stored, table

BOTTOM_ROW = ["3S", "5S", "KC", "4S", "2D", "AS", "KD", "8H", "7C", "9S"]


async def test_a_new_game_is_greeted_with_its_whole_state(sockets: Open) -> None:
    player, game = await table()
    socket = await sockets(path_of(game), player)
    assert await socket.frame() == {
        "type": "state",
        "game": game.pk,
        "deal": "TP1-E-AAAAAAB",
        "rule": "E",
        "seq": 0,
        "status": "playing",
        "tableau": ["?"] * 18 + BOTTOM_ROW,
        "waste": "AC",
        "stock": 23,
        "moves": 0,
        "undo_used": False,
        "takes": [20, 22, 24],
        "scores": {"points": 500, "combo": 0, "streak": 0, "cards_left": 28},
        "run": 0,
        "elapsed_ms": 0,
        "clock_ms": 0,
        "undo_allowed": True,
        "assisted": False,
    }


async def test_classic_offers_what_classic_allows(sockets: Open) -> None:
    player = await stored(make_player)
    game = await stored(make_game, player, 1, rule=Rule.CLASSIC)
    state = await (await sockets(path_of(game), player)).frame()
    assert (state["rule"], state["deal"], state["takes"]) == ("C", "TP1-C-AAAAAAB", [22])


async def test_a_game_that_is_over_is_greeted_with_state_and_result(sockets: Open) -> None:
    player, game = await table([RESIGN])
    socket = await sockets(path_of(game), player)
    state, result = await socket.frame(), await socket.frame()
    assert (state["status"], state["seq"], state["takes"]) == ("resigned", 1, [])
    assert (result["type"], result["status"]) == ("result", "resigned")


async def test_nobody_signed_in_is_closed_with_4401(sockets: Open) -> None:
    _, game = await table()
    assert await (await sockets(path_of(game))).close_code() == 4401


async def test_a_token_that_signs_nobody_in_is_closed_with_4401(sockets: Open) -> None:
    _, game = await table()
    socket = await sockets(path_of(game), authorization="Bearer nonsense")
    assert await socket.close_code() == 4401


async def test_somebody_elses_game_is_closed_with_4403(sockets: Open) -> None:
    _, game = await table()
    stranger = await stored(make_player)
    assert await (await sockets(path_of(game), stranger)).close_code() == 4403


@pytest.mark.parametrize("game_id", ["nowhere", "%00", "abcdefghijkm", "x" * 64])
async def test_an_unknown_game_is_closed_with_4404(sockets: Open, game_id: str) -> None:
    player = await stored(make_player)
    assert await (await sockets(f"/ws/games/{game_id}/", player)).close_code() == 4404


@pytest.mark.parametrize("path", ["/ws/", "/ws/games/", "/ws/games/a/b/", "/ws/tables/a/"])
async def test_an_unknown_path_is_refused(sockets: Open, path: str) -> None:
    player = await stored(make_player)
    with pytest.raises(Refused):
        await sockets(path, player)


def session_of(player: Player) -> str:
    """Return the cookie header of a guest's session."""
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session["guest_id"] = player.pk
    session.create()
    return f"sessionid={session.session_key}"


async def test_a_session_cookie_with_our_origin_signs_in(sockets: Open) -> None:
    guest, game = await table(is_guest=True)
    cookie = await stored(session_of, guest)
    socket = await sockets(path_of(game), cookie=cookie, origin="http://localhost:8000")
    assert (await socket.frame())["game"] == game.pk


async def test_a_session_cookie_without_an_origin_is_refused(sockets: Open) -> None:
    guest, game = await table(is_guest=True)
    with pytest.raises(Refused):
        await sockets(path_of(game), cookie=await stored(session_of, guest))


FOREIGN = ["http://evil.example", "http://localhost:8001", "null", "http://localhost", ""]


@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_foreign_origin_is_refused_with_a_cookie(sockets: Open, origin: str) -> None:
    guest, game = await table(is_guest=True)
    with pytest.raises(Refused):
        await sockets(path_of(game), cookie=await stored(session_of, guest), origin=origin)


async def test_a_foreign_origin_is_refused_with_a_token_too(sockets: Open) -> None:
    player, game = await table()
    with pytest.raises(Refused):
        await sockets(path_of(game), player, origin="http://evil.example")


async def test_a_foreign_host_header_does_not_make_its_origin_ours(sockets: Open) -> None:
    guest, game = await table(is_guest=True)
    cookie = await stored(session_of, guest)
    with pytest.raises(Refused):
        await sockets(
            path_of(game), cookie=cookie, host="evil.example", origin="http://evil.example"
        )


async def test_where_token_and_session_are_sent_the_token_decides(sockets: Open) -> None:
    player, game = await table()
    cookie = await stored(session_of, await stored(make_player, is_guest=True))
    origin = "http://localhost:8000"
    socket = await sockets(path_of(game), player, cookie=cookie, origin=origin)
    assert (await socket.frame())["game"] == game.pk


async def test_a_bad_token_is_not_saved_by_a_good_session(sockets: Open) -> None:
    guest, game = await table(is_guest=True)
    headers = {"cookie": await stored(session_of, guest), "origin": "http://localhost:8000"}
    socket = await sockets(path_of(game), authorization="Bearer nonsense", **headers)
    assert await socket.close_code() == 4401
