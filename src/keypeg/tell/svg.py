"""Draw boards and charts as SVG, coloured by the style sheet of their page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, log10

from keypeg.boxes.pegs import COLOURS, SHAPES
from keypeg.core import BLANK, Marks

PITCH, KEY_PITCH = 44, 15
ROW, EDGE = 48, 12


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A row to draw: its pegs, one letter of "bw-?" per key hole, and its text for screen readers."""

    number: int
    guess: str
    keys: str
    said: str


def keys_of(marks: Marks, holes: int) -> str:
    """Return marks as key pegs, exact ones first."""
    return "b" * marks.exact + "w" * marks.near + "-" * (holes - sum(marks))


def sprites() -> str:
    """Return the symbols that boards refer to, once per page."""
    pegs = "".join(
        f'<symbol id="peg-{letter}" viewBox="-22 -22 44 44"><circle r="18" fill="{body}" class="rim"/>'
        f'<circle r="18" fill="url(#shade)"/><path d="{SHAPES[letter]}" fill="{ink}" fill-rule="evenodd"/></symbol>'
        for letter, (body, ink) in COLOURS.items()
    )
    return (
        '<svg width="0" height="0" class="sprites" aria-hidden="true"><defs>'
        '<radialGradient id="shade" cx=".38" cy=".3" r=".8"><stop offset="0" stop-color="#fff" stop-opacity=".35"/>'
        '<stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset=".75" stop-opacity="0"/>'
        '<stop offset="1" stop-opacity=".32"/></radialGradient>'
        '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="6" height="6" class="hatch-ground"/><rect width="3" height="6" class="hatch-line"/></pattern>'
        f"{pegs}</defs></svg>"
    )


def board_svg(rows: Sequence[DrawnRow], label: str) -> str:
    """Draw a board, the first row on top."""
    holes = max((len(row.guess) for row in rows), default=0)
    keys = max((len(row.keys) for row in rows), default=0)
    across = max(1, ceil(keys / 2))
    width = 2 * EDGE + 24 + holes * PITCH + 10 + across * KEY_PITCH + 8
    height = 2 * EDGE + len(rows) * ROW
    drawn = "".join(_row(row, at, holes, across) for at, row in enumerate(rows))
    return (
        f'<svg class="board" viewBox="0 0 {width} {height}" role="group" aria-label="{escape(label)}" '
        f'style="max-width:{round(width * 1.1)}px">'
        f'<rect class="wood" x="1" y="1" width="{width - 2}" height="{height - 2}" rx="16"/>{drawn}</svg>'
    )


def _row(row: DrawnRow, at: int, holes: int, across: int) -> str:
    y = EDGE + at * ROW + ROW / 2
    x = EDGE + 24
    pegs = "".join(
        f'<circle class="hole" cx="{x + PITCH * (hole + 0.5):g}" cy="{y:g}" r="8"/>'
        if peg == BLANK
        else f'<use href="#peg-{peg}" x="{x + PITCH * hole + 1:g}" y="{y - 21:g}" width="42" height="42"/>'
        for hole, peg in enumerate(row.guess)
    )
    plate = x + holes * PITCH + 6
    keys = "".join(
        _key(key, plate + 7.5 + KEY_PITCH * (place % across) + 2, y + (KEY_PITCH / 2) * (1 if place >= across else -1))
        for place, key in enumerate(row.keys)
    )
    return (
        f'<g role="img" aria-label="{escape(row.said)}">'
        f'<text class="number" x="{EDGE + 16}" y="{y + 4:g}" text-anchor="end">{row.number}</text>{pegs}'
        f'<rect class="plate" x="{plate:g}" y="{y - 18:g}" width="{across * KEY_PITCH + 4:g}" height="36" rx="8"/>'
        f"{keys}</g>"
    )


def _key(key: str, x: float, y: float) -> str:
    name, radius = {"b": ("exact", 5.6), "w": ("near", 5.6), "-": ("none", 2.4)}.get(key, ("none", 1.2))
    spark = f'<circle class="spark" cx="{x:g}" cy="{y:g}" r="1.8"/>' if key == "b" else ""
    return f'<circle class="{name}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>{spark}'


