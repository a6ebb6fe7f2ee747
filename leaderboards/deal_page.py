"""What a deal's page shows beside its board: counts, the reader's own games, the tabs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.utils.translation import gettext_lazy

from games.models import Game, Result
from leaderboards.cursors import write_cursor
from leaderboards.listing import Attempt
from leaderboards.questions import Question
from leaderboards.ranking import Order
from leaderboards.windows import Window
from players.models import Player

ATTEMPT_NAMES = {Attempt.FIRST: gettext_lazy("First attempts"), Attempt.ANY: gettext_lazy("Best")}
ORDER_NAMES = {
    Order.POINTS: gettext_lazy("Points"),
    Order.COMBO: gettext_lazy("Combo"),
    Order.TIME: gettext_lazy("Time"),
}
WINDOW_NAMES = {
    Window.ALL: gettext_lazy("All time"),
    Window.WEEK: gettext_lazy("This week"),
    Window.TODAY: gettext_lazy("Today"),
}
FRIENDS_NAMES = {False: gettext_lazy("Everybody"), True: gettext_lazy("Friends")}
MOST_OWN_GAMES = 20
_WORDS = {"attempt": Attempt.FIRST, "order": Order.POINTS, "window": Window.ALL, "friends": False}


@dataclass(frozen=True, slots=True)
class Link:
    """A way to another view of the board: its word, its name, its query, and whether it is the
    view at hand."""

    word: str
    name: str
    url: str
    is_active: bool


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts of a deal under one rule, guests and accounts alike, of open games alone.

    `plays`: games with an action at least; `wins`: those won, with undo or without; `firsts`:
    first attempts begun, the population of `first_win_rate` (whole percent, None of nobody).
    """

    plays: int
    wins: int
    players: int
    firsts: int
    first_wins: int

    @property
    def first_win_rate(self) -> int | None:
        return round(100 * self.first_wins / self.firsts) if self.firsts else None


def stats_of(number: int, rule: str) -> Stats:
    """Count what was played of a deal. A sealed one counts as never played."""
    games = Game.objects.filter(deal_id=number, rule=rule, seq__gt=0, deal__is_sealed=False)
    counts = games.aggregate(
        plays=Count("pk"),
        players=Count("player", distinct=True),
        firsts=Count("pk", filter=Q(attempt=1)),
    )
    results = Result.objects.filter(
        deal_id=number, rule=rule, status="won", deal__is_sealed=False, is_published=True
    )
    wins = results.aggregate(
        wins=Count("pk"), first_wins=Count("pk", filter=Q(is_first_attempt=True))
    )
    return Stats(**counts, **wins)


def own_games(player: Player | None, number: int) -> list[Game]:
    """Return a player's latest games of a deal, under both rules, the newest attempt first."""
    if player is None:
        return []
    games = Game.objects.filter(
        player=player, deal_id=number, attempt__isnull=False, deal__is_sealed=False
    )
    return list(games.select_related("result").order_by("-attempt")[:MOST_OWN_GAMES])


def query_of(question: Question) -> str:
    """Return the query that asks this question: what it leaves out has its default."""
    words = {
        name: "1" if getattr(question, name) is True else str(getattr(question, name))
        for name, default in _WORDS.items()
        if getattr(question, name) != default
    }
    if question.after is not None:
        words["after"] = write_cursor(question.after)
    return f"?{urlencode(words)}" if words else "?"


def tabs(question: Question) -> list[Link]:
    return _links(question, "attempt", ATTEMPT_NAMES)


def orders(question: Question) -> list[Link]:
    return _links(question, "order", ORDER_NAMES)


def windows(question: Question) -> list[Link]:
    return _links(question, "window", WINDOW_NAMES)


def circles(question: Question) -> list[Link]:
    return _links(question, "friends", FRIENDS_NAMES)


def _links(question: Question, name: str, choices: Mapping[Any, object]) -> list[Link]:
    """Return the links that change one word of the question; each begins at the first page."""
    here: Any = getattr(question, name)
    links = []
    for choice, shown in choices.items():
        change: dict[str, Any] = {"after": None, name: choice}
        url = query_of(replace(question, **change))
        links.append(Link(str(choice), str(shown), url, is_active=here == choice))
    return links


def next_url(question: Question, after: str | None) -> str | None:
    """Return the query of the page that follows, or None."""
    if after is None:
        return None
    here = query_of(replace(question, after=None))
    return f"{here}{'' if here == '?' else '&'}after={after}"
