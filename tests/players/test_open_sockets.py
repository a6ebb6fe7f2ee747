"""A guest signs up or in with sockets open: they go on, and others see his new name."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from games.engine.codes import Rule
from games.models import Game, Race, Racer
from games.services import races
from games.services.clock import now_ms
from games.services.deals import Choice
from games.services.race_settings import Settings
from players.models import Player
from tests.factories import losing_actions, make_player, make_race
from tests.visitors import PASSWORD, Browser, make_account, make_bot, make_browser
from tests.ws.clients import Client
from tests.ws.local import HOST, Open, stored


@pytest.fixture(autouse=True)
def no_chance_reading(monkeypatch: Any) -> None:
    """Let no race be read again for its racers' presence: what is told is told at once."""
    monkeypatch.setattr("games.ws.hub.PRESENCE_PAUSE_S", 3600)


async def guest_at_table() -> tuple[Browser, str]:
    """Return the browser of a guest, and where his game's socket is."""
    browser = make_browser()
    told = await stored(browser.deal, 1)
    return browser, told["socket"]


async def open_as(sockets: Open, browser: Browser, path: str) -> Client:
    """Open a socket as the page of a browser does, and hear its greeting."""
    cookie = f"sessionid={browser.cookies['sessionid'].value}"
    socket = await sockets(path, cookie=cookie, origin=f"http://{HOST}")
    await socket.frame()
    return socket


def make_lobby(*players: Player) -> Race:
    host, *others = players
    race = races.create_race(host, Settings(Choice(1, Rule.EASY), seats=4))
    for player in others:
        races.join(race.pk, player)
    return race


def make_running(*players: Player) -> Race:
    return make_race(players, is_running=True, starts_at_ms=now_ms() - 1000)


def socket_of(race: Race) -> str:
    return f"/ws/races/{race.pk}/"


def names_in(frame: dict[str, Any]) -> list[str]:
    return [racer["player"] for racer in frame["racers"]]


async def test_a_game_goes_on_through_signing_up(sockets: Open) -> None:
    browser, path = await guest_at_table()
    socket = await open_as(sockets, browser, path)
    assert (await socket.ask("draw", seq=0))["seq"] == 1
    await stored(browser.sign_up, "Kari")
    assert (await socket.ask("draw", seq=1))["seq"] == 2
    game = await stored(Game.objects.select_related("player").get)
    assert (game.player.name, game.attempt, game.seq) == ("Kari", 1, 2)


async def test_a_game_goes_on_through_signing_in(sockets: Open) -> None:
    kari = await stored(make_account, "Kari")
    browser, path = await guest_at_table()
    socket = await open_as(sockets, browser, path)
    await socket.ask("draw", seq=0)
    await stored(browser.sign_in, "Kari")
    assert (await socket.ask("draw", seq=1))["seq"] == 2
    await socket.send("resign", seq=2)
    assert (await socket.frame_of("result"))["status"] == "resigned"
    assert (await stored(Game.objects.get)).player_id == kari.pk
    await stored(call_command, "verify")


async def test_a_game_can_be_opened_again_after_signing_in(sockets: Open) -> None:
    await stored(make_account, "Kari")
    browser, path = await guest_at_table()
    await open_as(sockets, browser, path)
    await stored(browser.sign_in, "Kari")
    again = await open_as(sockets, browser, path)
    assert again.heard[0]["type"] == "state"


async def test_a_bots_game_goes_on_through_its_signing_up(sockets: Open) -> None:
    bot = await stored(make_bot, is_guest=True)
    told = (await stored(bot.call, "games", {"deal": 1})).json()
    socket = await sockets(told["socket"], authorization=f"Bearer {bot.token}")
    await socket.frame()
    fields = {"username": "Kari", "password1": PASSWORD, "password2": PASSWORD}
    await stored(bot.post, "/accounts/signup/", fields)
    assert (await socket.ask("draw", seq=0))["seq"] == 1


