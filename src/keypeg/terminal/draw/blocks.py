"""Lay out blocks of lines beside and below each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TypeAlias

from textual.content import Content

Block: TypeAlias = list[Content]


def width_of(block: Iterable[Content]) -> int:
    return max((line.cell_length for line in block), default=0)


def beside(blocks: Sequence[Block], gap: int = 3) -> Block:
    """Return the blocks side by side, aligned at the top."""
    widths = [width_of(block) for block in blocks]
    lines = []
    for row in zip_longest(*blocks):
        line = Content("")
        for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
            text = cell if cell is not None else Content("")
            last = at == len(blocks) - 1
            line = line + text + Content(" " * (width - text.cell_length + (0 if last else gap)))
        lines.append(line)
    return lines


def in_lines(blocks: Sequence[Block], width: int, gap: int = 3) -> Block:
    """Return the blocks in lines, with as many side by side as fit into the width."""
    if not blocks:
        return []
    widest = max(map(width_of, blocks))
    fit = max(1, (width + gap) // (widest + gap))
    columns = -(-len(blocks) // -(-len(blocks) // fit))
    lines: Block = []
    for at in range(0, len(blocks), columns):
        if lines:
            lines.append(Content(""))
        lines += beside(blocks[at : at + columns], gap)
    return lines


def clipped(line: Content, width: int) -> Content:
    """Return the line cut to this width, with an ellipsis."""
    return line if line.cell_length <= width else line.truncate(width, ellipsis=True)
