"""Lay out tables of messages in columns, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from keypeg.message import Render, Text
from keypeg.tell.review import Table


def text_lines(render: Render, parts: Iterable[Text | Table]) -> Iterator[str]:
    """Render sentences and tables, line by line."""
    for part in parts:
        if isinstance(part, Table):
            yield from _columns(render, part)
        else:
            yield render(part)


def _columns(render: Render, table: Table) -> Iterator[str]:
    lines = [list(map(render, line)) for line in (table.head, *table.rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = zip(line, widths, strict=True)
        aligned = (f"{cell:{'>' if at in table.right else ''}{width}}" for at, (cell, width) in enumerate(cells))
        yield "  ".join(aligned).rstrip()
