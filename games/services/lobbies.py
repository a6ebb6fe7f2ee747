"""What happens to a lobby besides coming and going: other settings, and its end after a day."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.engine.codes import format_code
from games.engine.errors import ErrorCode, GameError
from games.models import Deal, Race, Racer
from games.services.clock import now_ms
from games.services.deals import Choice, draw_winnable
from games.services.matches import match_from
from games.services.race_settings import Settings, check_settings
from games.services.races import commitment_of, locked
from games.services.ratings import check_may_sit
from games.services.verdicts import is_winnable
from players.models import Player

# A lobby that never begins is closed a day after it was opened.
LOBBY_MS = 86_400_000


def change_settings(slug: str, host: Player, settings: Settings) -> Race:
    """Give a lobby other settings, on its host's word; who was ready has to say so again.

    Another kind of deal is drawn and fixed anew, with a new commitment; a sealed deal whose rule
    and grade stay is kept. Raises `GameError`: `bad_settings`, `needs_account` (a guest
    sits there), `not_host`, `running`, `over`, and what drawing a deal raises.
    """
    check_settings(settings)
    race = Race.objects.get(pk=slug)
    _check_host(race, host)
    # A deal is drawn before the race is locked: that may take seconds.
    number, nonce = _dealt(race, settings.choice)
    with transaction.atomic():
        race = Race.objects.select_related("previous").get(pk=locked(slug).pk)
        _check_host(race, host)
        if race.racers.count() > settings.seats:
            raise GameError(ErrorCode.BAD_SETTINGS)
        before = race.deal_id
        _fix_deal(race, settings.choice, number, nonce)
        _write(race, settings)
        for racer in race.racers.select_related("player"):
            check_may_sit(race, racer.player)
        _forget(before)
        race.racers.update(is_ready=False)
    return race


def _check_host(race: Race, player: Player) -> None:
    """Raise `GameError` unless the race is an open lobby, and the player its host."""
    if race.finished_at_ms is not None or not race.racers.exists():
        raise GameError(ErrorCode.OVER)
    if race.starts_at_ms is not None:
        raise GameError(ErrorCode.RUNNING)
    if race.host_id != player.pk:
        raise GameError(ErrorCode.NOT_HOST)


def _dealt(race: Race, choice: Choice) -> tuple[int, str]:
    """Return the deal's number and its nonce: the named one, the one at hand, or a new one."""
    if choice.number is not None:
        return choice.number, ""
    if race.is_sealed and (race.rule, race.grade) == (choice.rule, choice.grade or ""):
        return race.deal_id, race.nonce
    drawn = draw_winnable(choice.rule, grade=choice.grade, is_long=True)
    return drawn, secrets.token_hex(16)


def _fix_deal(race: Race, choice: Choice, number: int, nonce: str) -> None:
    is_sealed = choice.number is None
    race.deal, _ = Deal.objects.get_or_create(pk=number, defaults={"is_sealed": is_sealed})
    if is_sealed:
        is_winnable(number, choice.rule)  # stores the verdict that the draw has found
    race.rule, race.grade, race.is_sealed = choice.rule, choice.grade or "", is_sealed
    race.nonce = nonce
    code = format_code(number, choice.rule)
    race.commitment = commitment_of(code, nonce) if is_sealed else ""


def _write(race: Race, settings: Settings) -> None:
    race.undo_allowed = settings.undo_allowed
    race.seats, race.limit_ms, race.grace_ms = settings.seats, settings.limit_ms, settings.grace_ms
    race.is_rated, race.best_of = settings.is_rated, settings.best_of
    race.match_from = match_from(race.previous, settings.best_of)
    race.save(
        update_fields=[
            *("deal", "rule", "grade", "is_sealed", "nonce", "commitment", "undo_allowed", "seats"),
            *("limit_ms", "grace_ms", "is_rated", "best_of", "match_from"),
        ]
    )


def _forget(number: int) -> None:
    """Delete a sealed deal that nothing uses any more; nobody has ever seen it."""
    deals = Deal.objects.filter(pk=number, is_sealed=True)
    deals.filter(races=None, games=None, looks=None).delete()


def stale_lobbies(at_ms: int) -> list[str]:
    """Return the slugs of lobbies that never began and whose day is over."""
    seats = Racer.objects.filter(race=OuterRef("pk"))
    lobbies = Race.objects.filter(
        Exists(seats),
        finished_at_ms__isnull=True,
        ends_at_ms__isnull=True,
        created_ms__lte=at_ms - LOBBY_MS,
    )
    return list(lobbies.values_list("slug", flat=True)[:100])


@transaction.atomic
def close_stale(slug: str, at_ms: int | None = None) -> bool:
    """Empty the seats of a lobby whose day is over; return whether there were any.

    Any process may do this at any time: the row decides.
    """
    race = locked(slug)
    is_stale = race.created_ms <= (at_ms or now_ms()) - LOBBY_MS
    if race.starts_at_ms is not None or not is_stale:
        return False
    return race.racers.all().delete()[0] > 0
