"""A race's link: it leads to the newest race of its chain, and has a QR code."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
import segno

from games.models import Race
from tests.factories import SEALED_NUMBER, losing_actions, make_player, make_race
from tests.visitors import make_bot, make_browser

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"


def make_chain() -> tuple[Race, Race, Race]:
    """Store a race, its rematch and the rematch of that one."""
    racers = [make_player("Ann"), make_player("Bob")]
    chain: list[Race] = []
    for step in range(3):
        previous = chain[-1] if chain else None
        chain.append(
            make_race(
                racers, [losing_actions()] * 2, number=SEALED_NUMBER + step, previous=previous
            )
        )
    first, second, third = chain
    return first, second, third


def modules_of(svg: str) -> list[list[bool]]:
    """Read the dark modules of a code's picture back from its path."""
    picture = ElementTree.fromstring(svg)
    side = int(picture.attrib["viewBox"].split()[-1])
    light, dark = picture.findall(f"{SVG}path")
    assert (light.attrib["fill"], dark.attrib["fill"]) == ("#fff", "#000")
    rows = [[False] * side for _ in range(side)]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1H\d+z", dark.attrib["d"]):
        for column in range(int(x), int(x) + int(width)):
            rows[int(y)][column] = True
    return rows


def test_the_code_of_a_race_is_that_of_its_link() -> None:
    race = make_race([make_player(), make_player()], is_running=True)
    answer = make_browser().get(f"/races/{race.pk}/qr.svg")
    link = f"http://testserver/races/{race.pk}/"
    expected = segno.make(link, error="m", micro=False).matrix_iter(border=4)
    assert answer["Content-Type"] == "image/svg+xml"
    assert modules_of(answer.content.decode()) == [
        [bool(module) for module in row] for row in expected
    ]


def test_an_unknown_race_has_no_code() -> None:
    assert make_browser().get("/races/nothing/qr.svg").status_code == 404


def test_an_old_link_leads_to_the_newest_race() -> None:
    first, second, third = make_chain()
    for race in (first, second):
        answer = make_browser().get(f"/races/{race.pk}/")
        assert (answer.status_code, answer["Location"]) == (302, f"/races/{third.pk}/")
    assert make_browser().get(f"/races/{third.pk}/").status_code == 200


def test_the_race_before_is_shown_to_who_asks_for_it() -> None:
    first, _, _ = make_chain()
    assert make_browser().get(f"/races/{first.pk}/?this=1").status_code == 200


def test_who_raced_sees_his_own_race_and_the_way_to_the_newest() -> None:
    first, _, third = make_chain()
    answer = make_bot(first.host).get(f"/races/{first.pk}/")
    assert answer.status_code == 200
    assert f"/races/{third.pk}/" in answer.content.decode()
