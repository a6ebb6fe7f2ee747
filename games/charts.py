"""Numbers turned into places in a drawing, for the templates that draw charts as SVG.

A drawing is `WIDTH` points wide and as high as it says. Places are texts with one decimal, so
that no template writes them with another language's comma.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

WIDTH = 360
COLUMNS_HEIGHT = 176
_LEFT, _RIGHT, _TOP, _BOTTOM = 36, 4, 14, 34
_GAP = 2
_ROW, _ROW_BAR = 30, 18
_NAME_WIDTH, _VALUE_WIDTH = 58, 62


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle that stands for a value, and what it says when it is pointed at."""

    x: str
    y: str
    width: str
    height: str
    title: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A text at a place, with the line that it names where it names one."""

    x: str
    y: str
    text: str


@dataclass(frozen=True, slots=True)
class Columns:
    """A chart of columns that stand side by side: lines across, and names under some columns."""

    boxes: list[Box]
    lines: list[Mark]
    names: list[Mark]
    height: int = COLUMNS_HEIGHT
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    middle: int = (WIDTH + _LEFT - _RIGHT) // 2


@dataclass(frozen=True, slots=True)
class Row:
    """A bar that lies, with its name before and its value behind it."""

    name: Mark
    box: Box
    value: Mark


@dataclass(frozen=True, slots=True)
class Rows:
    """A chart of bars that lie below each other."""

    rows: list[Row]
    height: int


@dataclass(frozen=True, slots=True)
class Interval:
    """A share as a part of a whole bar, and the interval in which the true one lies."""

    part: str
    low: str
    width: str


def columns(shares: Sequence[float], titles: Sequence[str], *, top: float, every: int) -> Columns:
    """Draw shares (0–1) as columns up to `top`; every so many of them is named by its index."""
    step = (WIDTH - _LEFT - _RIGHT) / len(shares)
    floor = COLUMNS_HEIGHT - _BOTTOM
    scale = (floor - _TOP) / top
    boxes = [
        _box(_LEFT + index * step + _GAP / 2, floor - share * scale, step - _GAP, share * scale, of)
        for index, (share, of) in enumerate(zip(shares, titles, strict=True))
    ]
    names = [
        Mark(_place(_LEFT + (index + 0.5) * step), _place(floor + 14), str(index))
        for index in range(0, len(shares), every)
    ]
    lines = [
        Mark(str(_LEFT), _place(floor - percent / 100 * scale), f"{percent} %")
        for percent in range(0, round(100 * top) + 1, 5)
    ]
    return Columns(boxes, lines, names)


def top_of(shares: Sequence[float]) -> float:
    """Return the least multiple of 5 % that is above all shares."""
    return ceil(20 * max(shares)) / 20


def rows(named: Sequence[tuple[str, float, str]], *, top: float) -> Rows:
    """Draw names with their shares (0–1) and how they are written as bars up to `top`."""
    room = WIDTH - _NAME_WIDTH - _VALUE_WIDTH
    drawn = []
    for index, (name, share, value) in enumerate(named):
        y, width = index * _ROW + (_ROW - _ROW_BAR) / 2, room * share / top
        text_y = _place(index * _ROW + _ROW / 2 + 4)
        drawn.append(
            Row(
                Mark(str(_NAME_WIDTH - 8), text_y, name),
                _box(_NAME_WIDTH, y, width, _ROW_BAR, f"{name}: {value}"),
                Mark(_place(_NAME_WIDTH + width + 6), text_y, value),
            )
        )
    return Rows(drawn, _ROW * len(named))


def interval(share: float, low: float, high: float) -> Interval:
    """Draw a share (0–1) and its interval true to scale, but never thinner than can be seen."""
    width = max(WIDTH * (high - low), 2)
    return Interval(
        _place(WIDTH * share), _place(WIDTH * (low + high) / 2 - width / 2), _place(width)
    )


def _box(x: float, y: float, width: float, height: float, title: str) -> Box:
    return Box(_place(x), _place(y), _place(width), _place(height), title)


def _place(points: float) -> str:
    return f"{points:.1f}"
