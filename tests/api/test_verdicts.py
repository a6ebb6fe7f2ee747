"""Looking at verdicts, and what it makes of the games that were not over: end to end."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import pytest
from django.core.management import call_command

from games.engine.actions import DRAW, RESIGN, Action
from games.engine.codes import Rule, format_code
from games.engine.shuffle import deal_cards
from games.models import Game, Look, Result, Verdict
from games.services.merging import merge_guest
from games.services.outcomes import outcome_of
from games.services.play import act_now
from games.solver.combo import best_combo
from games.solver.oracle import solve
from leaderboards.models import Win
from players.models import Player
from tests.factories import (
    SEALED_NUMBER,
    losing_actions,
    make_game,
    make_player,
    make_race,
    make_win,
    winning_actions,
)
from tests.visitors import Bot, fault_of, make_bot, make_browser

pytestmark = pytest.mark.django_db
PATH = "deals/TP1-E-AAAAAAD/verdict"
SEALED = f"deals/{format_code(SEALED_NUMBER, Rule.EASY)}/verdict"
UNPLAYED = f"deals/{format_code(SEALED_NUMBER + 9, Rule.EASY)}/verdict"


def begin(player: Player, number: int = 3, rule: Rule = Rule.EASY) -> Game:
    return make_game(player, number, rule=rule)


def play(game: Game, actions: Iterable[Action]) -> Result:
    """Play a game to its end as its player's socket would."""
    for action in actions:
        act_now(game.pk, action)
    return Result.objects.get(pk=game.pk)


def play_win(player: Player, number: int = 3) -> Result:
    return play(begin(player, number), winning_actions(number))


def is_assisted(player: Player, number: int = 3) -> bool:
    told = make_bot(player).call("games", {"deal": number}).json()
    return bool(told["assisted"])


def verify() -> list[str]:
    """Return the differences that `manage.py verify` names."""
    out = io.StringIO()
    try:
        call_command("verify", stdout=out, stderr=io.StringIO())
    except SystemExit:
        return out.getvalue().splitlines()
    return []


def test_a_look_tells_the_verdicts_under_both_rules() -> None:
    told = make_bot().call(PATH).json()
    deck = deal_cards(3)
    easy = solve(deck, Rule.EASY)
    assert told == {
        "E": {
            "winnable": True,
            "min_draws": easy.min_draws,
            "points": easy.best_points,
            "combo": best_combo(deck, Rule.EASY),
            "grade": "tough",
        },
        "C": {"winnable": False, "min_draws": None, "points": None, "combo": None, "grade": None},
    }


def test_without_a_look_nothing_is_told_until_the_deal_is_finished() -> None:
    player = make_player()
    bot = make_bot(player)
    assert fault_of(bot.read(PATH)) == (403, "not_looked")
    make_game(player, 3, [DRAW])
    assert fault_of(bot.read(PATH)) == (403, "not_looked")
    make_game(player, 3, losing_actions(), rule=Rule.CLASSIC)
    assert bot.read(PATH).json()["E"]["winnable"] is True
    assert fault_of(Bot(None).read(PATH)) == (403, "not_looked")


def test_who_has_looked_may_read_it_again() -> None:
    bot = make_bot()
    bot.call(PATH)
    assert bot.read(PATH).json() == bot.call(PATH).json()
    assert Look.objects.count() == 1


def test_nobody_looks_without_a_sign_in_and_a_pages_visitor_becomes_a_guest() -> None:
    assert fault_of(Bot(None).call(PATH)) == (401, "sign_in")
    browser = make_browser()
    assert browser.call(f"/api/v1/{PATH}").status_code == 200
    assert Look.objects.get().player == browser.player()
    assert browser.player().is_guest


@pytest.mark.parametrize("code", ["TP1-X-AAAAAAB", "nothing", "TP1-E-AAA"])
def test_a_code_that_cannot_be_read_is_told(code: str) -> None:
    assert make_bot().call(f"deals/{code}/verdict").status_code == 400
    assert make_bot().read(f"deals/{code}/verdict").status_code == 400


def test_a_win_after_a_look_counts_as_played_and_never_ranks() -> None:
    player = make_player()
    assert not is_assisted(player)
    make_bot(player).call(PATH)
    assert is_assisted(player)
    result = play_win(player)
    assert (result.is_assisted, result.is_first_attempt, result.is_ranked) == (True, True, False)
    outcome = outcome_of(result.pk)
    assert outcome is not None
    assert (outcome.standing.rank, outcome.standing.unranked) == (None, "assisted")
    assert not Win.objects.exists()
    board = make_bot(player).read("deals/TP1-E-AAAAAAD/board").json()
    assert (board["rows"], board["me"]) == ([], None)
    assert play_win(player).is_assisted
    assert verify() == []


def test_a_look_marks_the_game_that_is_not_over_and_other_deals_not() -> None:
    player = make_player()
    game = begin(player)
    act_now(game.pk, DRAW)
    make_bot(player).call(PATH)
    play(game, [RESIGN])
    assert Result.objects.get(pk=game.pk).is_assisted
    assert not play_win(player, 1).is_assisted
    assert Win.objects.get().deal_id == 1
    assert verify() == []


def test_a_look_counts_under_both_rules() -> None:
    player = make_player()
    make_bot(player).call("deals/TP1-C-AAAAAAD/verdict")
    assert play_win(player).is_assisted


