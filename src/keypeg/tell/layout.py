"""Lay out tables of messages in columns, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from keypeg.message import Render, Text
from keypeg.tell.review import Table

GAP = 2
"""Spaces between columns."""

Cell = TypeVar("Cell")


def text_lines(render: Render, parts: Iterable[Text | Table], width: int | None = None) -> Iterator[str]:
    """Render sentences and tables line by line, with tables fitted into `width` characters if it is given."""
    for part in parts:
        if isinstance(part, Table):
            yield from _table(render, part, width)
        else:
            yield render(part)


def packed(cells: Iterable[tuple[Cell, int]], width: int) -> Iterator[list[Cell]]:
    """Wrap cells, given with their lengths, into lines of at most `width`; callers indent all but the first by GAP."""
    line: list[Cell] = []
    used = 0
    for cell, length in cells:
        if line and used + GAP + length > width:
            yield line
            line, used = [], 0
        line.append(cell)
        used += GAP + length
    if line:
        yield line


def _table(render: Render, table: Table, width: int | None) -> Iterator[str]:
    head, *rows = ([render(cell) for cell in line] for line in (table.head, *table.rows))
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    if width is not None and sum(widths) + GAP * (len(widths) - 1) > width:
        for row in rows:
            yield from _block(head, row, width)
        return
    for line in (head, *rows):
        cells = zip(line, widths, strict=True)
        aligned = (f"{cell:{'>' if at in table.right else ''}{wide}}" for at, (cell, wide) in enumerate(cells))
        yield (" " * GAP).join(aligned).rstrip()


def _block(head: Sequence[str], row: Sequence[str], width: int) -> Iterator[str]:
    """Lay out one row of a table that is too wide: each cell after its title, on as many lines as needed."""
    cells = [f"{title} {cell}" for title, cell in zip(head, row, strict=True) if cell]
    for at, line in enumerate(packed(((cell, len(cell)) for cell in cells), width)):
        yield " " * GAP * bool(at) + (" " * GAP).join(line)
