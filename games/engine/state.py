"""A game's state and the rules of play: what may be done, and what comes of it."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from games.engine.actions import DRAW, RESIGN, TAKES, UNDO, Action, Kind
from games.engine.cards import DECK_SIZE, Card, Deck, rank_of
from games.engine.codes import Rule
from games.engine.errors import ErrorCode, Refused
from games.engine.layout import (
    ALL_TAKEN,
    COVER_MASKS,
    PEAK_MASKS,
    PEAK_OF,
    SLOTS,
    STOCK_SIZE,
)
from games.engine.scoring import (
    DRAW_STREAK,
    FIRST_POINTS,
    combo_gain,
    points_after,
    streak_gain,
)


class Status(StrEnum):
    """How a game stands. The rules alone know playing, stuck, won and resigned; a game that
    has not begun or whose time is up is known to the server only."""

    WAITING = "waiting"
    PLAYING = "playing"
    STUCK = "stuck"
    WON = "won"
    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game, hidden cards included: `view` says what a player may see.

    `taken` is a bit mask of slots, `drawn` 0–23, `waste` the top card, `seq` the log's length,
    `moves` the takes and draws ever made, `emptied_at` the move counter at each take that
    emptied a peak. `previous` is where an undo returns to: at most 51 states deep, since every
    take and draw uses up a card, and left out of comparison.
    """

    deck: Deck
    rule: Rule
    waste: Card
    taken: int = 0
    drawn: int = 0
    run: int = 0
    seq: int = 0
    moves: int = 0
    undo_used: bool = False
    resigned: bool = False
    points: int = FIRST_POINTS
    combo: int = 0
    streak: int = 0
    emptied_at: tuple[int, ...] = ()
    previous: "State | None" = field(default=None, compare=False, repr=False)


def initial(deck: Deck, rule: Rule) -> State:
    """Return the dealt table before the first action."""
    return State(deck=deck, rule=rule, waste=deck[SLOTS])


def needed_ranks(rule: Rule, rank: int) -> tuple[int, ...]:
    """Return the ranks (1–13, ascending) that fit on a rank: one above and one below.

    In Easy the king and the ace are neighbours as well.
    """
    if rule is Rule.EASY:
        return tuple(sorted(((rank - 2) % 13 + 1, rank % 13 + 1)))
    return tuple(near for near in (rank - 1, rank + 1) if 1 <= near <= 13)


_FITTING = {
    rule: tuple(
        frozenset(
            card for card in range(DECK_SIZE) if rank_of(card) in needed_ranks(rule, rank_of(waste))
        )
        for waste in range(DECK_SIZE)
    )
    for rule in Rule
}


# Play reaches 22,932 sets of taken cards, so the cache holds them all.
@lru_cache(maxsize=1 << 15)
def exposed(taken: int) -> tuple[int, ...]:
    """Return the slots, ascending, whose card is there and has no cover left: the face-up ones."""
    return tuple(
        slot for slot in range(SLOTS) if not taken >> slot & 1 and not COVER_MASKS[slot] & ~taken
    )


def is_over(state: State) -> bool:
    """Tell whether the game is won or resigned. Stuck is not over: an undo goes on."""
    return state.taken == ALL_TAKEN or state.resigned


def takes(state: State) -> tuple[int, ...]:
    """Return the slots, ascending, whose card may be taken: exposed, and fitting the waste."""
    if is_over(state):
        return ()
    fitting, deck = _FITTING[state.rule][state.waste], state.deck
    return tuple([slot for slot in exposed(state.taken) if deck[slot] in fitting])


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every action that `apply` accepts: takes ascending, draw, undo, resign."""
    if is_over(state):
        return ()
    actions = [TAKES[slot] for slot in takes(state)]
    if state.drawn < STOCK_SIZE:
        actions.append(DRAW)
    if state.previous is not None:
        actions.append(UNDO)
    actions.append(RESIGN)
    return tuple(actions)


def status_of(state: State) -> Status:
    """Return `playing`, `stuck` (stock empty and nothing fits), `won` or `resigned`."""
    if state.taken == ALL_TAKEN:
        return Status.WON
    if state.resigned:
        return Status.RESIGNED
    if state.drawn == STOCK_SIZE and not takes(state):
        return Status.STUCK
    return Status.PLAYING


def hint(state: State) -> Action | None:
    """Return a take if a card fits, else a draw, else `None`; looks at face-up cards alone.

    Of several takes it names one that turns up the most cards, the lowest slot among equals.
    """
    legal = legal_actions(state)
    fitting = [action for action in legal if action.kind is Kind.TAKE]
    if fitting:
        return max(fitting, key=lambda action: len(exposed(state.taken | 1 << action.code)))
    return DRAW if DRAW in legal else None


def apply(state: State, action: Action) -> State:
    """Return the state after an action; raise `Refused` if the rules do not allow it."""
    if action not in legal_actions(state):
        raise _refusal(state, action)
    match action.kind:
        case Kind.TAKE:
            return _take(state, action.code)
        case Kind.DRAW:
            return _draw(state)
        case Kind.UNDO:
            return _undo(state)
        case Kind.RESIGN:
            return replace(state, seq=state.seq + 1, resigned=True)


def _take(state: State, slot: int) -> State:
    taken, run, moves = state.taken | 1 << slot, state.run + 1, state.moves + 1
    peak_emptied = not PEAK_MASKS[PEAK_OF[slot]] & ~taken
    stock_left = STOCK_SIZE - state.drawn if taken == ALL_TAKEN else None
    emptied = len(state.emptied_at) if peak_emptied else None
    return replace(
        state,
        waste=state.deck[slot],
        taken=taken,
        run=run,
        seq=state.seq + 1,
        moves=moves,
        points=points_after(state.points, peak_emptied=peak_emptied),
        combo=state.combo + combo_gain(slot, run, stock_left=stock_left),
        streak=state.streak + streak_gain(run, emptied=emptied),
        emptied_at=(*state.emptied_at, moves) if peak_emptied else state.emptied_at,
        previous=state,
    )


def _draw(state: State) -> State:
    return replace(
        state,
        waste=state.deck[SLOTS + 1 + state.drawn],
        drawn=state.drawn + 1,
        run=0,
        seq=state.seq + 1,
        moves=state.moves + 1,
        points=points_after(state.points),
        streak=state.streak + DRAW_STREAK,
        previous=state,
    )


def _undo(state: State) -> State:
    """Return the state before the last take or draw, but for what an undo leaves behind."""
    before = state.previous
    assert before is not None  # an undo is legal only then
    return replace(before, seq=state.seq + 1, moves=state.moves, undo_used=True)


def _refusal(state: State, action: Action) -> Refused:
    """Say why an action is not legal, the plainest reason first."""
    if is_over(state):
        return Refused(ErrorCode.GAME_OVER)
    if action.kind is Kind.DRAW:
        return Refused(ErrorCode.STOCK_EMPTY)
    if action.kind is Kind.UNDO:
        return Refused(ErrorCode.NOTHING_TO_UNDO)
    if state.taken >> action.code & 1:
        return Refused(ErrorCode.NO_CARD)
    if action.code not in exposed(state.taken):
        return Refused(ErrorCode.BLOCKED)
    needs = needed_ranks(state.rule, rank_of(state.waste))
    return Refused(ErrorCode.NOT_ADJACENT, top=state.waste, needs=needs)