def test_a_look_after_finishing_marks_nothing() -> None:
    player = make_player()
    first = play_win(player)
    make_bot(player).call(PATH)
    assert not Look.objects.exists()
    assert not is_assisted(player)
    second = play_win(player)
    assert (first.is_assisted, second.is_assisted) == (False, False)
    assert Win.objects.count() == 2
    assert verify() == []


def test_a_win_before_the_look_of_a_guest_stays_ranked_and_later_ones_are_not() -> None:
    guest, account = make_player(is_guest=True), make_player()
    early = play_win(account)
    make_bot(guest).call(PATH)
    assert not is_assisted(account)
    merge_guest(guest.pk, account.pk)
    assert is_assisted(account)
    late = play_win(account)
    early.refresh_from_db()
    assert (early.is_assisted, late.is_assisted) == (False, True)
    assert [win.pk for win in Win.objects.all()] == [early.pk]
    assert verify() == []


def test_what_was_played_after_a_guests_look_is_judged_anew_when_he_signs_in() -> None:
    guest, account = make_player(is_guest=True), make_player()
    make_bot(guest).call(PATH)
    result = play_win(account)
    assert Win.objects.filter(pk=result.pk).exists()
    merge_guest(guest.pk, account.pk)
    result.refresh_from_db()
    assert result.is_assisted
    assert not Win.objects.exists()
    assert verify() == []


def test_signing_up_keeps_what_was_looked_at() -> None:
    browser = make_browser()
    browser.call(f"/api/v1/{PATH}")
    browser.sign_up("Kari")
    assert is_assisted(browser.player())


def test_verify_names_an_altered_mark() -> None:
    player = make_player()
    make_bot(player).call(PATH)
    result = play_win(player)
    Result.objects.filter(pk=result.pk).update(is_assisted=False)
    assert any(f"games_result {result.pk} is_assisted" in line for line in verify())


def sealed_race(*lines: Any) -> list[Player]:
    """Store a race on a sealed deal that still runs; return its racers."""
    racers = [make_player(), make_player()]
    make_race(racers, lines, is_running=True)
    return racers


@pytest.mark.parametrize("method", ["read", "call"])
def test_a_sealed_deal_has_no_verdict_and_looks_like_an_unplayed_one(method: str) -> None:
    racers = sealed_race(winning_actions(SEALED_NUMBER), ())
    for player in [*racers, make_player()]:
        bot = make_bot(player)
        answers = [getattr(bot, method)(path) for path in (SEALED, UNPLAYED)]
        assert answers[0].json() == answers[1].json()
        assert fault_of(answers[0])[0] == 403
    assert not Look.objects.exists()
    assert not Verdict.objects.exists()


def test_a_raced_deals_verdict_is_open_once_the_race_is_finished() -> None:
    racers = [make_player(), make_player()]
    make_race(racers, [losing_actions(), losing_actions(4)])
    assert make_bot(racers[0]).read(SEALED).json()["E"]["winnable"] is True
    stranger = make_bot()
    assert fault_of(stranger.read(SEALED)) == (403, "not_looked")
    assert stranger.call(SEALED).json()["E"]["winnable"] is True


def test_a_look_before_a_race_on_a_named_deal_keeps_its_win_off_the_boards() -> None:
    racer, rival = make_player(), make_player()
    make_bot(racer).call(PATH)
    line = winning_actions(3)
    make_race([racer, rival], [line, line], number=3, is_sealed=False, starts_at_ms=2**42)
    assert [win.player_id for win in Win.objects.all()] == [rival.pk]
    assert verify() == []


def page_of(player: Player | None, path: str = "/deals/TP1-E-AAAAAAD/") -> str:
    bot = Bot(None) if player is None else make_bot(player)
    return str(bot.get(path).content.decode())


def test_the_deals_page_says_what_looking_costs_before_it_shows_anything() -> None:
    for player in (None, make_player()):
        page = page_of(player)
        assert 'data-testid="show-verdict"' in page
        assert "assisted: they count as played and never rank" in page
        assert 'data-testid="verdict"' not in page
        assert 'data-testid="assisted-note"' not in page


def test_the_deals_page_shows_the_verdict_to_who_has_looked_and_tells_him_so() -> None:
    player = make_player()
    make_bot(player).call(PATH)
    page = page_of(player)
    assert 'data-testid="verdict"' in page
    assert 'data-testid="assisted-note"' in page
    assert "won by the ordinary player in 20 % of 200 tries: tough" in page
    assert 'data-testid="show-verdict"' not in page


def test_the_deals_page_shows_the_verdict_to_who_has_finished_the_deal() -> None:
    player = make_player()
    make_win(player, 3)
    page = page_of(player)
    assert 'data-testid="verdict"' in page
    assert 'data-testid="assisted-note"' not in page
    assert 'href="/about/solver/"' in page


def test_a_sealed_deals_page_offers_nothing_to_show() -> None:
    racers = sealed_race(winning_actions(SEALED_NUMBER), ())
    for player in [*racers, None]:
        page = page_of(player, f"/{SEALED.removesuffix('verdict')}")
        assert 'data-testid="verdict-not-open"' in page
        assert 'data-testid="show-verdict"' not in page


def test_an_assisted_game_is_named_among_the_players_games() -> None:
    player = make_player()
    make_bot(player).call(PATH)
    play_win(player)
    assert "won, assisted" in page_of(player)
