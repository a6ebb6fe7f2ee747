"""Plain makers of rows that hang together: games written from a list of actions by the engine.

They write what the services would have written, and call no service.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import count

from games.engine.actions import DRAW, RESIGN, UNDO, Action, Kind
from games.engine.codes import SHORT_NUMBERS, Rule, format_code
from games.engine.log import Entry, encode_entry
from games.engine.scoring import SCORING_VERSION, scores_of
from games.engine.shuffle import deal_cards
from games.engine.state import State, apply, initial, is_over, legal_actions, status_of
from games.models import Deal, Game, Look, Race, Racer, Result
from games.services.hooks import boards
from players.models import Player

START_MS = 1_790_000_000_000
SEALED_NUMBER = SHORT_NUMBERS + 3
_names = count(1)


def make_player(name: str = "", *, is_guest: bool = False, **fields: object) -> Player:
    """Store an account (or a guest) with a password that nobody knows."""
    name = name or f"{'guest-' if is_guest else 'player'}{next(_names)}"
    player = Player(name=name, is_guest=is_guest, **fields)
    player.set_unusable_password()
    player.save()
    return player


@lru_cache(maxsize=64)
def winning_actions(number: int, rule: Rule = Rule.EASY) -> tuple[Action, ...]:
    """Return a win of a deal, found by a search that remembers lost states; raise if none."""
    start = initial(deal_cards(number), rule)
    line = _search(start, set())
    if line is None:
        raise ValueError(f"deal {number} cannot be won under {rule}")
    return tuple(reversed(line))


def _search(state: State, lost: set[tuple[int, int, int]]) -> list[Action] | None:
    """Return the rest of a win, last action first, or None."""
    if is_over(state):
        return []
    key = (state.taken, state.drawn, state.waste)
    if key in lost:
        return None
    for action in legal_actions(state):
        if action.kind in (Kind.TAKE, Kind.DRAW):
            rest = _search(apply(state, action), lost)
            if rest is not None:
                return [*rest, action]
    lost.add(key)
    return None


def undone_win(number: int, rule: Rule = Rule.EASY) -> tuple[Action, ...]:
    """Return a win of a deal that begins with a draw taken back."""
    return (DRAW, UNDO, *winning_actions(number, rule))


def losing_actions(draws: int = 3) -> tuple[Action, ...]:
    """Return a game of some draws and a resignation."""
    return (*[DRAW] * draws, RESIGN)


def stuck_actions(number: int, rule: Rule = Rule.EASY) -> tuple[Action, ...]:
    """Return a game that draws the whole stock, then takes what fits until nothing does.

    Raises `ValueError` where this clears the table.
    """
    state, actions = initial(deal_cards(number), rule), []
    while status_of(state).value == "playing":
        legal = legal_actions(state)
        action = DRAW if DRAW in legal else legal[0]
        state = apply(state, action)
        actions.append(action)
    if status_of(state).value != "stuck":
        raise ValueError(f"deal {number} is won by drawing first")
    return tuple(actions)


def make_game(
    player: Player,
    number: int = 1,
    actions: Sequence[Action] = (),
    *,
    rule: Rule = Rule.EASY,
    at_ms: int = START_MS,
    pace_ms: int = 1000,
    race: Race | None = None,
    timed_out: bool = False,
    attempt: int | None = None,
    assisted_at_ms: int | None = None,
) -> Game:
    """Store a game of `actions`, `pace_ms` apart, from `at_ms` on (in a race: from its start
    on), with its result and board rows if it is over."""
    deal, _ = Deal.objects.get_or_create(pk=number)
    begin_ms = (race.starts_at_ms or at_ms) if race else at_ms
    first = pace_ms if race else 0
    entries = [Entry(action, first + index * pace_ms) for index, action in enumerate(actions)]
    state = _played(number, rule, actions)
    undo_allowed = race.undo_allowed if race else True
    status = "timed_out" if timed_out else _stored_status(state, undo_allowed=undo_allowed)
    game = Game.objects.create(
        player=player,
        deal=deal,
        rule=rule,
        race=race,
        undo_allowed=undo_allowed,
        log=b"".join(encode_entry(entry) for entry in entries),
        seq=len(entries),
        status=status,
        attempt=(attempt or _next_attempt(player, number)) if entries else None,
        started_at_ms=begin_ms + entries[0].at_ms if entries else None,
        opens_at_ms=race.starts_at_ms if race else None,
        closes_at_ms=race.ends_at_ms if race else None,
        assisted_at_ms=assisted_at_ms,
    )
    if status != "playing":
        _make_result(game, state, entries)
    return game


def make_look(player: Player, number: int = 1, *, at_ms: int = START_MS) -> Look:
    """Store that a player looked at a deal's verdict, before he had finished the deal."""
    Deal.objects.get_or_create(pk=number)
    return Look.objects.create(player=player, deal_id=number, looked_at_ms=at_ms)


