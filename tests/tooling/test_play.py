"""`make play`: serves the game with nothing set up, and leaves nothing behind."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services.processes import free_port, wait_until
from tests.services.server import ROOT, answers

# What the suite set for itself, and what a make that runs the suite tells the makes below it.
LEFT_OUT = {
    "DATABASE_URL",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "COLLECTED_STATIC",
    "MAKELEVEL",
    "MAKEFLAGS",
}


def play_environment(folder: Path, port: int) -> dict[str, str]:
    """Return what a newcomer's shell holds, with a folder of its own for what is kept."""
    kept = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    return kept | {"PORT": str(port), "VAR_DIR": str(folder / "var")}


@contextlib.contextmanager
def make_play(folder: Path) -> Iterator[tuple[str, int]]:
    """Run `make play` until the block ends; yield its address and its process group."""
    port, log = free_port(), folder / "play.log"
    with (
        log.open("wb") as output,
        subprocess.Popen(
            ["make", "play"],
            cwd=ROOT,
            env=play_environment(folder, port),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        try:
            wait_until(lambda: answers(f"http://127.0.0.1:{port}/healthz"), process, log)
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            # As the terminal does it for Ctrl-C: to every process in the foreground at once.
            os.killpg(process.pid, signal.SIGINT)
            process.wait(20)
    assert "Traceback" not in log.read_text()


def files_of(url: str) -> set[str]:
    """Return the paths of the files that a page asks for at once."""
    with urllib.request.urlopen(url, timeout=10) as page:
        return set(re.findall(r'(/static/[^"]+\.(?:css|js))"', page.read().decode()))


def test_a_newcomer_gets_the_page_and_ctrl_c_leaves_nothing(tmp_path: Path) -> None:
    with make_play(tmp_path) as (url, group):
        files = files_of(f"{url}/")
        assert files
        assert {file for file in files if not answers(url + file)} == set()
    with pytest.raises(ProcessLookupError):
        os.killpg(group, 0)


def test_a_taken_port_ends_it_with_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        environment = play_environment(tmp_path, taken.getsockname()[1])
        run = subprocess.run(
            ["make", "play"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
    assert run.returncode != 0
    assert [line for line in run.stderr.splitlines() if not line.startswith("make: ")] == [
        f"Port {environment['PORT']} is taken; choose another: PORT=8123 make play"
    ]
