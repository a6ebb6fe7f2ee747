"""What a player may see, and what an action changes in it."""

from itertools import pairwise

import pytest

from games.engine.layout import COVERS
from games.engine.scoring import Scores
from games.engine.shuffle import deal_cards
from games.engine.state import State, exposed
from games.engine.view import View, changes, view_of
from tests.engine.factories import WON_DEAL, WON_GAME, every_state, make_state


def test_the_first_view_shows_the_bottom_row_and_the_waste_alone() -> None:
    assert view_of(make_state(deal=1)) == View(
        tableau=(*["?"] * 18, *["3S", "5S", "KC", "4S", "2D", "AS", "KD", "8H", "7C", "9S"]),
        waste="AC",
        stock=23,
        moves=0,
        undo_used=False,
        takes=(20, 22, 24),
        scores=Scores(points=500, combo=0, streak=0, cards_left=28),
        run=0,
    )


def test_a_card_is_face_up_exactly_when_both_its_covers_are_gone() -> None:
    for state in every_state(deal_cards(WON_DEAL), WON_GAME):
        tableau = view_of(state).tableau
        for slot, card in enumerate(tableau):
            covered = any(tableau[cover] is not None for cover in COVERS[slot])
            assert (card == "?") == (covered and card is not None)
        face_up = tuple(slot for slot, card in enumerate(tableau) if card not in (None, "?"))
        assert face_up == exposed(state.taken)


def test_a_take_that_uncovers_nothing_reveals_nothing() -> None:
    assert changes(make_state(), make_state("T20")) == ({}, ())


def test_a_take_reveals_what_it_uncovers() -> None:
    before, after = make_state("T20 T23"), make_state("T20 T23 T22")
    assert changes(before, after) == ({13: "7S"}, ())


def test_an_undo_shows_the_card_again_and_hides_what_it_had_turned_up() -> None:
    before, after = make_state("T20 T23 T22"), make_state("T20 T23 T22 U")
    assert changes(before, after) == ({22: "2D"}, (13,))


@pytest.mark.parametrize("actions", ["D", "R"])
def test_a_draw_or_resignation_changes_nothing_on_the_table(actions: str) -> None:
    assert changes(make_state(), make_state(actions)) == ({}, ())


def test_changes_carry_one_view_to_the_next_and_back() -> None:
    for before, after in pairwise(every_state(deal_cards(WON_DEAL), WON_GAME)):
        assert carried(before, after) == view_of(after).tableau
        assert carried(after, before) == view_of(before).tableau


def carried(old: State, new: State) -> tuple[str | None, ...]:
    """Return what a client shows that was told the changes and which slots are empty."""
    revealed, hidden = changes(old, new)
    table = dict(enumerate(view_of(old).tableau)) | revealed | dict.fromkeys(hidden, "?")
    return tuple(None if new.taken >> slot & 1 else table[slot] for slot in table)
