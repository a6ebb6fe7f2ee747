"""The engine's tests run where nothing but pytest is installed."""

import importlib.metadata
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.services.server import ROOT


def distributions(name: str, seen: set[str]) -> set[str]:
    """Return the name and whatever it needs here, optional extras left out."""
    if name not in seen:
        seen.add(name)
        for requirement in importlib.metadata.requires(name) or []:
            needed = re.match(r"[\w.-]+", requirement)
            if needed and ";" not in requirement:
                distributions(needed[0], seen)
    return seen


def link_packages(folder: Path) -> None:
    """Link the top level of what pytest needs into the folder, and nothing else."""
    for name in distributions("pytest", set()):
        for file in importlib.metadata.files(name) or []:
            top = file.parts[0]
            link = folder / top
            if top != ".." and not link.exists():
                link.symlink_to(Path(str(importlib.metadata.distribution(name).locate_file(top))))


def test_engine_tests_pass_without_any_other_package(tmp_path: Path) -> None:
    link_packages(tmp_path)
    assert not (tmp_path / "django").exists()
    assert not (tmp_path / "numpy").exists()
    run = subprocess.run(
        # -S leaves out site-packages: what the folder does not hold can't be imported.
        [sys.executable, "-S", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/engine"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
