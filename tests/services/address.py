"""Where this run's PostgreSQL is to be found, known before it is started."""

import os

from tests.services.processes import free_port


def postgres_address() -> tuple[str, bool]:
    """Return the server's URL for this run, and whether the environment named it."""
    named = os.environ.get("DATABASE_URL", "")
    if named.startswith(("postgres:", "postgresql:")):
        return named, True
    return f"postgres://tripeaks@127.0.0.1:{free_port()}/tripeaks", False


URL, IS_GIVEN = postgres_address()
