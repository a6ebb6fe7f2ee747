"""What the project imports is what it declares, so that a fresh machine has it."""

import ast
import importlib.metadata
import re
import sys
import tomllib
from collections.abc import Iterator

from tests.services.server import ROOT

PACKAGES = ("games", "leaderboards", "players", "tripeaks_site")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
# Asked for by name in another's place: a driver, a server's own dependency, a marker of versions.
USED_BY_NAME = {"async-timeout", "channels-redis", "psycopg", "redis"}
# Parts of a declared one, which it shows in its own interface.
BROUGHT_ALONG = {"asgiref", "autobahn", "pydantic", "twisted"}


def normal(name: str) -> str:
    """Return a distribution's name as the registry compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def imported_modules() -> Iterator[str]:
    """Yield the top level of every module that the project's packages import."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Import):
                    yield from (alias.name.partition(".")[0] for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    yield node.module.partition(".")[0]


def imported_distributions() -> set[str]:
    """Return the distributions whose modules the project's packages import."""
    owners = importlib.metadata.packages_distributions()
    modules = set(imported_modules()) - set(sys.stdlib_module_names) - set(PACKAGES)
    return {normal(owners[module][0]) for module in modules}


def declared() -> set[str]:
    """Return the names of the declared runtime dependencies."""
    return {normal(re.split(r"[\[<>=;]", text)[0]) for text in PROJECT["dependencies"]}


def test_every_import_is_declared() -> None:
    assert imported_distributions() - declared() - BROUGHT_ALONG == set()


def test_every_dependency_is_used() -> None:
    assert declared() - imported_distributions() - USED_BY_NAME == set()


def test_every_dependency_has_an_upper_bound() -> None:
    dependencies = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]
    assert [text for text in dependencies if ">=" not in text or ",<" not in text] == []


def test_lock_holds_every_dependency_with_hashes() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    pins = set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE))
    assert {name for name in declared() if name not in pins} == set()
    assert lock.count("==") <= lock.count("--hash=sha256:")
