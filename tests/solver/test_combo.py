from itertools import islice

import numpy as np

from games.engine.cards import parse_deck
from games.engine.codes import Rule
from games.engine.replay import replay
from games.engine.shuffle import deal_cards
from games.engine.state import Status, apply, initial, status_of
from games.solver.analysis import analyse, best_line, moves_of
from games.solver.combo import best_combo
from games.solver.oracle import solve
from tests.solver.making import make_deals, make_position, read_lines


def test_every_known_combo_is_found() -> None:
    lines = read_lines("combo.jsonl")
    assert len(lines) == 120
    for line in lines:
        found = best_combo(parse_deck(line["input"]["cards"]), Rule(line["input"]["rule"]))
        assert {"best_combo": found} == line["expected"], line["input"]


def test_a_best_line_attains_the_combo() -> None:
    for deck, rule in make_deals(15):
        line, most = best_line(initial(deck, rule), by="combo"), best_combo(deck, rule)
        assert (line is None) == (most is None)
        if line is not None:
            played = replay(deck, rule, line)
            assert played.refusal is None
            assert status_of(played.state) is Status.WON
            assert played.state.combo == most


def test_a_deal_that_is_lost_has_no_combo() -> None:
    assert best_combo(deal_cards(3), Rule.CLASSIC) is None
    assert best_line(initial(deal_cards(3), Rule.CLASSIC), by="combo") is None


def test_a_win_of_most_points_seldom_brings_most_combo() -> None:
    deals = [deal for deal in make_deals(15) if solve(*deal).winnable]
    lines = [best_line(initial(deck, rule)) or () for deck, rule in deals]
    found = [
        replay(deck, rule, line).state.combo
        for (deck, rule), line in zip(deals, lines, strict=True)
    ]
    most = [best_combo(deck, rule) or 0 for deck, rule in deals]
    assert (np.array(found) <= most).all()
    assert sum(np.array(found) < most) > len(deals) / 2


def test_what_a_position_can_bring_is_the_best_of_its_moves() -> None:
    for seed, (deck, rule) in enumerate(make_deals(8)):
        about = analyse(deck, rule)
        for moves in range(0, 40, 3):
            state = make_position(deck, rule, moves=moves, seed=seed)
            ways = [about.best_combo(apply(state, move)) for move in moves_of(state)]
            best = max((way for way in ways if way is not None), default=None)
            assert about.best_combo(state) == (state.combo if state.taken + 1 == 1 << 28 else best)


def test_a_best_line_from_within_a_run_attains_what_was_promised() -> None:
    promised = 0
    for seed, (deck, rule) in enumerate(islice(make_deals(20), 0, None, 2)):
        state = make_position(deck, rule, moves=8, seed=seed)
        line, most = best_line(state, by="combo"), analyse(deck, rule).best_combo(state)
        if line is not None:
            for action in line:
                state = apply(state, action)
            assert state.combo == most
            promised += 1
    assert promised > 5


def test_only_ranks_count_for_combo() -> None:
    for deck, rule in make_deals(5):
        other_suits = tuple((card + 13) % 52 for card in deck)
        assert best_combo(other_suits, rule) == best_combo(deck, rule)
