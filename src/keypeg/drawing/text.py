"""Write scenes and evaluations as text, for `print`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from keypeg.core import BLANK
from keypeg.deduce.evaluation import Evaluation
from keypeg.drawing.scene import Group, Scene, SceneBoard

GAP = " " * 4
BAR = 40
"""The length of the longest bar, in characters."""


def scene_text(scene: Scene) -> str:
    """Write a match: title and status, then the boards of each code side by side."""
    parts = [f"{scene.title}\n{scene.status}", *(text for group in scene.groups if (text := _group(group)))]
    return "\n\n".join(parts)


def evaluation_text(found: Evaluation) -> str:
    """Write the figures of a strategy and a bar for every number of guesses."""
    most = max(found.histogram.values())
    head = (
        f"{found.by}: {found.total:,} guesses for {found.codes:,} codes, mean {found.mean:.4f}, at worst {found.worst}"
    )
    width = len(f"{most:,}")
    bars = (
        f"{guesses:>2}  {codes:>{width},}  {'#' * max(1, round(BAR * codes / most))}"
        for guesses, codes in sorted(found.histogram.items())
    )
    return "\n".join((f"{head}, proved" if found.proved else head, *bars))


def _group(group: Group) -> str:
    return "\n".join([*([group.heading] if group.heading else []), *_side_by_side(group.boards), *group.notes])


def _side_by_side(boards: Iterable[SceneBoard]) -> Iterator[str]:
    columns = [list(_lines(board)) for board in boards]
    widths = [max(map(len, column)) for column in columns]
    for lines in zip_longest(*columns, fillvalue=""):
        yield GAP.join(f"{line:{width}}" for line, width in zip(lines, widths, strict=True)).rstrip()


def _lines(board: SceneBoard) -> Iterator[str]:
    """Write a board: its name, the code, then the rows that are placed."""
    yield board.drawn.name
    yield f"    {_pegs(board.drawn.code)}"
    for row, marks in zip(board.drawn.rows, board.marks, strict=False):
        yield f"{row.number:>2}  {_pegs(row.pegs)}  {marks}"


def _pegs(code: str) -> str:
    return " ".join(code or BLANK)
