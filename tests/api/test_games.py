"""The calls about games, as player, stranger and nobody."""

from __future__ import annotations

from functools import partial

import pytest

from games.engine.actions import DRAW, RESIGN
from games.engine.cards import format_deck
from games.engine.codes import Rule
from games.engine.shuffle import deal_cards
from games.models import Deal, Game
from games.solver.oracle import solve
from tests.factories import (
    SEALED_NUMBER,
    losing_actions,
    make_game,
    make_player,
    make_race,
    make_win,
    winning_actions,
)
from tests.simultaneous import at_once
from tests.visitors import Bot, fault_of, make_bot, make_browser

pytestmark = pytest.mark.django_db


def test_a_game_is_told_as_the_contract_says() -> None:
    told = make_bot().call("games", {"deal": "TP1-C-AAAAAAB", "rule": "E"})
    game = Game.objects.get()
    assert told.status_code == 201
    assert told.json() == {
        "id": game.pk,
        "deal": "TP1-C-AAAAAAB",
        "rule": "C",
        "url": f"/games/{game.pk}/",
        "socket": f"/ws/games/{game.pk}/",
        "attempt": 1,
        "assisted": False,
    }


@pytest.mark.parametrize(
    ("deal", "rule", "code"),
    [
        ("TP1-E-AAAAAAB", "C", "TP1-E-AAAAAAB"),
        ("c aaaaaad", "E", "TP1-C-AAAAAAD"),
        ("TP1-N-AAAAAAB", "C", "TP1-E-AAAAAAB"),
        ("3", "C", "TP1-C-AAAAAAD"),
        (3, "c", "TP1-C-AAAAAAD"),
        (0, "E", "TP1-E-AAAAAAA"),
        ("0", "N", "TP1-E-AAAAAAA"),
        (2**35 - 1, "E", "TP1-E-7777777"),
        ("TP1-E-AAAAAAAAAAAB", "E", "TP1-E-AAAAAAB"),
    ],
)
def test_a_deal_is_named_by_code_or_number(deal: object, rule: str, code: str) -> None:
    assert make_bot().call("games", {"deal": deal, "rule": rule}).json()["deal"] == code


@pytest.mark.parametrize("body", [{"deal": None}, {}, {"deal": None, "rule": "C"}])
def test_no_deal_named_is_a_random_winnable_one_with_a_short_code(body: dict[str, object]) -> None:
    told = make_bot().call("games", body).json()
    number = Game.objects.get().deal_id
    assert len(told["deal"]) == len("TP1-E-AAAAAAA")
    assert told["rule"] == body.get("rule", "E")
    assert solve(deal_cards(number), Rule(told["rule"])).winnable


def test_each_random_deal_is_another_one() -> None:
    bot = make_bot()
    assert len({bot.call("games").json()["deal"] for _ in range(8)}) == 8


def test_the_attempt_counts_what_was_acted_in_under_both_rules() -> None:
    bot = make_bot()
    ask = partial(bot.call, "games", {"deal": "TP1-E-AAAAAAB"})
    assert ask().json()["attempt"] == 1
    player = Game.objects.get().player
    make_game(player, 1, [DRAW], rule=Rule.CLASSIC)
    assert ask().json()["attempt"] == 2
    make_game(player, 1, [DRAW])
    make_game(make_player(), 1, [DRAW])
    assert ask().json()["attempt"] == 3
    assert make_bot().call("games", {"deal": 1}).json()["attempt"] == 1


def test_a_players_game_answers_its_state() -> None:
    player = make_player(is_guest=True)
    game = make_game(player, 1, [DRAW])
    told = make_bot(player).read(f"games/{game.pk}").json()
    assert (told["type"], told["game"], told["seq"], told["moves"]) == ("state", game.pk, 1, 1)
    assert told["tableau"][:18] == ["?"] * 18


@pytest.mark.parametrize("is_signed_in", [True, False])
def test_somebody_elses_game_is_refused(is_signed_in: bool) -> None:
    game = make_game(make_player(), 1, [DRAW])
    bot = make_bot() if is_signed_in else Bot(None)
    assert fault_of(bot.read(f"games/{game.pk}")) == (403, "not_yours")


@pytest.mark.parametrize("name", ["nothing", "a" * 200, "1", "%00", "é", "a%2Fb", "..%2Fgames"])
def test_an_unknown_game_is_not_found(name: str) -> None:
    assert fault_of(make_bot().read(f"games/{name}")) == (404, "not_found")


def test_a_finished_game_answers_its_replay_to_its_player() -> None:
    player = make_player()
    game = make_win(player, 1).game
    told = make_bot(player).read(f"games/{game.pk}").json()
    assert (told["type"], told["status"], told["attempt"]) == ("replay", "won", 1)
    assert told["cards"] == format_deck(deal_cards(1))
    assert len(told["actions"].split()) == game.seq == len(told["times_ms"])


def test_a_replay_is_for_those_who_have_finished_the_deal() -> None:
    game = make_win(make_player(), 1).game
    stranger = make_player()
    bot = make_bot(stranger)
    make_game(stranger, 1, [DRAW])
    assert fault_of(bot.read(f"games/{game.pk}")) == (403, "not_yours")
    make_game(stranger, 1, [RESIGN], rule=Rule.CLASSIC)
    assert bot.read(f"games/{game.pk}").json()["type"] == "replay"


def test_a_sealed_game_that_is_over_answers_a_state_without_its_code() -> None:
    racer, rival = make_player(), make_player()
    race = make_race([racer, rival], [winning_actions(SEALED_NUMBER), ()], is_running=True)
    game = race.games.get(player=racer)
    told = make_bot(racer).read(f"games/{game.pk}").json()
    assert (told["type"], told["status"], told["deal"]) == ("state", "won", None)
    assert fault_of(make_bot(rival).read(f"games/{game.pk}")) == (403, "not_yours")


def test_a_races_games_are_replays_for_its_racers_once_it_is_finished() -> None:
    racers = [make_player(), make_player()]
    race = make_race(racers, [losing_actions(2), losing_actions(3)])
    for game in race.games.all():
        assert make_bot(racers[0]).read(f"games/{game.pk}").json()["type"] == "replay"
        assert fault_of(make_bot().read(f"games/{game.pk}")) == (403, "not_yours")


def test_a_table_asked_for_twice_is_one_game() -> None:
    browser = make_browser()
    first, second = browser.deal("TP1-E-AAAAAAB"), browser.deal("1")
    assert first["id"] == second["id"]
    assert browser.deal("TP1-C-AAAAAAB")["id"] != first["id"]
    assert (Game.objects.count(), Deal.objects.count()) == (2, 1)


def test_a_table_that_was_played_is_dealt_again_as_a_new_game() -> None:
    browser = make_browser()
    first = browser.deal(1)
    make_game(browser.player(), 1, [DRAW])
    Game.objects.filter(pk=first["id"]).delete()
    assert browser.deal(1)["attempt"] == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_form_posted_twice_at_once_is_one_game() -> None:
    browser, twin = make_browser(), make_browser()
    browser.deal(3)
    twin.cookies = browser.cookies
    told = at_once([partial(one.deal, 1) for one in (browser, twin)])
    assert told[0]["id"] == told[1]["id"]


def test_a_page_is_told_its_game_with_state_and_player() -> None:
    browser = make_browser()
    told = browser.deal(1)
    assert told["state"]["game"] == told["id"]
    assert told["player"] == {"name": browser.player().name, "is_guest": True}
    assert browser.get("/").context["page_data"]["game"] == told["id"]
