import pytest

from games.engine.actions import DRAW, RESIGN, UNDO
from games.engine.codes import Rule
from games.engine.replay import replay
from games.engine.shuffle import deal_cards
from games.engine.state import Status, apply, initial, is_over, status_of
from games.solver.analysis import analyse, best_line, moves_of, still_winnable, winning_line
from games.solver.oracle import solve
from tests.solver.making import make_deals, make_position


@pytest.mark.parametrize("rule", Rule)
def test_a_winning_line_wins_with_the_fewest_draws(rule: Rule) -> None:
    for deck, _ in make_deals(40)[::2]:
        line, verdict = winning_line(deck, rule), solve(deck, rule)
        assert (line is not None) == verdict.winnable
        if line is not None:
            played = replay(deck, rule, line)
            assert played.refusal is None
            assert status_of(played.state) is Status.WON
            assert played.state.drawn == verdict.min_draws
            assert played.state.points == verdict.best_points


def test_a_lost_deal_has_no_winning_line() -> None:
    assert winning_line(deal_cards(3), Rule.CLASSIC) is None


def test_a_winning_line_stays_winnable_to_its_end() -> None:
    deck = deal_cards(1)
    state = initial(deck, Rule.EASY)
    for action in winning_line(deck, Rule.EASY) or ():
        assert still_winnable(state)
        state = apply(state, action)
    assert still_winnable(state)


def test_a_stuck_game_is_not_winnable() -> None:
    state = initial(deal_cards(1), Rule.EASY)
    for _ in range(23):
        state = apply(state, DRAW)
    assert not still_winnable(state)


def test_a_resigned_game_is_not_winnable() -> None:
    state = apply(initial(deal_cards(1), Rule.EASY), RESIGN)
    assert not still_winnable(state)


def test_a_draw_too_many_loses_and_its_undo_wins_again() -> None:
    deck = deal_cards(1)
    state = initial(deck, Rule.CLASSIC)
    for action in winning_line(deck, Rule.CLASSIC) or ():
        if state.drawn < 23 and not still_winnable(apply(state, DRAW)):
            break
        state = apply(state, action)
    assert still_winnable(state)
    drawn = apply(state, DRAW)
    assert not still_winnable(drawn)
    assert still_winnable(apply(drawn, UNDO))


def test_a_position_is_winnable_if_one_of_its_successors_is() -> None:
    verdicts = set()
    for seed, (deck, rule) in enumerate(make_deals(20)):
        for moves in range(0, 40, 3):
            state = make_position(deck, rule, moves=moves, seed=seed)
            if not is_over(state):
                nexts = [apply(state, action) for action in moves_of(state)]
                assert still_winnable(state) == any(map(still_winnable, nexts))
                verdicts.add(still_winnable(state))
    assert verdicts == {True, False}


def test_the_best_points_of_a_position_are_the_best_of_its_moves() -> None:
    for seed, (deck, rule) in enumerate(make_deals(10)):
        about = analyse(deck, rule)
        for moves in range(0, 40, 3):
            state = make_position(deck, rule, moves=moves, seed=seed)
            if not is_over(state):
                ends = [about.best_points(apply(state, action)) for action in moves_of(state)]
                best = max((end for end in ends if end is not None), default=None)
                assert about.best_points(state) == best


def test_a_best_line_from_a_position_ends_with_the_best_points() -> None:
    won = 0
    for seed, (deck, rule) in enumerate(make_deals(15)):
        state = make_position(deck, rule, moves=10, seed=seed)
        best, line = analyse(deck, rule).best_points(state), best_line(state)
        assert (best is None) == (line is None) == (not still_winnable(state))
        for action in line or ():
            state = apply(state, action)
        if line is not None:
            assert (status_of(state), state.points) == (Status.WON, best)
            won += 1
    assert won > 5


def test_an_undo_gives_the_best_points_back() -> None:
    deck = deal_cards(1)
    start = initial(deck, Rule.EASY)
    undone = apply(apply(start, DRAW), UNDO)
    about = analyse(deck, Rule.EASY)
    assert (
        about.best_points(undone) == about.best_points(start) == solve(deck, Rule.EASY).best_points
    )


def test_a_won_state_needs_no_line_and_a_resigned_one_has_none() -> None:
    deck = deal_cards(1)
    won = replay(deck, Rule.EASY, winning_line(deck, Rule.EASY) or ()).state
    assert best_line(won) == ()
    assert analyse(deck, Rule.EASY).best_points(won) == won.points
    resigned = apply(initial(deck, Rule.EASY), RESIGN)
    assert best_line(resigned) is None
    assert analyse(deck, Rule.EASY).best_combo(resigned) is None
