"""Matches: some races of one chain of rematches, and who has won how many of them.

Who alone is first in a race wins it; a shared first place is nobody's, and the match goes on. With
`best_of` so many races the match is won by the first to have more than half of them.
"""

from __future__ import annotations

from collections import defaultdict

from django.db.models import Q, QuerySet

from games.models import Race, Racer


def chain_of(series: str) -> QuerySet[Race]:
    """Return the races of a chain of rematches, by the slug of its first one."""
    return Race.objects.filter(Q(pk=series) | Q(series=series)).order_by("number")


def newest(race: Race) -> Race:
    """Return the last race of the chain that a race belongs to."""
    return chain_of(race.series_id or race.pk).reverse()[0]


def wins_of(race: Race) -> dict[str, int]:
    """Return how many races of the match at hand each winner has won, this one among them."""
    if race.number == race.match_from and race.finished_at_ms is None:
        return {}
    firsts: dict[str, list[str]] = defaultdict(list)
    for slug, name in _firsts(race):
        firsts[slug].append(name)
    wins: dict[str, int] = defaultdict(int)
    for names in firsts.values():
        if len(names) == 1:
            wins[names[0]] += 1
    return dict(wins)


def _firsts(race: Race) -> list[tuple[str, str]]:
    """Return each first place of the match's finished races, as the race's slug and a name."""
    series = race.series_id or race.pk
    seats = Racer.objects.filter(
        Q(race=series) | Q(race__series=series),
        race__number__range=(race.match_from, race.number),
        race__finished_at_ms__isnull=False,
        place=1,
    )
    return list(seats.order_by("race__number", "pk").values_list("race_id", "player__name"))


def is_decided(race: Race) -> bool:
    """Tell whether somebody has won the match with this race, or before it."""
    return race.best_of is not None and max(wins_of(race).values(), default=0) * 2 > race.best_of


def match_from(previous: Race | None, best_of: int | None) -> int:
    """Return with which number of its chain the match of a race after `previous` begins.

    A decided match is over, and one of another length is another match.
    """
    if previous is None:
        return 1
    if previous.best_of != best_of or is_decided(previous):
        return previous.number + 1
    return previous.match_from


def series_of(player_id: int) -> set[str]:
    """Return the chains in which a player has raced, or sits, by the slugs of their first races."""
    seats = Racer.objects.filter(player=player_id).values_list("race__series_id", "race_id")
    return {series or slug for series, slug in seats}


def recount(series: str) -> None:
    """Judge anew where the matches of a chain begin, since two of its racers are one now."""
    before: Race | None = None
    for race in chain_of(series):
        begins = match_from(before, race.best_of)
        if begins != race.match_from:
            race.match_from = begins
            race.save(update_fields=["match_from"])
        before = race
