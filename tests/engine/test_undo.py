"""Undo without limit: as if the action had never been, but for the move counter."""

from dataclasses import replace

from games.engine.actions import UNDO
from games.engine.errors import ErrorCode
from games.engine.scoring import scores_of
from games.engine.state import Status, apply, status_of
from games.engine.view import view_of
from tests.engine.factories import (
    STUCK_DEAL,
    STUCK_GAME,
    WON_DEAL,
    WON_GAME,
    make_state,
    refusal_of,
)


def test_an_undone_take_puts_the_card_back_and_turns_its_neighbour_down() -> None:
    before = view_of(make_state("T20 T23"))
    after = view_of(make_state("T20 T23 T22 U"))
    assert after.tableau == before.tableau
    assert after.tableau[13] == "?"
    assert after.waste == "AS"


def test_an_undone_draw_goes_back_to_the_stock() -> None:
    state = make_state("T20 D U")
    assert (state.drawn, state.waste, state.run) == (0, make_state("T20").waste, 1)


def test_only_the_move_counter_stays() -> None:
    state, never = make_state("T20 T23 U"), make_state("T20")
    assert state == replace(never, seq=3, moves=2, undo_used=True)


def test_points_do_not_count_the_undone_moves() -> None:
    assert make_state("D D D U U U").points == 500
    assert make_state("D D D U U U T20").points == 499


def test_an_undo_is_no_move() -> None:
    state = make_state("D U D")
    assert (state.seq, state.moves) == (3, 2)


def test_undos_go_back_one_by_one() -> None:
    state = make_state("T20 D T19 U U U")
    assert view_of(state).tableau == view_of(make_state()).tableau
    assert refusal_of(state, "U").code is ErrorCode.NOTHING_TO_UNDO


def test_undo_has_no_limit_of_its_own() -> None:
    """A thousand draws and undos, then everything back: more than a hundred actions deep."""
    state = make_state("D U " * 1000 + STUCK_GAME + " U" * 23, deal=STUCK_DEAL)
    assert replace(state, seq=0, moves=0, undo_used=False) == make_state(deal=STUCK_DEAL)
    assert (state.seq, state.moves) == (2046, 1023)


def test_undo_after_stuck_plays_on() -> None:
    state = make_state(STUCK_GAME + " U", deal=STUCK_DEAL)
    assert status_of(state) is Status.PLAYING
    assert state.drawn == 22


def test_an_undone_peak_is_not_counted_and_counts_at_its_second_time() -> None:
    until_37 = " ".join(WON_GAME.split()[:37])
    assert make_state(until_37, deal=WON_DEAL).emptied_at == (37,)
    undone = make_state(until_37 + " U", deal=WON_DEAL)
    assert (undone.emptied_at, undone.points) == ((), 464)
    again = make_state(until_37 + " U " + WON_GAME.split()[36], deal=WON_DEAL)
    assert (again.emptied_at, again.points) == ((38,), 563)


def test_a_win_with_an_undo_is_a_win_that_says_so() -> None:
    state = make_state("D U " + WON_GAME, deal=WON_DEAL)
    assert status_of(state) is Status.WON
    assert state.undo_used
    assert (state.moves, state.points, state.emptied_at) == (51, 750, (38, 43, 51))


def test_states_are_kept_no_deeper_than_the_cards_reach() -> None:
    state, depth = make_state("D U " * 500 + WON_GAME, deal=WON_DEAL), 0
    while state.previous is not None:
        state, depth = state.previous, depth + 1
    assert depth == 50


def test_to_and_fro_earns_nothing() -> None:
    """Endless points by moving one card to and fro: any number of rounds scores as none."""
    state = make_state("T20" + " U T20" * 100)
    assert scores_of(state) == scores_of(make_state("T20"))
    assert state.run == 1


def test_an_undo_leaves_the_state_it_came_from_alone() -> None:
    state, same = make_state("T20"), make_state("T20")
    apply(state, UNDO)
    assert state == same
    assert state.previous == make_state()
