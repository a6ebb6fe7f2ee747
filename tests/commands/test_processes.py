"""The commands as real processes: what a shell sees of them."""

import os
import subprocess
import sys
from pathlib import Path
from select import select

MANAGE = Path(__file__).parents[2] / "manage.py"
GOOD, BAD = b'{"deal": 1, "actions": "D"}\n', b'{"deal": 1, "actions": "X"}\n'


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, str(MANAGE), *arguments]
    return subprocess.run(command, input=given, capture_output=True, timeout=60, check=False)


def test_bad_input_is_one_line_on_standard_error_and_status_2() -> None:
    ended = run("replay", "--json", given=GOOD + BAD + GOOD)
    assert ended.returncode == 2
    assert ended.stdout.count(b"\n") == 1
    fault = b"BadInput: line 2: 'X' is not an action: T0 to T27, D, U or R\n"
    assert ended.stderr == fault


def test_a_negative_number_is_a_bad_number_and_no_option() -> None:
    ended = run("deal", "-1")
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"BadInput: '-1': the deal number")
    assert ended.stderr.count(b"\n") == 1


def test_an_answer_is_there_before_the_next_line_is_asked_for() -> None:
    command = [sys.executable, str(MANAGE), "replay", "--json"]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=buffered) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(GOOD)
        process.stdin.flush()
        answered, _, _ = select([process.stdout], [], [], 30)
        process.stdin.close()
        assert answered
        assert process.stdout.readline().startswith(b'{"seq": 1')
    assert process.returncode == 0


def test_a_reader_that_leaves_is_no_fault() -> None:
    command = [sys.executable, str(MANAGE), "replay", "--json"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, errors = process.communicate(GOOD * 3)
    assert errors == b""
