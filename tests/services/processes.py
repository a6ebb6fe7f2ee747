"""Start a program for the tests so that it never outlives them, however they end."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

START_SECONDS = 30.0
STOP_SECONDS = 15.0


class ServiceError(Exception):
    """A service that can't be had; its text is one line that says how to mend it."""


def free_port() -> int:
    """Return a TCP port of 127.0.0.1 that nobody listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def program(name: str, *, package: str, folders: Sequence[str] = ()) -> str:
    """Return the path of a program; raise ServiceError with the package that brings it."""
    path = os.pathsep.join([*folders, os.environ.get("PATH", ""), "/usr/sbin"])
    found = shutil.which(name, path=path)
    if found is None:
        raise ServiceError(f"{name} is missing; mend it by: apt-get install {package}")
    return found


def tied(command: Sequence[str], *, user: str | None = None) -> list[str]:
    """Return the command so wrapped that the kernel ends it when this process dies.

    A fixture's end covers Ctrl-C; this covers a test run that is itself killed.
    """
    identity = [f"--reuid={user}", f"--regid={user}", "--init-groups"] if user else []
    return ["setpriv", *identity, "--pdeathsig", "KILL", "--", *command]


def last_line(log: Path) -> str:
    """Return the last line that a program wrote, which mostly says why it ended."""
    lines = log.read_text(errors="replace").split("\n") if log.exists() else []
    return next((line.strip() for line in reversed(lines) if line.strip()), "it wrote nothing")


def wait_until(ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    """Ask until it is ready; raise ServiceError when it died or START_SECONDS are over."""
    deadline = time.monotonic() + START_SECONDS
    while not ready():
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.02)
        if process.poll() is not None or time.monotonic() > deadline:
            raise ServiceError(f"It did not start: {last_line(log)} (log: {log})")


@contextlib.contextmanager
def running(
    command: Sequence[str],
    *,
    log: Path,
    ready: Callable[[], bool],
    user: str | None = None,
    env: Mapping[str, str] | None = None,
    stop_by: signal.Signals = signal.SIGTERM,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program until the block ends; its whole output goes to the log.

    Raises ServiceError with the log's last line when it is not ready in START_SECONDS.
    """
    with log.open("ab") as output:
        process = subprocess.Popen(
            tied(command, user=user),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=None if env is None else dict(env),
            # A Ctrl-C at the terminal is pytest's to handle: it ends the fixtures in order.
            start_new_session=True,
        )
    try:
        wait_until(ready, process, log)
        yield process
    finally:
        stop(process, by=stop_by)


def stop(process: subprocess.Popen[bytes], *, by: signal.Signals = signal.SIGTERM) -> int:
    """Ask a process to end, kill it after STOP_SECONDS, and return its exit code."""
    if process.poll() is None:
        process.send_signal(by)
    try:
        return process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
