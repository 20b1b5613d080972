"""Draw histograms of guesses as SVG: several strategies side by side, readable without colour."""

from __future__ import annotations

from collections.abc import Sequence

from keypeg.deduce.evaluation import Evaluation
from keypeg.drawing.svg import escaped
from keypeg.errors import Illegal

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 20, 64, 56

INKS = ("#3b6ea5", "#c8702a", "#4d8a57", "#8a5a9e", "#a83f3f", "#7a7a2e", "#3a8f93", "#6b5b4b")
HATCHES = ("", "M0 6L6 0", "M0 0L6 6", "M0 3H6", "M3 0V6", "M0 6L6 0M0 0L6 6", "M0 3H6M3 0V6", "M3 3h.1")


def histogram_svg(evaluations: Sequence[Evaluation], title: str, axis: str) -> str:
    """Draw how many codes each strategy breaks by the n-th guess, for one to eight strategies.

    `title` and `axis`, the label of the axis of guesses, are text in the user's language.
    """
    if not 1 <= len(evaluations) <= len(INKS):
        raise Illegal("plot-too-many", most=len(INKS))
    turns = range(1, max(e.worst for e in evaluations) + 1)
    most = max(max(e.histogram.values()) for e in evaluations)
    step = _nice(most / 4)
    top = step * -(-most // step)
    parts = [_defs(len(evaluations)), _text(WIDTH / 2, 22, title, size=18, anchor="middle")]
    parts += [_line(value, top) for value in range(0, top + 1, step)]
    slot = (WIDTH - LEFT - RIGHT) / len(turns)
    bar = slot * 0.8 / len(evaluations)
    for turn in turns:
        x = LEFT + slot * (turn - 1)
        parts.append(_text(x + slot / 2, HEIGHT - BOTTOM + 20, str(turn), anchor="middle"))
        for at, evaluation in enumerate(evaluations):
            times = evaluation.histogram.get(turn, 0)
            if times:
                parts.append(
                    _bar(x + slot * 0.1 + bar * at, _y(times, top), bar, at, f"{evaluation.by}, {turn}: {times}")
                )
    parts.append(_text(LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 14, axis, anchor="middle"))
    parts += [_legend(at, evaluation, len(evaluations)) for at, evaluation in enumerate(evaluations)]
    view = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {view} role="img" font-family="sans-serif" font-size="13">'
    return "\n".join([head, f"<title>{escaped(title)}</title>", *parts, "</svg>", ""])


def _nice(value: float) -> int:
    """Return the least of 1, 2, 5, 10, 20, … that is not below `value`."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if factor * size >= value:
                return factor * size
        size *= 10


def _y(value: float, top: int) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top


def _defs(count: int) -> str:
    patterns = [
        f'<pattern id="ink{at}" width="6" height="6" patternUnits="userSpaceOnUse">'
        f'<rect width="6" height="6" fill="{INKS[at]}"/>'
        f'<path d="{HATCHES[at]}" stroke="#fff" stroke-width="1.2"/></pattern>'
        for at in range(count)
    ]
    return "<defs>" + "".join(patterns) + f'</defs><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'


def _line(value: int, top: int) -> str:
    y = _y(value, top)
    rule = f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ccc"/>'
    return rule + _text(LEFT - 8, y + 4, str(value), anchor="end")


def _bar(x: float, y: float, width: float, at: int, label: str) -> str:
    box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{HEIGHT - BOTTOM - y:.1f}"'
    return f'<rect {box} fill="url(#ink{at})" stroke="#333" stroke-width=".5"><title>{escaped(label)}</title></rect>'


def _legend(at: int, evaluation: Evaluation, count: int) -> str:
    room = (WIDTH - LEFT - RIGHT) / min(count, 4)
    x, y = LEFT + room * (at % 4), 46 + 16 * (at // 4)
    key = f'<rect x="{x:.1f}" y="{y - 9}" width="12" height="10" fill="url(#ink{at})" stroke="#333" stroke-width=".5"/>'
    return key + _text(x + 17, y, f"{evaluation.by} {evaluation.mean:.4f}")


def _text(x: float, y: float, text: str, *, size: int = 13, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="#222">{escaped(text)}</text>'