async def test_opponents_see_the_name_a_guest_signs_up_with(sockets: Open) -> None:
    browser, _ = await guest_at_table()
    rival = await stored(make_player)
    race = await stored(make_running, await stored(browser.player), rival)
    own = await open_as(sockets, browser, socket_of(race))
    opponents = await sockets(socket_of(race), rival)
    await opponents.frame_of("race")
    await stored(browser.sign_up, "Kari")
    assert names_in(await opponents.frame_of("race")) == ["Kari", rival.name]
    assert (await own.frame_of("race"))["host"] == "Kari"
    await own.send("draw", seq=0)
    assert (await opponents.frame_of("progress", moves=1))["player"] == "Kari"


async def test_a_racer_who_signs_in_goes_on_racing_as_the_account(sockets: Open) -> None:
    kari = await stored(make_account, "Kari")
    browser, _ = await guest_at_table()
    rival = await stored(make_player)
    race = await stored(make_running, await stored(browser.player), rival)
    own = await open_as(sockets, browser, socket_of(race))
    opponents = await sockets(socket_of(race), rival)
    await opponents.frame_of("race")
    await stored(browser.sign_in, "Kari")
    assert names_in(await opponents.frame_of("race")) == ["Kari", rival.name]
    await own.frame_of("race")
    await own.send("draw", seq=0)
    assert (await own.frame_of("applied"))["seq"] == 1
    assert (await stored(Racer.objects.get, race=race, player=kari)).game_id
    await stored(call_command, "verify")


async def test_a_socket_in_a_lobby_speaks_for_the_account(sockets: Open) -> None:
    await stored(make_account, "Kari")
    browser, _ = await guest_at_table()
    rival = await stored(make_player)
    race = await stored(make_lobby, await stored(browser.player), rival)
    own = await open_as(sockets, browser, socket_of(race))
    opponents = await sockets(socket_of(race), rival)
    await opponents.frame_of("race")
    await stored(browser.sign_in, "Kari")
    await own.send("ready")
    assert (await opponents.frame_of("ready"))["player"] == "Kari"
    await own.send("start")
    await opponents.frame_of("countdown")


async def test_where_both_sit_in_a_lobby_one_seat_is_left(sockets: Open) -> None:
    kari = await stored(make_account, "Kari")
    browser, _ = await guest_at_table()
    race = await stored(make_lobby, kari, await stored(browser.player))
    own = await open_as(sockets, browser, socket_of(race))
    await stored(browser.sign_in, "Kari")
    assert names_in(await own.frame_of("race")) == ["Kari"]
    await own.send("ready")
    assert (await own.frame_of("ready"))["player"] == "Kari"


async def test_where_both_race_the_socket_goes_on_with_the_accounts_table(sockets: Open) -> None:
    kari = await stored(make_account, "Kari")
    browser, _ = await guest_at_table()
    race = await stored(make_running, kari, await stored(browser.player))
    own = await open_as(sockets, browser, socket_of(race))
    await stored(browser.sign_in, "Kari")
    greeting = await own.frame_of("race")
    assert [racer["status"] for racer in greeting["racers"]] == ["playing", "resigned"]
    assert greeting["state"]["game"] == (await stored(race.games.get, player=kari)).pk
    await own.send("resign", seq=0)
    places = (await own.frame_of("finished"))["places"]
    assert [seat["place"] for seat in places] == [1, 1]
    await stored(call_command, "verify")


async def test_who_signs_in_after_a_race_has_his_rematch_as_the_account(sockets: Open) -> None:
    kari = await stored(make_account, "Kari")
    browser, _ = await guest_at_table()
    players = [await stored(browser.player), await stored(make_player)]
    race = await stored(make_race, players, [losing_actions(2), losing_actions(3)])
    own = await open_as(sockets, browser, socket_of(race))
    await stored(browser.sign_in, "Kari")
    await own.send("rematch")
    following = (await own.frame_of("rematch"))["slug"]
    assert (await stored(Racer.objects.get, race=following)).player_id == kari.pk
