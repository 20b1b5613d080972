"""Charts are laid out inside their frame."""

from __future__ import annotations

from keypeg.drawing.chart_layout import course_of


def test_a_course_shows_rows_where_skill_was_not_measured_everywhere() -> None:
    chart = course_of([(1.0, 80.0, 5.0), (2.0, None, 4.0), (3.0, 90.0, None), (4.0, 90.0, 4.5)])
    assert chart
    assert chart.measure == "rows"
    assert [dot.value for dot in chart.dots] == [5.0, 4.0, 4.5]
    high, low, between = (dot.y for dot in chart.dots)
    assert high < between < low
    assert all(0 < dot.text_y < dot.y < chart.height and 0 < dot.x < chart.width for dot in chart.dots)


def test_one_point_is_not_a_course() -> None:
    assert course_of([]) is None
    assert course_of([(1.0, 80.0, 5.0)]) is None
    assert course_of([(1.0, None, 5.0), (2.0, None, None)]) is None
