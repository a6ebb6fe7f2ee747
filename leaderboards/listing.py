"""One board: which wins stand on it, a page of them, and where a win ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.db.models import Exists, OuterRef, QuerySet

from leaderboards.models import Win
from leaderboards.ranking import (
    ORDERS,
    Order,
    compared,
    full_order,
    key_expressions,
    key_of,
    shared_ranks,
)

PAGE_ROWS = 50


class Attempt(StrEnum):
    """`any`: each player's best win. `first`: wins of first attempts alone."""

    FIRST = "first"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Page:
    """Rows in the board's order, best first, with their ranks; whether others follow."""

    wins: list[Win]
    ranks: list[int]
    has_more: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The wins of a deal (by number) and rule in an order: one row a player.

    `since_ms` is the start of the window (epoch milliseconds), None for all time; `circle` the
    players among whom it ranks, None for everybody.
    """

    number: int
    rule: str
    order: Order = Order.POINTS
    attempt: Attempt = Attempt.FIRST
    since_ms: int | None = None
    circle: frozenset[int] | None = None

    @property
    def for_everybody(self) -> Board:
        return replace(self, circle=None)

    @property
    def columns(self) -> tuple[str, ...]:
        return full_order(self.order)

    def wins(self) -> QuerySet[Win]:
        """Return all wins that may count here, of guests too, several a player."""
        wins = Win.objects.filter(deal_id=self.number, rule=self.rule)
        if self.attempt is Attempt.FIRST:
            wins = wins.filter(is_first_attempt=True)
        if self.since_ms is not None:
            wins = wins.filter(finished_at_ms__gte=self.since_ms)
        return wins

    def rows(self) -> QuerySet[Win]:
        """Return the rows that the board lists: accounts alone, one row each, in no order."""
        rows = self.wins().filter(is_listed=True)
        if self.circle is not None:
            rows = rows.filter(player_id__in=self.circle)
        if self.attempt is Attempt.FIRST:
            return rows  # a player has one first attempt a deal
        if self.since_ms is None:
            return rows.filter(**{f"is_best_{self.order}": True})
        better = self.wins().filter(
            compared(self.columns, "<", key_expressions(self.columns, OuterRef)),
            player_id=OuterRef("player_id"),
        )
        return rows.filter(~Exists(better))

    def page(self, after: tuple[object, ...] | None = None) -> Page:
        """Return the rows that follow a full key (None: the first ones), with their ranks."""
        rows = self.rows().select_related("player").order_by(*key_expressions(self.columns))
        if after is not None:
            rows = rows.filter(compared(self.columns, ">", after))
        found = list(rows[: PAGE_ROWS + 1])
        wins = found[:PAGE_ROWS]
        ranks = self._ranks_of(wins, is_top=after is None)
        return Page(wins, ranks, has_more=len(found) > PAGE_ROWS)

    def best_of(self, player_id: int) -> Win | None:
        """Return the row that stands for a player, account or guest, or None."""
        wins = self.wins().select_related("player").filter(player_id=player_id)
        return wins.order_by(*key_expressions(self.columns)).first()

    def rank_of(self, win: Win) -> int:
        """Return 1 + the number of rows that are strictly better."""
        return 1 + self._better(win, ORDERS[self.order]).count()

    def scattered_ranks(self, wins: Sequence[Win]) -> list[int]:
        """Return the ranks of rows that come in order but not next to each other.

        Each counts on from the one before, so all of them together pass over the board once.
        """
        columns = ORDERS[self.order]
        ranks: list[int] = []
        for index, win in enumerate(wins):
            better = self._better(win, columns)
            if index:
                previous = key_of(wins[index - 1], columns)
                better = better.filter(compared(columns, ">=", previous))
            ranks.append((ranks[-1] if index else 1) + better.count())
        return ranks

    def _ranks_of(self, wins: Sequence[Win], *, is_top: bool) -> list[int]:
        """Return the ranks of rows that follow each other, `is_top`: from the first one on."""
        columns = ORDERS[self.order]
        keys = [key_of(win, columns) for win in wins]
        if is_top or not wins:
            return shared_ranks(keys)
        rank = self.rank_of(wins[0])
        equals = self._better(wins[0], self.columns).filter(compared(columns, ">=", keys[0]))
        return shared_ranks(keys, position=rank + equals.count(), rank=rank)

    def _better(self, win: Win, columns: Sequence[str]) -> QuerySet[Win]:
        return self.rows().filter(compared(columns, "<", key_of(win, columns)))
