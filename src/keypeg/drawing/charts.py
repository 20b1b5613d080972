"""Draw the charts of a review: the codes left after every row, and loss and luck."""

from __future__ import annotations

from keypeg.drawing.chart_layout import Bars, Charts
from keypeg.drawing.svg import ID, Paint, escaped, line_of_text
from keypeg.message import Render, message

SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def chart_svg(charts: Charts, drawn: str, label: str) -> str:
    """Return a chart as an SVG element for a page that already contains the hatching."""
    frame = f'viewBox="0 0 {charts.width} {charts.height}"'
    return f'<svg class="chart" {frame} role="img" aria-label="{escaped(label)}">{drawn}</svg>'


def draw_curve(charts: Charts, render: Render, paint: Paint) -> str:
    """Draw the codes left before the first row and after each on a logarithmic scale."""
    curve = charts.curve
    lines = "".join(
        _line(charts, line.y, paint["line"])
        + line_of_text(charts.left - 6, line.y + 4, _power(line.power), paint["soft"], size=12, anchor="end")
        for line in curve.lines
    )
    path = " ".join(f"{dot.x:g},{dot.y:g}" for dot in curve.dots)
    stroke = f'stroke="{paint["accent"]}" stroke-width="2.5"'
    drawn = ""
    for at, dot in enumerate(curve.dots):
        drawn += f'<circle cx="{dot.x:g}" cy="{dot.y:g}" r="4.5" fill="{paint["card"]}" {stroke}/>'
        if not (curve.crowded and at % 2):
            said = render(message("tell.review.count", codes=dot.codes))
            drawn += line_of_text(dot.x, dot.text_y, said, paint["ink"], size=12, anchor="middle")
        drawn += _tick(charts, dot.x, dot.row, paint)
    return f'{lines}<polyline points="{path}" fill="none" stroke-linejoin="round" {stroke}/>{drawn}'


def draw_bars(charts: Charts, render: Render, paint: Paint) -> str:
    """Draw good luck upwards, loss and bad luck downwards."""
    bars = charts.bars
    drawn = "".join(
        _bars(bars, at, render, paint) + _tick(charts, row.x, row.row, paint) for at, row in enumerate(bars.rows)
    )
    return drawn + _line(charts, bars.zero, paint["soft"])


def _bars(bars: Bars, at: int, render: Render, paint: Paint) -> str:
    row, drawn = bars.rows[at], ""
    for bar, fill, anchor in ((row.loss, loss_fill(paint), "end"), (row.luck, luck_fill(paint), "start")):
        drawn += f'<rect x="{bar.x:g}" y="{bar.y:g}" width="{bar.width:g}" height="{bar.height:g}" {fill}/>'
        if bar.height and not bars.crowded:
            said = render(message("tell.review.signed", number=bar.value))
            drawn += line_of_text(bar.text_x, bar.text_y, said, paint["ink"], size=11, anchor=anchor)
    return drawn


def loss_fill(paint: Paint) -> str:
    return f'fill="url(#{ID}hatch)" stroke="{paint["warn"]}"'


def luck_fill(paint: Paint) -> str:
    return f'fill="{paint["accent"]}"'


def _line(charts: Charts, y: float, stroke: str) -> str:
    return f'<line x1="{charts.left}" x2="{charts.right}" y1="{y:g}" y2="{y:g}" stroke="{stroke}"/>'


def _tick(charts: Charts, x: float, row: int, paint: Paint) -> str:
    return line_of_text(x, charts.tick_y, str(row), paint["soft"], size=12, anchor="middle")


def _power(power: int) -> str:
    return str(10**power) if power < 4 else "10" + str(power).translate(SUPERSCRIPT)
