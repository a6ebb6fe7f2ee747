"""The page "How we know": what it tells is what the kept survey says, in words and in charts."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from games import charts
from games.engine.codes import Rule
from games.solver.difficulty import DIFFICULTY_VERSION, LEAST_SHARES, Grade
from games.solver.oracle import SOLVER_VERSION
from games.solver.survey import share_of
from games.survey_data import Survey, surveys
from tests.visitors import make_browser

PATH = "/about/solver/"


def page(path: str = PATH) -> str:
    answer = make_browser().get(path)
    assert answer.status_code == 200
    return str(answer.content.decode())


def drawings() -> list[ElementTree.Element]:
    """Return the page's charts, as read by a parser that forgives nothing."""
    found = re.findall(r'<svg class="chart.*?</svg>', page(), re.DOTALL)
    return [ElementTree.fromstring(text) for text in found]


@pytest.fixture(params=Rule)
def survey(request: pytest.FixtureRequest) -> Survey:
    return surveys()[request.param]


def test_the_survey_is_large_enough_and_of_the_solver_at_hand(survey: Survey) -> None:
    assert survey.deals >= 100_000
    assert survey.solver_version == SOLVER_VERSION
    assert survey.difficulty_version == DIFFICULTY_VERSION


def test_the_survey_hangs_together(survey: Survey) -> None:
    assert survey.winnable == share_of(survey.winnable.count, survey.deals)
    assert sum(survey.by_draws) == survey.winnable.count
    assert len(survey.by_draws) == 24
    assert list(survey.grades) == list(Grade)
    assert sum(share.count for share in survey.grades.values()) == survey.winnable.count
    for share in survey.grades.values():
        assert share == share_of(share.count, survey.winnable.count)


def test_half_of_the_winnable_deals_need_no_more_than_the_median(survey: Survey) -> None:
    reached = sum(survey.by_draws[: survey.median_draws + 1])
    assert 2 * reached >= survey.winnable.count > 2 * sum(survey.by_draws[: survey.median_draws])


@pytest.mark.django_db
def test_shares_and_intervals_are_told_of_both_rules() -> None:
    text = page()
    for one in surveys().values():
        won = one.winnable
        assert f"{100 * won.share:.1f} %" in text
        assert f"between {100 * won.low:.2f} % and {100 * won.high:.2f} %" in text
        assert f"{one.deals:,}" in text


@pytest.mark.django_db
def test_the_command_that_makes_the_figures_stands_there() -> None:
    one = surveys()[Rule.EASY]
    wanted = f"manage.py survey --count {one.deals} --seed {one.seed} --grades"
    assert wanted in page()


@pytest.mark.django_db
def test_every_grade_is_defined() -> None:
    text = page()
    for grade, least in LEAST_SHARES.items():
        assert f"<dt>{grade}</dt>" in text
        assert grade is Grade.BRUTAL or f" {100 * least:.0f} " in text


@pytest.mark.django_db
def test_every_chart_is_named_and_drawn_without_a_style_of_its_own() -> None:
    found = drawings()
    assert len(found) == 6
    for chart in found:
        assert chart.get("role") == "img"
        assert (chart.get("aria-label") or "").strip()
        for part in chart.iter():
            assert "style" not in part.attrib
    assert "style=" not in page()


@pytest.mark.django_db
def test_the_columns_are_as_high_as_their_shares() -> None:
    columns = [chart for chart in drawings() if len(chart.findall("rect")) == 24]
    for chart, one in zip(columns, surveys().values(), strict=True):
        heights = [float(box.get("height", "")) for box in chart.findall("rect")]
        unit = sum(heights) / one.winnable.count
        assert heights == pytest.approx([count * unit for count in one.by_draws], abs=0.2)
        titles = [box.findtext("title") for box in chart.findall("rect")]
        assert titles[9] == f"9 draws: {100 * one.by_draws[9] / one.winnable.count:.1f} %"


@pytest.mark.django_db
def test_the_figures_can_be_read_instead_of_the_charts() -> None:
    table = page().partition('data-testid="figures"')[2].partition("</table>")[0]
    assert table.count("<tr>") == 25
    for one in surveys().values():
        for count in one.by_draws:
            assert f"<td>{count:,}</td>" in table


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/about/rules/", "/about/fairness/", "/deals/TP1-E-AAAAAAB/"])
def test_the_page_is_linked(path: str) -> None:
    assert f'href="{PATH}"' in page(path)


def test_an_interval_is_drawn_to_scale_and_can_always_be_seen() -> None:
    wide = charts.interval(0.5, 0.4, 0.6)
    assert (wide.part, wide.low, wide.width) == ("180.0", "144.0", "72.0")
    assert charts.interval(0.5, 0.4999, 0.5001).width == "2.0"


def test_a_charts_top_is_above_all_it_shows() -> None:
    assert [charts.top_of([share]) for share in (0.09, 0.1, 0.101)] == [0.1, 0.1, 0.15]
