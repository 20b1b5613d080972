"""A bar chart of the codes left after each row, on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from textual.content import Content

from keypeg.terminal.draw.blocks import Block

LEVELS = " ▁▂▃▄▅▆▇█"
COLUMN = 5


def curve(counts: Sequence[int], height: int) -> Block:
    """Return the chart; `counts` holds the number of codes left before the first row and after each row."""
    most = log2(max(*counts, 2))
    eighths = [round(8 * height * log2(max(count, 1)) / most) if count else 0 for count in counts]
    # A single code left still gets a visible bar.
    eighths = [max(each, 1) if count else 0 for each, count in zip(eighths, counts, strict=True)]
    tops = [(each - 1) // 8 if each else 0 for each in eighths]
    lines: Block = []
    for level in range(height, -1, -1):
        line = Content("")
        for count, eighth, top in zip(counts, eighths, tops, strict=True):
            if level == top + 1 or (not eighth and level == 0):
                line = line + Content(f"{_short(count):^{COLUMN}}")
            else:
                part = min(max(eighth - 8 * level, 0), 8)
                line = line + Content.styled(f"{LEVELS[part] * (COLUMN - 2):^{COLUMN}}", "$accent")
        lines.append(line)
    numbers = (f"{number:^{COLUMN}}" for number in range(len(counts)))
    return [*lines, Content.styled("".join(numbers), "$quiet")]


def _short(count: int) -> str:
    if count < 10_000:
        return str(count)
    return f"{count // 1000}k" if count < 1_000_000 else f"{count // 1_000_000}M"
