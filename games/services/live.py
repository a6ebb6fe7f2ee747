"""A game as a process holds it in memory: its row's fixed part, its log and the state of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from games.engine.cards import Deck
from games.engine.codes import Rule
from games.engine.log import Entry, decode_log
from games.engine.shuffle import deal_cards
from games.engine.state import State, Status, apply, initial, status_of
from games.models import LIVE, Game

CHECKPOINT_ACTIONS = 50

deck_of = lru_cache(maxsize=4096)(deal_cards)


def first_state(number: int, rule: str) -> State:
    """Return the dealt table of a deal number under a rule."""
    deck: Deck = deck_of(number)
    return initial(deck, Rule(rule))


@dataclass(slots=True)
class LiveGame:
    """What a process knows of a game; the database may know more, never less."""

    id: str
    player_id: int
    number: int
    code: str
    rule: str
    race_slug: str | None
    undo_allowed: bool
    opens_at_ms: int | None
    closes_at_ms: int | None
    stored_status: str
    is_hidden: bool
    is_assisted: bool
    started_at_ms: int | None
    entries: list[Entry] = field(default_factory=list)
    state: State = field(init=False)
    # The states after every CHECKPOINT_ACTIONS entries: a resend of an old action, or a long
    # log's catching up, folds a few entries instead of the whole.
    _checkpoints: list[State] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.state = first_state(self.number, self.rule)
        self._checkpoints = [self.state]
        for count, entry in enumerate(self.entries, start=1):
            self.state = apply(self.state, entry.action)
            self._keep(count)

    @property
    def seq(self) -> int:
        return len(self.entries)

    @property
    def clock_from_ms(self) -> int | None:
        return self.started_at_ms if self.opens_at_ms is None else self.opens_at_ms

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds from the clock's start to the last action; 0 if there is none."""
        return self.elapsed_at(self.seq)

    def elapsed_at(self, seq: int) -> int:
        return self.entries[seq - 1].at_ms if seq else 0

    def clock_ms(self, now_ms: int) -> int:
        """Milliseconds from the clock's start to now, or to the end of a game that is over."""
        if self.clock_from_ms is None or self.stored_status != LIVE:
            return self.elapsed_ms
        return max(now_ms - self.clock_from_ms, 0)

    def state_at(self, seq: int) -> State:
        """Return the state after the first `seq` entries; they were legal when stored."""
        kept = seq // CHECKPOINT_ACTIONS
        state = self._checkpoints[kept]
        for entry in self.entries[kept * CHECKPOINT_ACTIONS : seq]:
            state = apply(state, entry.action)
        return state

    def _keep(self, count: int) -> None:
        if count % CHECKPOINT_ACTIONS == 0:
            self._checkpoints.append(self.state)

    def advance(self, entry: Entry, state: State, final: str | None) -> None:
        """Take over an entry that the database has stored."""
        self.entries.append(entry)
        self.state = state
        self._keep(len(self.entries))
        if final is not None:
            self.stored_status = final

    def final_status(self, state: State) -> str | None:
        """Return the status that ends the game in this state, or None while it goes on.

        Stuck ends a game only where nothing can be taken back (races without undo).
        """
        status = status_of(state)
        if status in (Status.WON, Status.RESIGNED):
            return status.value
        if status == Status.STUCK and not self.undo_allowed:
            return status.value
        return None

    def status_at(self, now_ms: int) -> str:
        """Return the status that a player is shown at a server time."""
        if self.stored_status != LIVE:
            return self.stored_status
        if self.opens_at_ms is not None and now_ms < self.opens_at_ms:
            return Status.WAITING.value
        return status_of(self.state).value


def live_game(game: Game) -> LiveGame:
    """Build the live form of a row; the race, if any, must be joined in."""
    return LiveGame(
        id=game.pk,
        player_id=game.player_id,
        number=game.deal_id,
        code=game.code,
        rule=game.rule,
        race_slug=game.race_id,
        undo_allowed=game.undo_allowed,
        opens_at_ms=game.opens_at_ms,
        closes_at_ms=game.closes_at_ms,
        stored_status=game.status,
        is_hidden=bool(game.race and game.race.is_hidden),
        is_assisted=game.assisted_at_ms is not None,
        started_at_ms=game.started_at_ms,
        entries=list(decode_log(bytes(game.log))),
    )
