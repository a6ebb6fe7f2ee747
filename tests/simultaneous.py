"""Work done by several connections at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Do each work in a thread with a connection of its own, all starting together."""
    gate = Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        try:
            gate.wait()
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))
