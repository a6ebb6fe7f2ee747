"""The solver's own pool: whoever needs a proof waits for it here, and nobody else does."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

# One thread: proofs take milliseconds, a combo a tenth of a second, and their tables are cached.
_solver = ThreadPoolExecutor(max_workers=1, thread_name_prefix="solver")


def in_solver(work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run work of the solver in its pool and wait for it; never called on an event loop."""
    return _solver.submit(work, *args, **kwargs).result()
