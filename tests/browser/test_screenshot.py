"""The README's picture of the table. `make screenshot` writes it; else the table only poses."""

from __future__ import annotations

import os

from playwright.sync_api import expect

from games.engine.actions import parse_actions
from tests.browser.pictures import repacked
from tests.browser.tables import Table, after
from tests.services.server import ROOT

MOST_BYTES = 300_000
# Deal 1 in the middle of a run of eight.
POSE = parse_actions("T22 T23 T24 D T26 T25 T27 T14 T13 T16 T17 T21")


def test_the_table_poses_for_the_readme(table: Table) -> None:
    table.deal()
    table.play(POSE)
    table.shows(after(POSE))
    expect(table.page.get_by_test_id("run")).to_contain_text("in a row")
    table.page.mouse.move(0, 0)
    table.is_at_rest()
    picture = table.page.screenshot()
    path = os.environ.get("SCREENSHOT")
    if path:
        packed = repacked(picture)
        assert len(packed) < MOST_BYTES
        (ROOT / path).write_bytes(packed)
