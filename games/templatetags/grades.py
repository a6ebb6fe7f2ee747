"""The grades of difficulty, for the forms that ask for one."""

from __future__ import annotations

from django import template

from games.grades import Described, described_grades

register = template.Library()


@register.simple_tag
def grade_choices() -> list[Described]:
    """Return the grades as choices, the gentlest first."""
    return described_grades()
