from dataclasses import asdict

import pytest

from games.engine.cards import parse_deck
from games.engine.codes import Rule
from games.engine.shuffle import deal_cards
from games.solver.oracle import Verdict, solve, solve_many
from tests.solver.making import make_deals, read_lines


def test_every_known_verdict_is_found() -> None:
    lines = read_lines("solver.jsonl")
    deals = [(parse_deck(line["input"]["cards"]), Rule(line["input"]["rule"])) for line in lines]
    assert len(deals) == 500
    for line, verdict in zip(lines, solve_many(deals), strict=True):
        assert asdict(verdict) == line["expected"]


@pytest.mark.parametrize(("rule", "field"), [("E", "easy_min_draws"), ("C", "classic_min_draws")])
def test_golden_deals_have_their_fewest_draws(rule: str, field: str) -> None:
    for line in read_lines("deals.jsonl"):
        assert solve(deal_cards(line["number"]), Rule(rule)).min_draws == line[field]


def test_deal_3_is_won_in_easy_and_lost_in_classic() -> None:
    deck = deal_cards(3)
    assert solve(deck, Rule.EASY) == Verdict(winnable=True, min_draws=15, best_points=757)
    assert solve(deck, Rule.CLASSIC) == Verdict(winnable=False, min_draws=None, best_points=None)


def test_classic_is_never_easier_than_easy() -> None:
    verdicts = list(solve_many(make_deals(100)))
    for easy, classic in zip(verdicts[::2], verdicts[1::2], strict=True):
        assert easy.winnable or not classic.winnable
        assert (easy.min_draws or 0) <= (classic.min_draws or 23)


def test_suits_do_not_matter() -> None:
    for deck, rule in make_deals(20):
        other_suits = tuple((card + 13) % 52 for card in deck)
        assert solve(other_suits, rule) == solve(deck, rule)
