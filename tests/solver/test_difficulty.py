import numpy as np
import pytest
from numpy.typing import NDArray

from games.engine.actions import TAKES
from games.engine.cards import Deck, rank_of
from games.engine.codes import Rule
from games.engine.layout import ALL_TAKEN
from games.engine.shuffle import deal_cards
from games.engine.state import State, apply, exposed, initial, needed_ranks, takes
from games.solver.analysis import moves_of
from games.solver.difficulty import LEAST_SHARES, PLAYOUTS, SEED, Grade, difficulty, grade_of
from games.solver.oracle import solve
from tests.solver.making import make_deals


def likings(state: State, moods: NDArray[np.int16]) -> dict[int, int]:
    """Say how much the ordinary player likes each take, as the module's head describes it."""
    seen, found = exposed(state.taken), {}
    for slot in takes(state):
        goes_on = needed_ranks(state.rule, rank_of(state.deck[slot]))
        follows = any(rank_of(state.deck[other]) in goes_on for other in seen)
        turned = len(exposed(state.taken | 1 << slot)) - len(seen) + 1
        found[slot] = int(moods[slot]) + 200 * turned + 100 * follows
    return found


def plays_to_a_win(deck: Deck, rule: Rule, moods: NDArray[np.int16]) -> bool:
    """Play one game with the engine; moods of shape (moves, slots)."""
    state = initial(deck, rule)
    for mood in moods:
        if not moves_of(state):
            break
        liked = likings(state, mood)
        best = max(liked, key=lambda slot: liked[slot]) if liked else None
        state = apply(state, moves_of(state)[-1] if best is None else TAKES[best])
    return state.taken == ALL_TAKEN


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize("number", [0, 7])
def test_the_player_wins_as_often_with_the_engine(number: int, rule: Rule) -> None:
    deck = deal_cards(number)
    moods = np.random.RandomState(SEED).randint(300, size=(51, PLAYOUTS, 28), dtype=np.int16)
    wins = sum(plays_to_a_win(deck, rule, moods[:, game]) for game in range(PLAYOUTS))
    assert 0 < wins < PLAYOUTS
    assert difficulty(deck, rule) == wins / PLAYOUTS


def test_known_deals_have_their_shares() -> None:
    shares = {rule: [difficulty(deal_cards(number), rule) for number in range(5)] for rule in Rule}
    assert shares == {
        Rule.EASY: [0.71, 0.17, 0.71, 0.205, 0.165],
        Rule.CLASSIC: [0.745, 0.17, 0.005, 0.0, 0.0],
    }


def test_another_seed_gives_about_the_same_share() -> None:
    for deck, rule in make_deals(10):
        assert abs(difficulty(deck, rule, 2) - difficulty(deck, rule, 3)) < 0.2


def test_what_cannot_be_won_is_never_won() -> None:
    lost = [deal for deal in make_deals(40) if not solve(*deal).winnable]
    assert lost
    assert {difficulty(*deal) for deal in lost} == {0.0}


@pytest.mark.parametrize(
    ("share", "grade"),
    [
        (1.0, Grade.GENTLE),
        (0.75, Grade.GENTLE),
        (0.745, Grade.FAIR),
        (70 / 200, Grade.FAIR),
        (69 / 200, Grade.TOUGH),
        (10 / 200, Grade.TOUGH),
        (9 / 200, Grade.BRUTAL),
        (0.0, Grade.BRUTAL),
    ],
)
def test_a_grade_begins_at_its_least_share(share: float, grade: Grade) -> None:
    assert grade_of(share) is grade


def test_each_grade_has_its_deals_in_both_rules() -> None:
    for rule in Rule:
        decks = [deal_cards(number) for number in range(3000, 3150)]
        grades = [grade_of(difficulty(deck, rule)) for deck in decks if solve(deck, rule).winnable]
        for grade in LEAST_SHARES:
            assert grades.count(grade) > len(grades) / 20
