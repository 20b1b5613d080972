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


def test_skill_fills_the_chart_in_which_it_is_shown() -> None:
    chart = course_of([(1.0, 82.0, 5.0), (2.0, 97.0, 4.0)])
    assert chart
    low, high = (dot.y for dot in chart.dots)
    assert low - high > chart.height / 2
    assert low > chart.height * 0.75, "nothing is empty below"


def test_skill_that_hardly_changes_looks_like_it() -> None:
    for values in ((90.0, 92.0), (100.0, 98.0), (3.0, 0.0)):
        chart = course_of([(float(at), value, 5.0) for at, value in enumerate(values)])
        assert chart
        assert abs(chart.dots[0].y - chart.dots[1].y) < chart.height / 4
        assert all(0 < dot.text_y < dot.y < chart.height for dot in chart.dots)


def test_one_point_is_not_a_course() -> None:
    assert course_of([]) is None
    assert course_of([(1.0, 80.0, 5.0)]) is None
    assert course_of([(1.0, None, 5.0), (2.0, None, None)]) is None
