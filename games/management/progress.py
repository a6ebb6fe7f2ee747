"""A bar that tells whoever waits at a terminal how far a long command has come."""

from collections.abc import Callable
from time import monotonic
from typing import TextIO

WIDTH = 30
WORTH_SHOWING_S = 1.0
REDRAWN_EVERY_S = 0.1
_ERASE_LINE = "\r\x1b[K"


class ProgressBar:
    """Shows the share done and the time left, on a terminal alone, and only while more than a
    second is left."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._wanted = stream.isatty()
        self._began = clock()
        self._drawn_at: float | None = None

    def show(self, share: float) -> None:
        """Draw the bar for a share done of 0–1, at most ten times a second."""
        if not self._wanted or not share:
            return
        now = self._clock()
        left = (now - self._began) * (1 - share) / share
        if left <= WORTH_SHOWING_S:
            self.clear()
        elif self._drawn_at is None or now - self._drawn_at >= REDRAWN_EVERY_S:
            self._drawn_at = now
            self._write(_ERASE_LINE + _text(share, left))

    def clear(self) -> None:
        """Take the bar away, so that other lines can be printed in its place."""
        if self._drawn_at is not None:
            self._drawn_at = None
            self._write(_ERASE_LINE)

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def _text(share: float, left: float) -> str:
    full = int(share * WIDTH)
    return f"[{'#' * full}{'.' * (WIDTH - full)}] {share:4.0%}, {left:.0f} s left"
