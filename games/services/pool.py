"""Database work off the event loop, in a pool of its own, never in the one shared thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")

_workers = ThreadPoolExecutor(max_workers=6, thread_name_prefix="reader")


async def in_pool(work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run plain synchronous work in the pool; its connection goes back afterwards."""

    def run() -> T:
        close_old_connections()
        try:
            return work(*args, **kwargs)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_workers, run)
