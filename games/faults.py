"""What a fault is called in the reader's language: one sentence a code, with what to do next."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.cards import card_name, rank_letter
from games.engine.errors import ErrorCode, GameError, NotWinnable, ParseError, Refused

_SENTENCES = {
    ErrorCode.NOT_ADJACENT: gettext_lazy("Must be one rank higher or lower."),
    ErrorCode.BLOCKED: gettext_lazy("This card is blocked: other cards lie on it."),
    ErrorCode.NO_CARD: gettext_lazy("There is no card here any more."),
    ErrorCode.STOCK_EMPTY: gettext_lazy("The stock is empty."),
    ErrorCode.NOTHING_TO_UNDO: gettext_lazy("There is nothing to undo."),
    ErrorCode.UNDO_NOT_ALLOWED: gettext_lazy("Undo is off in this race."),
    ErrorCode.GAME_OVER: gettext_lazy("This game is over."),
    ErrorCode.NOT_STARTED: gettext_lazy("The race has not started yet."),
    ErrorCode.OUT_OF_SYNC: gettext_lazy("The game has moved on; here is how it stands."),
    ErrorCode.LOG_FULL: gettext_lazy("This game has 5,000 actions; it can only be resigned now."),
    ErrorCode.BAD_MESSAGE: gettext_lazy("This message cannot be read."),
    ErrorCode.RATE_LIMITED: gettext_lazy("Too fast. Wait a moment and try again."),
    ErrorCode.SERVER_ERROR: gettext_lazy("Something broke on our side. Please try again."),
    ErrorCode.CODE_EMPTY: gettext_lazy("Type a deal code such as TP1-E-AAAAAAB, or a number."),
    ErrorCode.CODE_TOO_LONG: gettext_lazy("This is too long for a deal code."),
    ErrorCode.CODE_BAD_PREFIX: gettext_lazy("A deal code begins with TP1, not with “%(part)s”."),
    ErrorCode.CODE_BAD_RULE: gettext_lazy(
        "The letter after TP1 is E (Easy) or C (Classic), not “%(part)s”."
    ),
    ErrorCode.CODE_BAD_LETTERS: gettext_lazy(
        "“%(part)s” cannot be part of a deal code: it has the letters A–Z and 2–7."
    ),
    ErrorCode.CODE_BAD_LENGTH: gettext_lazy(
        "The last part of a deal code has 7 or 12 letters, not %(part)s."
    ),
    ErrorCode.NUMBER_BAD: gettext_lazy("“%(part)s” is not a deal number: type digits alone."),
    ErrorCode.NUMBER_OUT_OF_RANGE: gettext_lazy("Deal numbers run from 0 to 34,359,738,367."),
    ErrorCode.DECK_BAD_CARD: gettext_lazy("“%(part)s” is not a card."),
    ErrorCode.DECK_WRONG_COUNT: gettext_lazy("A deck has 52 cards, not %(part)s."),
    ErrorCode.DECK_CARD_TWICE: gettext_lazy("The card %(part)s is there twice."),
    ErrorCode.UNKNOWN_ACTION: gettext_lazy("“%(part)s” is not an action."),
    ErrorCode.UNKNOWN_RULE: gettext_lazy("The rule is E (Easy) or C (Classic)."),
    ErrorCode.UNKNOWN_GRADE: gettext_lazy("The grade is gentle, fair, tough or brutal."),
    ErrorCode.NOT_WINNABLE: gettext_lazy("This deal cannot be won under this rule."),
    ErrorCode.NOT_IN_RACES: gettext_lazy("There is no such help in a race."),
    ErrorCode.NOT_OPEN: gettext_lazy(
        "This deal is not open: nobody has played it yet, or a race on it still runs."
    ),
    ErrorCode.LOG_DAMAGED: gettext_lazy("This game's log cannot be read."),
    ErrorCode.NO_DEAL_FOUND: gettext_lazy("No winnable deal was found. Please try once more."),
    ErrorCode.BAD_SETTINGS: gettext_lazy(
        "A race has 2 to 8 seats, and a limit of 1 second to 24 hours or none."
    ),
    ErrorCode.FULL: gettext_lazy("All seats of this race are taken."),
    ErrorCode.RUNNING: gettext_lazy("This race has already begun."),
    ErrorCode.OVER: gettext_lazy("This race is over."),
    ErrorCode.NOT_HOST: gettext_lazy("Only the host can start the race."),
    ErrorCode.TOO_FEW_RACERS: gettext_lazy("A race needs two racers at least."),
    ErrorCode.NOT_FINISHED: gettext_lazy("The race is not finished yet."),
}
_LOST = {
    "E": gettext_lazy("This deal cannot be won in Easy."),
    "C": gettext_lazy("This deal cannot be won in Classic."),
}
assert set(_SENTENCES) == set(ErrorCode), "each code has its sentence"


def sentence(error: GameError) -> str:
    """Say a fault in the active language, with the faulty part where there is one."""
    if isinstance(error, Refused) and error.top is not None:
        return _not_adjacent(error)
    if isinstance(error, NotWinnable):
        return str(_LOST[error.rule])
    text = str(_SENTENCES[error.code])
    return text % {"part": error.part} if isinstance(error, ParseError) else text


def _not_adjacent(error: Refused) -> str:
    """Name what lies on the waste and what would fit on it."""
    assert error.top is not None
    names = [rank_letter(rank) for rank in error.needs]
    words = _("Must be one rank higher or lower: on %(top)s goes %(needs)s.")
    joined = _(" or ").join(names)
    return words % {"top": card_name(error.top), "needs": joined}
