from io import StringIO

import pytest

from games.management.progress import ProgressBar


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """A clock that stands still until it is told to go on."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_the_bar_tells_the_share_and_the_time_left(clock: Clock) -> None:
    terminal = Terminal()
    bar = ProgressBar(terminal, clock)
    clock.now += 5
    bar.show(0.25)
    assert terminal.getvalue() == "\r\x1b[K[#######.......................]  25%, 15 s left"


def test_no_bar_where_nobody_watches(clock: Clock) -> None:
    file = StringIO()
    bar = ProgressBar(file, clock)
    clock.now += 5
    bar.show(0.25)
    bar.clear()
    assert file.getvalue() == ""


def test_no_bar_for_the_last_second(clock: Clock) -> None:
    terminal = Terminal()
    bar = ProgressBar(terminal, clock)
    clock.now += 0.5
    bar.show(0.34)
    assert terminal.getvalue() == ""


def test_the_bar_goes_when_a_second_is_left(clock: Clock) -> None:
    terminal = Terminal()
    bar = ProgressBar(terminal, clock)
    clock.now += 5
    bar.show(0.5)
    bar.show(0.9)
    assert terminal.getvalue().endswith("5 s left\r\x1b[K")


def test_the_bar_is_drawn_ten_times_a_second_at_most(clock: Clock) -> None:
    terminal = Terminal()
    bar = ProgressBar(terminal, clock)
    for _ in range(100):
        clock.now += 0.01
        bar.show(0.1)
    assert 9 <= terminal.getvalue().count("left") <= 10


def test_an_unknown_share_shows_no_bar(clock: Clock) -> None:
    terminal = Terminal()
    bar = ProgressBar(terminal, clock)
    clock.now += 5
    bar.show(0.0)
    assert terminal.getvalue() == ""
