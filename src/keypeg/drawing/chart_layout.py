"""Lay out charts of reviews and statistics, in one place for notebooks, the review page and the web page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Literal

from keypeg.review import BoardReview

WIDTH, LEFT, RIGHT = 360, 46, 344
TOP, PLOT, BOTTOM = 18, 118, 36
HEIGHT = TOP + PLOT + BOTTOM
ROOM = 8
"""The margin below a course chart, which has no row numbers there."""
LEAST = 0.005
"""Any smaller value would be shown as 0.00."""


@dataclass(frozen=True, slots=True)
class GridLine:
    """A grid line at 10 to the power of `power`."""

    power: int
    y: float


@dataclass(frozen=True, slots=True)
class Dot:
    """The number of codes left after a row; row 0 is the beginning. Its label stands above it at `text_y`."""

    row: int
    codes: int
    x: float
    y: float
    text_y: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The codes left, on a logarithmic scale. If the dots are crowded, every other label is left out."""

    lines: list[GridLine]
    dots: list[Dot]
    crowded: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """A value as a bar, and the place of its label: that of a loss ends at `text_x`, that of luck begins there."""

    value: float
    x: float
    y: float
    width: float
    height: float
    text_x: float
    text_y: float


@dataclass(frozen=True, slots=True)
class RowBars:
    """The bars of a row on both sides of `x`: its loss, as a negative number, and its luck."""

    row: int
    x: float
    loss: Bar
    luck: Bar


@dataclass(frozen=True, slots=True)
class Bars:
    """Good luck goes up from `zero`, loss and bad luck down. If the bars are crowded, labels are left out."""

    zero: float
    rows: list[RowBars]
    crowded: bool


@dataclass(frozen=True, slots=True)
class Charts:
    """Both charts of a board in a frame of this size. Lines run from `left` to `right`; row numbers are at `tick_y`."""

    width: int
    height: int
    left: int
    right: int
    tick_y: float
    curve: Curve
    bars: Bars


@dataclass(frozen=True, slots=True)
class CourseDot:
    """The mean of several consecutive boards, the last played at `until`. Its label stands above it at `text_y`."""

    until: float
    value: float
    x: float
    y: float
    text_y: float


@dataclass(frozen=True, slots=True)
class CourseChart:
    """Skill over time, or rows if skill was not measured for every board."""

    width: int
    height: int
    measure: Literal["skill", "rows"]
    dots: list[CourseDot]


def course_of(points: Sequence[tuple[float, float | None, float | None]]) -> CourseChart | None:
    """Lay out (time, skill, rows) points, given in order of time; None if there are fewer than two."""
    skills = [(until, skill) for until, skill, _ in points if skill is not None]
    skilled = len(skills) == len(points)
    found = skills if skilled else [(until, rows) for until, _, rows in points if rows is not None]
    if len(found) < 2:
        return None
    values = [value for _, value in found]
    low, high = min(values), max(values)
    if skilled:
        # Limit the axis to tens around the values, at least twenty apart, so that small changes look small.
        high = min(ceil(high / 10) * 10.0, 100.0)
        low = max(min(floor(low / 10) * 10.0, high - 20), 0.0)
    dots = []
    for x, (until, value) in zip(_places(len(found), inset=0), found, strict=True):
        y = _height((value - low) / max(high - low, 0.5))
        dots.append(CourseDot(until, value, _round(x), _round(y), _round(y - 9)))
    return CourseChart(WIDTH, TOP + PLOT + ROOM, "skill" if skilled else "rows", dots)


def charts_of(board: BoardReview) -> Charts | None:
    """Lay out the charts of a board; None if none of its rows was measured."""
    if not board.measured:
        return None
    return Charts(WIDTH, HEIGHT, LEFT, RIGHT, HEIGHT - 8, _curve(board), _bars(board))


def _curve(board: BoardReview) -> Curve:
    rows = board.measured
    counts = [(0, rows[0].before or 1), *((row.number, row.after or 1) for row in rows)]
    top = max(1, ceil(log10(max(codes for _, codes in counts))))
    dots = []
    for x, (row, codes) in zip(_places(len(counts), inset=22), counts, strict=True):
        y = _height(log10(codes) / top)
        dots.append(Dot(row, codes, _round(x), _round(y), _round(y - 9)))
    lines = [GridLine(power, _round(_height(power / top))) for power in range(top + 1)]
    return Curve(lines, dots, len(counts) > 9)


def _bars(board: BoardReview) -> Bars:
    rows = board.measured
    up = max(0.25, *(row.luck or 0 for row in rows))
    down = max(0.25, *(max(row.loss or 0, -(row.luck or 0)) for row in rows))
    zero, scale = TOP + PLOT * up / (up + down), PLOT / (up + down)
    width = min(26.0, (RIGHT - LEFT) / len(rows) * 0.4)
    pairs = [
        RowBars(
            row.number,
            _round(x),
            _bar(-(row.loss or 0), x - 1, -width, zero, scale),
            _bar(row.luck or 0, x + 1, width, zero, scale),
        )
        for x, row in zip(_places(len(rows), inset=width + 4), rows, strict=True)
    ]
    return Bars(_round(zero), pairs, len(rows) > 4)


def _bar(value: float, x: float, width: float, zero: float, scale: float) -> Bar:
    """Lay out a bar beside `x`, to its left if the width is negative."""
    value = value if abs(value) >= LEAST else 0.0
    end = zero - value * scale
    return Bar(
        value=value,
        x=_round(min(x, x + width)),
        y=_round(min(zero, end)),
        width=_round(abs(width)),
        height=_round(abs(value) * scale),
        text_x=_round(x),
        text_y=_round(end + (-4 if value > 0 else 12)),
    )


def _places(many: int, inset: float) -> Sequence[float]:
    """Return `many` evenly spaced x coordinates."""
    low, high = LEFT + inset, RIGHT - inset
    return [(low + high) / 2] if many == 1 else [low + (high - low) * at / (many - 1) for at in range(many)]


def _height(part: float) -> float:
    return TOP + PLOT * (1 - part)


def _round(number: float) -> float:
    return round(number, 1)
