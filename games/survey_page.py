"""What the page "How we know" shows of the survey, with its charts."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import charts
from games.engine.codes import Rule
from games.grades import GRADE_NAMES
from games.survey_data import Survey, surveys


@dataclass(frozen=True, slots=True)
class Told:
    """One rule's part of the page."""

    rule: Rule
    survey: Survey
    deals: str
    share: str
    low: str
    high: str
    interval: charts.Interval
    draws: charts.Columns
    grades: charts.Rows
    grades_label: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table of figures: fewest draws, and the deals of each rule that need them."""

    draws: int
    counts: list[tuple[str, str]]


def told_surveys() -> list[Told]:
    """Return each rule's part; charts of one kind share their scale."""
    found = [surveys()[rule] for rule in Rule]
    draws_top = charts.top_of([share for survey in found for share in _draw_shares(survey)])
    grades_top = charts.top_of([s.share for survey in found for s in survey.grades.values()])
    return [_told(survey, draws_top=draws_top, grades_top=grades_top) for survey in found]


def draw_lines() -> list[Line]:
    """Return the figures of the charts of draws, for who would rather read them."""
    found = [surveys()[rule] for rule in Rule]
    return [
        Line(
            draws,
            [(_count(one.by_draws[draws]), _percent(_draw_shares(one)[draws])) for one in found],
        )
        for draws in range(len(found[0].by_draws))
    ]


def _told(survey: Survey, *, draws_top: float, grades_top: float) -> Told:
    won = survey.winnable
    named = [
        (str(GRADE_NAMES[grade]), share.share, _percent(share.share))
        for grade, share in survey.grades.items()
    ]
    return Told(
        rule=survey.rule,
        survey=survey,
        deals=_count(survey.deals),
        share=_percent(won.share),
        low=_percent(won.low, places=2),
        high=_percent(won.high, places=2),
        interval=charts.interval(won.share, won.low, won.high),
        draws=charts.columns(_draw_shares(survey), _draw_titles(survey), top=draws_top, every=4),
        grades=charts.rows(named, top=grades_top),
        grades_label=", ".join(f"{name}: {value}" for name, _share, value in named),
    )


def _draw_shares(survey: Survey) -> list[float]:
    return [count / survey.winnable.count for count in survey.by_draws]


def _draw_titles(survey: Survey) -> list[str]:
    titles = []
    for draws, share in enumerate(_draw_shares(survey)):
        words = ngettext("%(draws)d draw: %(share)s", "%(draws)d draws: %(share)s", draws)
        titles.append(words % {"draws": draws, "share": _percent(share)})
    return titles


def _percent(share: float, places: int = 1) -> str:
    # `number_format` cuts off what it does not show.
    return _("%(number)s %%") % {"number": number_format(round(100 * share, places), places)}


def _count(number: int) -> str:
    return str(number_format(number, force_grouping=True))
