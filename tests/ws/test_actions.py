"""What is answered to an action that is stored: whole frames."""

from __future__ import annotations

from games.engine.actions import DRAW, RESIGN, TAKES
from tests.factories import stuck_actions, undone_win, winning_actions
from tests.ws.local import Open, path_of, table

OPENING = [TAKES[20], TAKES[23]]


async def test_a_take_tells_what_it_turned_up(sockets: Open) -> None:
    player, game = await table(OPENING)
    socket = await sockets(path_of(game), player)
    await socket.frame_of("state")
    applied = await socket.ask("take", seq=2, slot=22)
    assert applied.pop("elapsed_ms") > 0
    assert applied == {
        "type": "applied",
        "seq": 3,
        "action": "take",
        "slot": 22,
        "revealed": {"13": "7S"},
        "hidden": [],
        "waste": "2D",
        "stock": 23,
        "moves": 3,
        "scores": {"points": 497, "combo": 45, "streak": 6, "cards_left": 25},
        "run": 3,
        "takes": [18],
        "status": "playing",
        "undo_used": False,
    }


async def test_an_undo_turns_down_what_the_take_turned_up(sockets: Open) -> None:
    player, game = await table([*OPENING, TAKES[22]])
    socket = await sockets(path_of(game), player)
    await socket.frame_of("state")
    applied = await socket.ask("undo", seq=3)
    assert applied.pop("elapsed_ms") > 0
    assert applied == {
        "type": "applied",
        "seq": 4,
        "action": "undo",
        "slot": None,
        "revealed": {"22": "2D"},
        "hidden": [13],
        "waste": "AS",
        "stock": 23,
        "moves": 3,
        "scores": {"points": 498, "combo": 25, "streak": 3, "cards_left": 26},
        "run": 2,
        "takes": [22, 24],
        "status": "playing",
        "undo_used": True,
    }


async def test_a_first_draw_starts_the_clock(sockets: Open) -> None:
    player, game = await table()
    socket = await sockets(path_of(game), player)
    state = await socket.frame_of("state")
    applied = await socket.ask("draw", seq=0)
    assert (applied["action"], applied["slot"], applied["stock"]) == ("draw", None, 22)
    assert (applied["elapsed_ms"], applied["run"], applied["moves"]) == (0, 0, 1)
    assert applied["waste"] != state["waste"]


async def test_a_win_is_followed_by_its_result(sockets: Open) -> None:
    line = winning_actions(1)
    player, game = await table(line[:-1])
    socket = await sockets(path_of(game), player)
    applied, result = await socket.play(line[-1:], len(line) - 1), await socket.frame()
    assert (applied["status"], applied["scores"]["cards_left"]) == ("won", 0)
    assert (applied["takes"], applied["seq"]) == ([], len(line))
    assert result == {
        "type": "result",
        "game": game.pk,
        "deal": "TP1-E-AAAAAAB",
        "status": "won",
        "scores": applied["scores"],
        "moves": len(line),
        "duration_ms": applied["elapsed_ms"],
        "rank": 1,
        "unranked": None,
        "provisional": False,
        "first_attempt": True,
        "best": {
            "winnable": True,
            "min_draws": 13,
            "points": 759,
        },
        "board": "/deals/TP1-E-AAAAAAB/",
        "replay": f"/replays/{game.pk}/",
    }


async def test_a_guests_rank_is_provisional(sockets: Open) -> None:
    line = winning_actions(1)
    player, game = await table(line[:-1], is_guest=True)
    socket = await sockets(path_of(game), player)
    await socket.play(line[-1:], len(line) - 1)
    result = await socket.frame()
    assert (result["rank"], result["provisional"], result["unranked"]) == (1, True, None)


async def test_a_win_with_an_undo_is_unranked(sockets: Open) -> None:
    line = undone_win(1)
    player, game = await table(line[:-1])
    socket = await sockets(path_of(game), player)
    await socket.play(line[-1:], len(line) - 1)
    result = await socket.frame()
    assert (result["rank"], result["unranked"]) == (None, "undo_used")


async def test_a_resignation_opens_the_deal_and_has_no_rank(sockets: Open) -> None:
    player, game = await table([DRAW])
    socket = await sockets(path_of(game), player)
    applied, result = await socket.play([RESIGN], 1), await socket.frame()
    assert (applied["action"], applied["status"], applied["moves"]) == ("resign", "resigned", 1)
    assert (result["status"], result["rank"], result["unranked"]) == ("resigned", None, "not_won")
    assert result["deal"] == "TP1-E-AAAAAAB"


async def test_stuck_is_told_and_is_not_over(sockets: Open) -> None:
    line = stuck_actions(2)
    player, game = await table(line[:-1], number=2)
    socket = await sockets(path_of(game), player)
    applied = await socket.play(line[-1:], len(line) - 1)
    assert (applied["status"], applied["takes"], applied["stock"]) == ("stuck", [], 0)
    assert (await socket.ask("undo", seq=len(line)))["status"] == "playing"


async def test_a_hint_names_a_card_that_fits_and_changes_nothing(sockets: Open) -> None:
    player, game = await table()
    socket = await sockets(path_of(game), player)
    before = await socket.frame()
    hint = await socket.ask("hint")
    assert hint in [{"type": "hint", "slot": slot} for slot in before["takes"]]
    assert await socket.ask("sync") == before


async def test_a_hint_names_the_stock_where_no_card_fits(sockets: Open) -> None:
    player, game = await table([DRAW] * 3)
    socket = await sockets(path_of(game), player)
    assert (await socket.frame())["takes"] == []
    assert await socket.ask("hint") == {"type": "hint", "draw": True}


async def test_a_hint_says_that_the_game_is_stuck(sockets: Open) -> None:
    player, game = await table(stuck_actions(2), number=2)
    socket = await sockets(path_of(game), player)
    assert (await socket.frame())["status"] == "stuck"
    assert await socket.ask("hint") == {"type": "hint", "stuck": True}


async def test_sync_answers_the_whole_state(sockets: Open) -> None:
    player, game = await table(OPENING)
    socket = await sockets(path_of(game), player)
    greeting = await socket.frame()
    again = await socket.ask("sync")
    assert again.pop("clock_ms") >= greeting.pop("clock_ms")
    assert again == greeting


async def test_what_a_client_claims_besides_is_ignored(sockets: Open) -> None:
    player, game = await table()
    socket = await sockets(path_of(game), player)
    await socket.frame()
    claims = {"rank": 1, "scores": {"points": 772}, "elapsed_ms": 1, "card": "KH", "at_ms": 7}
    applied = await socket.ask("take", seq=0, slot=20, **claims)
    assert (applied["waste"], applied["scores"]["points"], applied["elapsed_ms"]) == ("KC", 499, 0)
