"""The server's clock: the only one that counts."""

import time


def now_ms() -> int:
    """Return the server time in whole milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
