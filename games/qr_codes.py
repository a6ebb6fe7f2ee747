"""A race's link as a QR code, for the telephone of who stands beside."""

from __future__ import annotations

from collections.abc import Iterator

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from games.models import Race
from games.ws.race_frames import race_url

# Scanners want so many light modules around the code.
QUIET_MODULES = 4


@require_GET
@cache_control(private=True, max_age=3600)
def race_code(request: HttpRequest, slug: str) -> HttpResponse:
    """The QR code of a race's link, as a picture that is sharp at every size."""
    race = get_object_or_404(Race, pk=slug)
    link = request.build_absolute_uri(race_url(race.pk))
    return HttpResponse(svg_of(link), content_type="image/svg+xml")


def svg_of(text: str) -> str:
    """Return a text's QR code as SVG, a unit a module: dark on light whatever is around it."""
    code = segno.make(text, error="m", micro=False)
    rows = [list(row) for row in code.matrix_iter(border=QUIET_MODULES)]
    side = len(rows)
    path = "".join(_runs(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/>'
        f'<path fill="#000" d="{path}"/></svg>'
    )


def _runs(rows: list[list[int]]) -> Iterator[str]:
    """Yield a rectangle for each run of dark modules in a row."""
    for y, row in enumerate(rows):
        start = None
        for x, is_dark in enumerate([*row, 0]):
            if is_dark and start is None:
                start = x
            elif not is_dark and start is not None:
                yield f"M{start} {y}h{x - start}v1H{start}z"
                start = None
