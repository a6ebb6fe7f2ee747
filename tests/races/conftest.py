import pytest

from tests.ws.local import sockets

__all__ = ["sockets"]


@pytest.fixture
def quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a race begin at once: the countdown itself is what other tests look at."""
    monkeypatch.setattr("games.services.races.COUNTDOWN_MS", 30)