WIDTH, LEFT, RIGHT = 360, 46, 16
TOP, PLOT, BOTTOM = 18, 150, 38


def curve_svg(counts: Sequence[int], texts: Sequence[str], label: str) -> str:
    """Draw the codes left before the first row and after each on a logarithmic scale; `texts` are the numbers."""
    top = max(1, ceil(log10(max(counts))))
    xs = _places(len(counts), inset=22)
    ys = [_height(log10(count) / top) for count in counts]
    lines = "".join(
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{_height(power / top):g}" '
        f'y2="{_height(power / top):g}"/><text class="tick" x="{LEFT - 6}" y="{_height(power / top) + 4:g}" '
        f'text-anchor="end">{10**power if power < 4 else _power(power)}</text>'
        for power in range(top + 1)
    )
    path = " ".join(f"{x:g},{y:g}" for x, y in zip(xs, ys, strict=True))
    crowded = len(counts) > 9
    dots = "".join(
        f'<circle class="dot" cx="{x:g}" cy="{y:g}" r="4.5"/>'
        + ("" if crowded and at % 2 else _value(x, y - 9, text))
        + f'<text class="tick" x="{x:g}" y="{TOP + PLOT + BOTTOM - 8}" text-anchor="middle">{at}</text>'
        for at, (x, y, text) in enumerate(zip(xs, ys, texts, strict=True))
    )
    return _chart(f'{lines}<polyline class="curve" points="{path}"/>{dots}', label)


@dataclass(frozen=True, slots=True)
class Bar:
    """Loss (at least 0) and luck of a row, with their numbers as text."""

    number: int
    loss: float
    luck: float
    loss_text: str
    luck_text: str


def bars_svg(bars: Sequence[Bar], label: str) -> str:
    """Draw good luck upwards, loss and bad luck downwards."""
    up = max(0.25, *(bar.luck for bar in bars))
    down = max(0.25, *(max(bar.loss, -bar.luck) for bar in bars))
    zero = TOP + PLOT * up / (up + down)
    scale = PLOT / (up + down)
    width = min(26.0, (WIDTH - LEFT - RIGHT) / len(bars) * 0.4)
    crowded = len(bars) > 6
    drawn = ""
    for x, bar in zip(_places(len(bars), inset=width + 4), bars, strict=True):
        for name, left, size, text in (
            ("loss", x - width - 1, -bar.loss * scale, bar.loss_text),
            ("luck", x + 1, bar.luck * scale, bar.luck_text),
        ):
            drawn += f'<rect class="{name}" x="{left:g}" y="{zero - max(size, 0):g}" width="{width:g}" '
            drawn += f'height="{abs(size):g}"/>'
            if size and not crowded:
                drawn += _value(left + width / 2, zero - size + (-4 if size > 0 else 12), text)
        drawn += f'<text class="tick" x="{x:g}" y="{TOP + PLOT + BOTTOM - 8}" text-anchor="middle">{bar.number}</text>'
    line = f'<line class="axis" x1="{LEFT - 24}" x2="{WIDTH - RIGHT}" y1="{zero:g}" y2="{zero:g}"/>'
    return _chart(drawn + line, label)


def _value(x: float, y: float, text: str) -> str:
    return f'<text class="value" x="{x:g}" y="{y:g}" text-anchor="middle">{escape(text)}</text>'


def _power(power: int) -> str:
    return f'10<tspan dy="-4" class="power">{power}</tspan>'


def _places(many: int, inset: float) -> list[float]:
    """Return `many` places side by side."""
    lo, hi = LEFT + inset, WIDTH - RIGHT - inset
    return [(lo + hi) / 2] if many == 1 else [lo + (hi - lo) * at / (many - 1) for at in range(many)]


def _height(part: float) -> float:
    return TOP + PLOT * (1 - part)


def _chart(body: str, label: str) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {TOP + PLOT + BOTTOM}" role="img" '
        f'aria-label="{escape(label)}">{body}</svg>'
    )
