"""Verdicts as they are kept, and deals drawn by them."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.codes import SHORT_NUMBERS, Rule
from games.engine.errors import GameError
from games.engine.shuffle import deal_cards
from games.models import Deal, Game, Race, Verdict
from games.services import deals, verdicts
from games.services.deals import MOST_TRIES, draw_winnable
from games.services.races import rematch
from games.services.verdicts import is_winnable, proof_of
from games.services.verify_verdicts import check_verdicts
from games.solver.difficulty import DIFFICULTY_VERSION, Grade, difficulty, grade_of
from games.solver.oracle import SOLVER_VERSION, solve
from tests.factories import START_MS, finish_race, losing_actions, make_game, make_player
from tests.visitors import fault_of, make_bot, make_browser

pytestmark = pytest.mark.django_db


def test_a_verdict_is_stored_with_the_versions_that_found_it() -> None:
    proof = proof_of(1, "E")
    row = Verdict.objects.get()
    assert (row.deal_id, row.rule) == (1, "E")
    assert (row.solver_version, row.difficulty_version) == (SOLVER_VERSION, DIFFICULTY_VERSION)
    assert (row.min_draws, row.best_points) == (proof.min_draws, proof.points)
    assert (row.best_combo, row.wins_per_mille) == (proof.combo, round(1000 * proof.share))


def test_a_verdict_is_found_once(monkeypatch: Any) -> None:
    first = proof_of(1, "E")
    monkeypatch.setattr(verdicts, "in_solver", None)
    assert proof_of(1, "E") == first


@pytest.mark.parametrize("column", ["solver_version", "difficulty_version"])
def test_a_verdict_of_an_older_version_is_replaced(column: str) -> None:
    proof = proof_of(1, "E")
    Verdict.objects.update(**{column: 0}, min_draws=20, best_points=1, best_combo=2)
    assert not any(check_verdicts())
    assert proof_of(1, "E") == proof
    assert Verdict.objects.get().min_draws == proof.min_draws
    assert not any(check_verdicts(all_combos=True))


def test_the_combo_is_searched_for_when_it_is_asked_for() -> None:
    assert is_winnable(1, "E")
    assert Verdict.objects.get().best_combo is None
    assert proof_of(1, "E").combo == Verdict.objects.get().best_combo


def test_a_lost_deal_has_no_best_and_no_grade() -> None:
    proof = proof_of(5, "C")
    assert (proof.winnable, proof.grade, proof.combo, proof.share) == (False, None, None, 0.0)


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize("grade", Grade)
def test_a_random_game_has_the_grade_that_was_asked_for(rule: Rule, grade: Grade) -> None:
    told = make_bot().call("games", {"deal": None, "rule": rule, "grade": grade}).json()
    assert told["rule"] == rule
    deck = deal_cards(Game.objects.get().deal_id)
    assert solve(deck, rule).winnable
    assert grade_of(difficulty(deck, rule)) is grade


def test_a_race_on_a_secret_deal_has_the_grade_that_was_asked_for_and_so_has_its_rematch() -> None:
    bot = make_bot()
    bot.call("races", {"rule": "C", "grade": "gentle"})
    race = Race.objects.get()
    first, second = race.host, make_player()
    race.racers.create(player=second)
    _race_to_its_end(race)
    following = rematch(race.pk, first)
    assert following.grade == race.grade == "gentle"
    for one in (race, following):
        assert one.deal_id >= SHORT_NUMBERS
        assert grade_of(difficulty(deal_cards(one.deal_id), Rule.CLASSIC)) is Grade.GENTLE


def _race_to_its_end(race: Race) -> None:
    race.starts_at_ms, race.ends_at_ms = START_MS, START_MS + 600_000
    race.save()
    for order, racer in enumerate(race.racers.all(), start=1):
        line, rule = losing_actions(), Rule(race.rule)
        racer.game = make_game(racer.player, race.deal_id, line, rule=rule, race=race)
        racer.done_order = order
        racer.save()
    finish_race(race)


@pytest.mark.parametrize("path", ["games", "races"])
def test_an_unknown_grade_is_named(path: str) -> None:
    answer = make_bot().call(path, {"grade": "mild"})
    assert fault_of(answer) == (400, "unknown_grade")


def test_the_grade_of_a_deal_by_number_is_not_asked_for() -> None:
    told = make_bot().call("games", {"deal": 3, "grade": "gentle"}).json()
    assert told["deal"] == "TP1-E-AAAAAAD"
    assert make_bot().call("races", {"deal": 3, "grade": "gentle"}).status_code == 201
    assert Race.objects.get().grade == ""


def none_fits(monkeypatch: Any) -> list[int]:
    """Let no deal fit; return the list of what is tried."""
    tried: list[int] = []

    def refuse(deck: object, *_: object) -> bool:
        tried.append(id(deck))
        return False

    monkeypatch.setattr(deals, "_fits", refuse)
    return tried


def test_after_a_bounded_number_of_tries_it_is_said_that_none_was_found(monkeypatch: Any) -> None:
    tried = none_fits(monkeypatch)
    with pytest.raises(GameError) as caught:
        draw_winnable(Rule.EASY)
    assert caught.value.code == "no_deal_found"
    assert len(tried) == MOST_TRIES


def test_that_no_deal_was_found_reaches_whoever_asked(monkeypatch: Any) -> None:
    none_fits(monkeypatch)
    assert fault_of(make_bot().call("games")) == (503, "no_deal_found")
    assert fault_of(make_bot().call("races", {"grade": "brutal"})) == (503, "no_deal_found")
    answer = make_browser().call("/play/", {"deal": None})
    assert answer.status_code == 400
    assert answer.json()["code"] == "no_deal_found"
    assert not Game.objects.exists()
    assert not Deal.objects.exists()


@pytest.mark.parametrize(
    ("deal", "rule", "name"),
    [(3, "C", "Classic"), ("TP1-C-AAAAAAD", "E", "Classic"), (5, "E", "Easy"), (5, "C", "Classic")],
)
def test_a_page_hears_first_that_a_deal_cannot_be_won(deal: object, rule: str, name: str) -> None:
    browser = make_browser()
    answer = browser.call("/play/", {"deal": deal, "rule": rule})
    assert fault_of(answer) == (400, "not_winnable")
    assert answer.json()["message"] == f"This deal cannot be won in {name}."
    assert not Game.objects.exists()
    told = browser.call("/play/", {"deal": deal, "rule": rule, "sure": True})
    assert told.status_code == 201
    assert Game.objects.get().pk == told.json()["id"]


def test_what_can_be_won_is_dealt_at_once() -> None:
    assert make_browser().call("/play/", {"deal": 3, "rule": "E"}).status_code == 201


@pytest.mark.parametrize("sure", ["yes", 1, None])
def test_sure_is_true_or_false(sure: object) -> None:
    answer = make_browser().call("/play/", {"deal": 3, "sure": sure})
    assert fault_of(answer) == (400, "bad_request")


def test_a_program_is_dealt_what_it_names() -> None:
    assert make_bot().call("games", {"deal": 3, "rule": "C"}).status_code == 201
    assert make_bot().call("races", {"deal": 3, "rule": "C"}).status_code == 201


def test_a_race_on_a_lost_deal_is_told_to_who_would_rather_know() -> None:
    body = {"deal": 3, "rule": "C", "sure": False}
    assert fault_of(make_bot().call("races", body)) == (400, "not_winnable")
    assert make_bot().call("races", body | {"rule": "E"}).status_code == 201


def test_a_drawn_deals_verdict_is_stored_when_it_is_dealt() -> None:
    game = deals.deal_game(make_player(), deals.Choice(None, Rule.CLASSIC))
    row = Verdict.objects.get(deal_id=game.deal_id, rule="C")
    assert (row.winnable, row.solver_version) == (True, SOLVER_VERSION)
