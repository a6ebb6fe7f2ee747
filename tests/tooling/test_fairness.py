"""What the fairness page and its document let readers try for themselves, tried."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from tests.engine.factories import data_lines

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "fairness.md").read_text()
SCRIPT = (ROOT / "templates" / "about" / "_deal.py.txt").read_text()
CHECK = re.compile(r"printf '%s' '([^']+)' \| sha256sum\n([0-9a-f]{64})  -")


def printed_cards(code: str) -> str:
    """Return what the printed program says of a code, run with the standard library alone."""
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", SCRIPT, code], capture_output=True, text=True, check=True
    )
    return run.stdout.strip()


def test_the_document_prints_the_same_program_as_the_page() -> None:
    assert f"```python\n{SCRIPT}```" in DOCUMENT


@pytest.mark.parametrize("deal", data_lines("deals.jsonl"), ids=lambda deal: deal["code"])
def test_the_program_makes_the_golden_deals(deal: dict[str, str]) -> None:
    assert printed_cards(deal["code"]) == deal["cards"]


def test_the_documents_example_of_a_fingerprint_is_true() -> None:
    ((text, digest),) = CHECK.findall(DOCUMENT)
    assert hashlib.sha256(text.encode()).hexdigest() == digest


@pytest.mark.django_db
def test_the_page_prints_program_and_example(client: Client) -> None:
    page = client.get("/about/fairness/").content.decode()
    shown = page.replace("&quot;", '"').replace("&lt;", "<").replace("&#x27;", "'")
    assert SCRIPT.strip() in shown
    assert CHECK.findall(shown) == CHECK.findall(DOCUMENT)
