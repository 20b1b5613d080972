"""Draw the charts of a review: the codes left after every row, and loss and luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log10

from keypeg.drawing.svg import ID, Paint, escaped, line_of_text

WIDTH, LEFT, RIGHT = 360, 46, 16
TOP, PLOT, BOTTOM = 18, 150, 38
HEIGHT = TOP + PLOT + BOTTOM
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def chart_svg(chart: str, label: str) -> str:
    """Return a chart as a picture on a page that has the hatching."""
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escaped(label)}">{chart}</svg>'


def draw_curve(counts: Sequence[int], texts: Sequence[str], paint: Paint) -> str:
    """Draw the codes left before the first row and after each on a logarithmic scale; `texts` are the numbers."""
    top = max(1, ceil(log10(max(counts))))
    xs = _places(len(counts), inset=22)
    ys = [_height(log10(count) / top) for count in counts]
    lines = "".join(
        _line(LEFT, _height(power / top), paint["line"])
        + line_of_text(LEFT - 6, _height(power / top) + 4, _power(power), paint["soft"], size=12, anchor="end")
        for power in range(top + 1)
    )
    path = " ".join(f"{x:g},{y:g}" for x, y in zip(xs, ys, strict=True))
    crowded = len(counts) > 9
    stroke = f'stroke="{paint["accent"]}" stroke-width="2.5"'
    dots = "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="4.5" fill="{paint["card"]}" {stroke}/>'
        + ("" if crowded and at % 2 else _value(x, y - 9, text, paint))
        + _tick(x, at, paint)
        for at, (x, y, text) in enumerate(zip(xs, ys, texts, strict=True))
    )
    return f'{lines}<polyline points="{path}" fill="none" stroke-linejoin="round" {stroke}/>{dots}'


@dataclass(frozen=True, slots=True)
class Bar:
    """Loss (at least 0) and luck of a row, with their numbers as text."""

    number: int
    loss: float
    luck: float
    loss_text: str
    luck_text: str


def draw_bars(bars: Sequence[Bar], paint: Paint) -> str:
    """Draw good luck upwards, loss and bad luck downwards."""
    up = max(0.25, *(bar.luck for bar in bars))
    down = max(0.25, *(max(bar.loss, -bar.luck) for bar in bars))
    zero = TOP + PLOT * up / (up + down)
    scale = PLOT / (up + down)
    width = min(26.0, (WIDTH - LEFT - RIGHT) / len(bars) * 0.4)
    crowded = len(bars) > 6
    drawn = ""
    for x, bar in zip(_places(len(bars), inset=width + 4), bars, strict=True):
        for fill, left, size, text in (
            (loss_fill(paint), x - width - 1, -bar.loss * scale, bar.loss_text),
            (luck_fill(paint), x + 1, bar.luck * scale, bar.luck_text),
        ):
            box = f'x="{left:g}" y="{zero - max(size, 0):g}" width="{width:g}" height="{abs(size):g}"'
            drawn += f"<rect {box} {fill}/>"
            if size and not crowded:
                drawn += _value(left + width / 2, zero - size + (-4 if size > 0 else 12), text, paint)
        drawn += _tick(x, bar.number, paint)
    return drawn + _line(LEFT - 24, zero, paint["soft"])


def loss_fill(paint: Paint) -> str:
    return f'fill="url(#{ID}hatch)" stroke="{paint["warn"]}"'


def luck_fill(paint: Paint) -> str:
    return f'fill="{paint["accent"]}"'


def _line(left: float, y: float, stroke: str) -> str:
    return f'<line x1="{left:g}" x2="{WIDTH - RIGHT}" y1="{y:g}" y2="{y:g}" stroke="{stroke}"/>'


def _value(x: float, y: float, text: str, paint: Paint) -> str:
    return line_of_text(x, y, text, paint["ink"], size=12, anchor="middle")


def _tick(x: float, number: int, paint: Paint) -> str:
    return line_of_text(x, HEIGHT - 8, str(number), paint["soft"], size=12, anchor="middle")


def _power(power: int) -> str:
    return str(10**power) if power < 4 else "10" + str(power).translate(SUPERSCRIPT)


def _places(many: int, inset: float) -> list[float]:
    """Return `many` places side by side."""
    lo, hi = LEFT + inset, WIDTH - RIGHT - inset
    return [(lo + hi) / 2] if many == 1 else [lo + (hi - lo) * at / (many - 1) for at in range(many)]


def _height(part: float) -> float:
    return TOP + PLOT * (1 - part)
