"""What can be wrong, by code: a text that cannot be read, an action that is refused."""

from enum import StrEnum


class ErrorCode(StrEnum):
    """Every fault that a player, a bot or an operator can be told of."""

    NOT_ADJACENT = "not_adjacent"
    BLOCKED = "blocked"
    NO_CARD = "no_card"
    STOCK_EMPTY = "stock_empty"
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDO_NOT_ALLOWED = "undo_not_allowed"
    GAME_OVER = "game_over"
    NOT_STARTED = "not_started"
    OUT_OF_SYNC = "out_of_sync"
    LOG_FULL = "log_full"
    BAD_MESSAGE = "bad_message"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"

    CODE_EMPTY = "code_empty"
    CODE_TOO_LONG = "code_too_long"
    CODE_BAD_PREFIX = "code_bad_prefix"
    CODE_BAD_RULE = "code_bad_rule"
    CODE_BAD_LETTERS = "code_bad_letters"
    CODE_BAD_LENGTH = "code_bad_length"
    NUMBER_BAD = "number_bad"
    NUMBER_OUT_OF_RANGE = "number_out_of_range"
    DECK_BAD_CARD = "deck_bad_card"
    DECK_WRONG_COUNT = "deck_wrong_count"
    DECK_CARD_TWICE = "deck_card_twice"
    UNKNOWN_ACTION = "unknown_action"
    UNKNOWN_RULE = "unknown_rule"
    UNKNOWN_GRADE = "unknown_grade"
    LOG_DAMAGED = "log_damaged"

    NO_DEAL_FOUND = "no_deal_found"
    NOT_WINNABLE = "not_winnable"
    NOT_IN_RACES = "not_in_races"
    NOT_OPEN = "not_open"
    BAD_SETTINGS = "bad_settings"
    FULL = "full"
    RUNNING = "running"
    OVER = "over"
    NOT_HOST = "not_host"
    TOO_FEW_RACERS = "too_few_racers"
    NOT_FINISHED = "not_finished"


class GameError(Exception):
    """A fault with a code that may be told to whoever caused it."""

    def __init__(self, code: ErrorCode, detail: str = "") -> None:
        super().__init__(detail or code.value)
        self.code = code


class ParseError(GameError):
    """A text that cannot be read.

    `detail` is one plain English line that names the faulty part. `part` is that part alone
    (a letter, a card, a count), short and printable whatever was sent, so that a translation
    of `code` can name it as well.
    """

    def __init__(self, code: ErrorCode, detail: str, part: str = "") -> None:
        super().__init__(code, detail)
        self.detail = detail
        self.part = quoted(part)[1:-1]


class NotWinnable(GameError):  # noqa: N818 - a warning to who asks for the deal
    """A deal that cannot be won under the `rule` (E or C) it was asked for with."""

    def __init__(self, rule: str) -> None:
        super().__init__(ErrorCode.NOT_WINNABLE)
        self.rule = rule


class Refused(GameError):  # noqa: N818 - a refusal is an answer, not an error
    """An action that the rules do not allow in this state.

    With `not_adjacent`, `top` is the waste's card (0–51) and `needs` the ranks (1–13,
    ascending) that would have fitted on it.
    """

    def __init__(
        self, code: ErrorCode, *, top: int | None = None, needs: tuple[int, ...] = ()
    ) -> None:
        super().__init__(code)
        self.top = top
        self.needs = needs


def quoted(text: str) -> str:
    """Return a short, printable, one-line quotation of a text that may be anything."""
    shown = text if len(text) <= 24 else text[:23] + "…"
    return repr(shown)
