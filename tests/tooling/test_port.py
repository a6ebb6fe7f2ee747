"""`make play` on a port that can't be had says so in one line."""

import socket
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.services.server import ROOT


def verdict(port: str) -> tuple[int, list[str]]:
    """Return the exit code and the lines on standard error."""
    checked = subprocess.run(
        [sys.executable, ROOT / "scripts" / "port_is_free.py", port],
        capture_output=True,
        text=True,
        check=False,
    )
    return checked.returncode, checked.stderr.splitlines()


def test_a_free_port_is_fine(free_port: Callable[[], int]) -> None:
    assert verdict(str(free_port())) == (0, [])


def test_a_taken_port_is_named_with_the_way_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        expected = f"Port {port} is taken; choose another: PORT=8123 make play"
        assert verdict(str(port)) == (1, [expected])


@pytest.mark.parametrize("text", ["0", "65536", "-1", "http", "80 80", "٨٠", ""])
def test_what_is_no_port_is_refused(text: str) -> None:
    code, lines = verdict(text)
    assert (code, len(lines)) == (1, 1)


def test_a_server_that_cannot_listen_says_so_and_fails() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        served = subprocess.run(
            [sys.executable, ROOT / "manage.py", "serve", "--port", port],
            capture_output=True,
            text=True,
            check=False,
        )
    assert served.returncode == 1
    assert f"Couldn't listen on 127.0.0.1:{port}" in served.stderr
    assert "Traceback" not in served.stderr
    assert served.stdout == ""