def make_win(player: Player, number: int = 1, **options: int) -> Result:
    """Store a won game without undo, entered on its board; return its result."""
    return make_game(player, number, winning_actions(number), **options).result  # type: ignore[arg-type]


def make_scored(
    player: Player,
    number: int = 1,
    *,
    points: int = 700,
    combo: int = 900,
    moves: int = 50,
    duration_ms: int = 60_000,
    finished_at_ms: int = START_MS,
    rule: Rule = Rule.EASY,
    attempt: int | None = None,
) -> Result:
    """Store a public no-undo win with scores as wished, which no log bears out, on its board."""
    deal, _ = Deal.objects.get_or_create(pk=number)
    attempt = attempt or _next_attempt(player, number)
    game = Game.objects.create(
        player=player,
        deal=deal,
        rule=rule,
        log=encode_entry(Entry(DRAW, 0)),
        seq=1,
        status="won",
        attempt=attempt,
        started_at_ms=finished_at_ms - duration_ms,
    )
    result = Result.objects.create(
        game=game,
        player=player,
        deal=deal,
        rule=rule,
        status="won",
        points=points,
        combo=combo,
        streak=0,
        cards_left=0,
        moves=moves,
        undo_used=False,
        duration_ms=duration_ms,
        finished_at_ms=finished_at_ms,
        is_first_attempt=attempt == 1,
        is_published=True,
        scoring_version=SCORING_VERSION,
    )
    boards().results_published([result])
    return result


def make_race(
    players: Sequence[Player],
    lines: Sequence[Iterable[Action]] = (),
    *,
    number: int = SEALED_NUMBER,
    rule: Rule = Rule.EASY,
    undo_allowed: bool = False,
    is_running: bool = False,
    is_sealed: bool = True,
    starts_at_ms: int = START_MS,
    limit_ms: int = 600_000,
    pace_ms: Sequence[int] = (),
) -> Race:
    """Store a started race, one line of actions a racer, in the order in which they ended.

    `is_running` leaves it unfinished although games may be over; `is_sealed` false is a race on
    a named deal. A line that ends nothing is timed out, unless the race still runs.
    """
    Deal.objects.get_or_create(pk=number, defaults={"is_sealed": is_sealed})
    nonce = "0123456789abcdef" * 2 if is_sealed else ""
    text = f"{format_code(number, rule)}:{nonce}"
    race = Race.objects.create(
        host=players[0],
        deal_id=number,
        rule=rule,
        is_sealed=is_sealed,
        nonce=nonce,
        commitment=hashlib.sha256(text.encode()).hexdigest() if is_sealed else "",
        undo_allowed=undo_allowed,
        seats=max(2, len(players)),
        limit_ms=limit_ms,
        created_ms=starts_at_ms - 10_000,
        starts_at_ms=starts_at_ms,
        ends_at_ms=starts_at_ms + limit_ms,
    )
    played = [tuple(line) for line in lines] or [() for _ in players]
    for seat, (player, line) in enumerate(zip(players, played, strict=True)):
        _seat(race, player, line, pace_ms=pace_ms[seat] if pace_ms else 1000, cut=not is_running)
    if not is_running:
        finish_race(race)
    return race


