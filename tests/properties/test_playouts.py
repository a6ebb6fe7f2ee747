"""Any game at all, played at random: what must hold in every state of it."""

from dataclasses import replace as with_changes
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.engine.actions import DRAW, RESIGN, TAKES, UNDO, Action, Kind
from games.engine.codes import ALL_NUMBERS, Rule, format_code, parse_code
from games.engine.layout import ALL_TAKEN, COVERS, SLOTS
from games.engine.log import Entry, decode_log, encode_entry
from games.engine.replay import replay
from games.engine.scoring import scores_of
from games.engine.shuffle import deal_cards
from games.engine.state import (
    State,
    Status,
    apply,
    hint,
    initial,
    legal_actions,
    status_of,
    takes,
)
from games.engine.view import changes, view_of

NUMBERS = st.one_of(st.integers(0, 1000), st.integers(0, ALL_NUMBERS - 1))
RULES = st.sampled_from(Rule)
# Few undos, so that games get somewhere; each choice picks among the actions that are legal.
CHOICES = st.lists(st.tuples(st.integers(0, 27), st.booleans()), max_size=90)


def playout(number: int, rule: Rule, choices: list[tuple[int, bool]]) -> list[State]:
    """Return the states of a game that takes, draws and undoes as the choices say."""
    states = [initial(deal_cards(number), rule)]
    for pick, may_undo in choices:
        legal = [
            action
            for action in legal_actions(states[-1])
            if action != RESIGN and (may_undo or action != UNDO)
        ]
        if legal:
            states.append(apply(states[-1], legal[pick % len(legal)]))
    return states


PLAYOUTS = st.builds(playout, NUMBERS, RULES, CHOICES)


def actions_of(states: list[State]) -> list[Action]:
    """Return the actions between states, read off what each changed."""
    return [action_between(*pair) for pair in pairwise(states)]


def action_between(before: State, after: State) -> Action:
    if after.moves == before.moves:
        return UNDO
    if after.drawn > before.drawn:
        return DRAW
    return TAKES[(after.taken & ~before.taken).bit_length() - 1]


def left_over(state: State, *, by: State) -> State:
    """Return a state with the marks that an undo leaves: log, move counter, undo used."""
    return with_changes(state, seq=by.seq, moves=by.moves, undo_used=by.undo_used)


@given(PLAYOUTS)
def test_a_live_state_is_the_replayed_state(states: list[State]) -> None:
    first, last = states[0], states[-1]
    played = replay(first.deck, first.rule, actions_of(states))
    assert played.refusal is None
    assert played.state == last
    assert view_of(played.state) == view_of(last)


@given(PLAYOUTS)
def test_cards_are_neither_lost_nor_made(states: list[State]) -> None:
    for state in states:
        view = view_of(state)
        on_table = sum(card is not None for card in view.tableau)
        assert state.taken.bit_count() + on_table == SLOTS
        assert on_table == scores_of(state).cards_left
        assert state.drawn + view.stock == 23


@given(PLAYOUTS)
def test_face_up_means_both_covers_gone(states: list[State]) -> None:
    for state in states:
        table = view_of(state).tableau
        for slot, card in enumerate(table):
            if card is not None:
                uncovered = all(table[cover] is None for cover in COVERS[slot])
                assert (card != "?") == uncovered


@given(PLAYOUTS)
def test_any_other_card_is_refused(states: list[State]) -> None:
    state = states[-1]
    for slot in set(range(SLOTS)) - set(takes(state)):
        played = replay(state.deck, state.rule, [*actions_of(states), TAKES[slot]])
        assert played.refused_at == state.seq
        assert played.state == state


@given(PLAYOUTS)
def test_what_is_legal_in_classic_is_legal_in_easy(states: list[State]) -> None:
    for state in states:
        easy = with_changes(state, rule=Rule.EASY)
        classic = with_changes(state, rule=Rule.CLASSIC)
        assert set(legal_actions(classic)) <= set(legal_actions(easy))


@given(PLAYOUTS)
def test_undoing_everything_gives_the_first_state_back(states: list[State]) -> None:
    first, last = states[0], states[-1]
    if status_of(last) is Status.WON:
        return
    state = last
    while UNDO in legal_actions(state):
        state = apply(state, UNDO)
    assert state == left_over(first, by=state)
    assert state.moves == last.moves
    assert state.undo_used == (state.seq > 0)


@given(PLAYOUTS)
def test_undo_returns_to_the_state_before(states: list[State]) -> None:
    for before, after in pairwise(states):
        if action_between(before, after) != UNDO and status_of(after) is not Status.WON:
            undone = apply(after, UNDO)
            assert undone == left_over(before, by=undone)
            assert undone.moves == after.moves


@given(PLAYOUTS)
def test_scores_are_those_of_the_actions_that_were_not_undone(states: list[State]) -> None:
    kept: list[Action] = []
    for action in actions_of(states):
        if action == UNDO:
            kept.pop()
        else:
            kept.append(action)
    first, last = states[0], states[-1]
    plain = replay(first.deck, first.rule, kept).state
    assert scores_of(plain) == scores_of(last)
    assert (plain.run, len(plain.emptied_at)) == (last.run, len(last.emptied_at))
    assert scores_of(last).points >= 0
    assert scores_of(last).combo >= 0


@given(PLAYOUTS)
def test_stuck_is_an_empty_stock_and_no_fitting_card(states: list[State]) -> None:
    for state in states:
        nothing_left = state.drawn == 23 and not takes(state) and state.taken != ALL_TAKEN
        assert (status_of(state) is Status.STUCK) == nothing_left
        assert nothing_left == (hint(state) is None and state.taken != ALL_TAKEN)


@given(PLAYOUTS)
def test_a_hint_is_a_legal_take_or_draw(states: list[State]) -> None:
    for state in states:
        named = hint(state)
        assert named is None or named in legal_actions(state)
        assert bool(takes(state)) == (named is not None and named.kind is Kind.TAKE)


@given(PLAYOUTS)
def test_changes_name_only_cards_that_may_be_seen(states: list[State]) -> None:
    for before, after in pairwise(states):
        revealed, hidden = changes(before, after)
        table = view_of(after).tableau
        assert all(table[slot] == card for slot, card in revealed.items())
        assert all(table[slot] == "?" for slot in hidden)


@given(PLAYOUTS, st.integers(0, 10_000))
def test_a_log_survives_its_bytes(states: list[State], pace_ms: int) -> None:
    actions = enumerate(actions_of(states))
    entries = tuple(Entry(action, index * pace_ms) for index, action in actions)
    assert decode_log(b"".join(map(encode_entry, entries))) == entries


@given(st.integers(0, ALL_NUMBERS - 1), RULES)
def test_a_code_survives_its_text(number: int, rule: Rule) -> None:
    read = parse_code(format_code(number, rule).lower().replace("-", ""))
    assert (read.number, read.rule) == (number, rule)
