"""How many frames a socket may send: 15 a second, with bursts of 30."""

from __future__ import annotations

import time

RATE, BURST = 15.0, 30.0
# So many more refusals than passes are no player's clicks any more.
FLOOD = 600


class Bucket:
    """A token bucket; `refusals` counts them, less one for each frame that was let through."""

    def __init__(self) -> None:
        self.tokens = BURST
        self.refusals = 0
        self._at = time.monotonic()

    def takes(self) -> bool:
        """Take a token if there is one."""
        now = time.monotonic()
        # A hair above the promised rate, so that a clock's grain never refuses an honest 15.
        self.tokens = min(BURST, self.tokens + (now - self._at) * RATE * 1.02)
        self._at = now
        if self.tokens < 1.0:
            self.refusals += 1
            return False
        self.tokens -= 1.0
        self.refusals = max(0, self.refusals - 1)
        return True