def finish_race(race: Race) -> None:
    """Place the racers, all of whom are done, open the deal and publish the results."""
    racers = list(race.racers.select_related("game__result"))
    keys = [_place_key(racer) for racer in racers]
    for racer, key in zip(racers, keys, strict=True):
        racer.place = 1 + sum(other < key for other in keys)
        racer.save(update_fields=["place"])
    race.finished_at_ms = max(racer.game.result.finished_at_ms for racer in racers)  # type: ignore[union-attr]
    race.save(update_fields=["finished_at_ms"])
    Deal.objects.filter(pk=race.deal_id).update(is_sealed=False)
    results = list(Result.objects.filter(game__race=race, is_published=False))
    Result.objects.filter(game__race=race).update(is_published=True)
    for result in results:
        result.is_published = True
    boards().results_published(results)


def _seat(race: Race, player: Player, line: Sequence[Action], *, pace_ms: int, cut: bool) -> None:
    state = _played(race.deal_id, Rule(race.rule), line)
    is_done = _stored_status(state, undo_allowed=race.undo_allowed) != "playing"
    game = make_game(
        player,
        race.deal_id,
        line,
        rule=Rule(race.rule),
        race=race,
        pace_ms=pace_ms,
        timed_out=cut and not is_done,
    )
    done = Racer.objects.filter(race=race, done_order__isnull=False).count() + 1
    Racer.objects.create(
        race=race,
        player=player,
        is_ready=True,
        game=game,
        done_order=done if game.status != "playing" else None,
    )


def _played(number: int, rule: Rule, actions: Iterable[Action]) -> State:
    state = initial(deal_cards(number), rule)
    for action in actions:
        state = apply(state, action)
    return state


def _stored_status(state: State, *, undo_allowed: bool) -> str:
    """Return a game's stored status: stuck ends it only where nothing can be taken back."""
    status = status_of(state).value
    return "playing" if status == "stuck" and undo_allowed else status


def _next_attempt(player: Player, number: int) -> int:
    return Game.objects.filter(player=player, deal_id=number, seq__gt=0).count() + 1


def _make_result(game: Game, state: State, entries: Sequence[Entry]) -> Result:
    scores = scores_of(state)
    duration_ms = entries[-1].at_ms if entries else 0
    finished_at_ms = (game.clock_from_ms or 0) + duration_ms
    others = Game.objects.filter(
        player=game.player, deal=game.deal, started_at_ms__lte=finished_at_ms
    )
    looks = Look.objects.filter(
        player=game.player, deal=game.deal, looked_at_ms__lte=finished_at_ms
    )
    result = Result.objects.create(
        game=game,
        player=game.player,
        deal=game.deal,
        rule=game.rule,
        status=game.status,
        points=scores.points,
        combo=scores.combo,
        streak=scores.streak,
        cards_left=scores.cards_left,
        moves=state.moves,
        undo_used=state.undo_used,
        duration_ms=duration_ms,
        finished_at_ms=finished_at_ms,
        is_first_attempt=game.attempt == 1 and not others.exclude(pk=game.pk).exists(),
        is_assisted=game.assisted_at_ms is not None or looks.exists(),
        is_published=not (game.race is not None and game.race.is_hidden),
        scoring_version=SCORING_VERSION,
    )
    if result.is_published:
        boards().results_published([result])
    return result


def _place_key(racer: Racer) -> tuple[int, ...]:
    assert racer.game is not None
    result = racer.game.result
    if result.status == "won":
        return (0, racer.done_order or 0)
    return (1, result.cards_left, -result.points, _last_take_ms(racer.game))


def _last_take_ms(game: Game) -> int:
    from games.engine.log import decode_log

    entries = decode_log(bytes(game.log))
    assert all(entry.action is not UNDO for entry in entries), "races here are without undo"
    return max((entry.at_ms for entry in entries if entry.action.kind is Kind.TAKE), default=0)
