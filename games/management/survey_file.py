"""What a survey has found so far, on disk, so that it can be stopped and gone on with."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from games.engine.codes import Rule
from games.engine.errors import quoted
from games.management.input import BadInput
from games.solver.difficulty import DIFFICULTY_VERSION
from games.solver.oracle import SOLVER_VERSION
from games.solver.survey import Block, Tally

VERSIONS = [SOLVER_VERSION, DIFFICULTY_VERSION]


class SurveyFile:
    """A JSON line for each block, in the order they were found; without a path keeps nothing.

    Blocks found by another version of the solver are found again. Raises `BadInput` for a file
    that cannot be read or written, or is something else.
    """

    def __init__(self, path: str | None) -> None:
        self._path = None if path is None else Path(path)
        self.found: Mapping[Block, Tally] = {} if self._path is None else _read(self._path)

    def keep(self, block: Block, tally: Tally) -> None:
        """Add a block at the file's end."""
        if self._path is None:
            return
        line = {"versions": VERSIONS, "block": asdict(block), "tally": asdict(tally)}
        try:
            with self._path.open("a") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as fault:
            raise _unusable(self._path, fault) from fault


def _read(path: Path) -> dict[Block, Tally]:
    try:
        text = path.read_text() if path.exists() else ""
    except (OSError, UnicodeDecodeError) as fault:
        raise _unusable(path, fault) from fault
    whole, _, cut_short = text.rpartition("\n")
    if cut_short:  # the survey was stopped while it wrote
        path.write_text(whole and whole + "\n")
    found = {}
    for number, line in enumerate(whole.splitlines(), start=1):
        try:
            kept = json.loads(line)
            if kept["versions"] == VERSIONS:
                found[_block(kept["block"])] = Tally(**kept["tally"])
        except (ValueError, KeyError, TypeError) as fault:
            raise BadInput(f"{quoted(str(path))}, line {number}: not of a survey") from fault
    return found


def _block(fields: dict[str, Any]) -> Block:
    return Block(**fields | {"rule": Rule(fields["rule"])})


def _unusable(path: Path, fault: Exception) -> BadInput:
    reason = fault.strerror if isinstance(fault, OSError) else "not a text"
    return BadInput(f"cannot use {quoted(str(path))}: {reason}")
