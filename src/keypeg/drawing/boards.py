"""Draw boards: the code on top, then the rows from first to last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from keypeg.core import BLANK, HIDDEN, Marks
from keypeg.drawing.svg import ID, Paint, escaped, line_of_text

PITCH, PEG = 44, 46
KEY_PITCH, KEY = 16, 15
ROW, EDGE, NUMBER = 46, 12, 24


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A row to draw: its pegs, one letter of "bw-?" per key hole, and its text for screen readers."""

    number: int
    pegs: str
    keys: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board to draw. `code` stands above the rows, if it is drawn at all."""

    name: str
    rows: Sequence[DrawnRow]
    code: str = ""
    answered_by: tuple[int, ...] = ()
    """The seat of every key, where seats answer one by one."""

    @property
    def holes(self) -> int:
        return max((len(row.pegs) for row in self.rows), default=len(self.code))

    @property
    def keys_across(self) -> int:
        most = max((len(row.keys) for row in self.rows), default=0)
        return max(1, most if self.answered_by else ceil(most / 2))

    @property
    def width(self) -> int:
        return 2 * EDGE + NUMBER + self.holes * PITCH + 10 + self.keys_across * KEY_PITCH + 4

    @property
    def height(self) -> int:
        return 2 * EDGE + (len(self.rows) + bool(self.code)) * ROW


def keys_of(marks: Marks, holes: int) -> str:
    """Return marks as key pegs, exact ones first."""
    return "b" * marks.exact + "w" * marks.near + "-" * (holes - sum(marks))


def board_svg(board: DrawnBoard, paint: Paint) -> str:
    """Return a board as an SVG element for a page that already contains the symbols."""
    size = f'viewBox="0 0 {board.width} {board.height}" style="max-width:{round(board.width * 1.1)}px"'
    return f'<svg class="board" {size} role="group" aria-label="{escaped(board.name)}">{draw_board(board, paint)}</svg>'


def draw_board(board: DrawnBoard, paint: Paint) -> str:
    """Return a board as a part of a picture."""
    wood = f'fill="{paint["wood"]}" stroke="{paint["line"]}"'
    drawn = f'<rect x="1" y="1" width="{board.width - 2}" height="{board.height - 2}" rx="14" {wood}/>'
    y = EDGE + ROW / 2
    if board.code:
        line = f'x1="{EDGE}" x2="{board.width - EDGE}" y1="{y + ROW / 2:g}" y2="{y + ROW / 2:g}"'
        drawn += f'{_pegs(board.code, y)}<line {line} stroke="{paint["line"]}"/>'
        y += ROW
    for at, row in enumerate(board.rows):
        drawn += _row(board, row, y + at * ROW, paint)
    return drawn


def _row(board: DrawnBoard, row: DrawnRow, y: float, paint: Paint) -> str:
    number = line_of_text(EDGE + 16, y + 4, str(row.number), paint["soft"], size=12, anchor="end")
    said = f'role="img" aria-label="{escaped(row.said)}"' if row.said else 'aria-hidden="true"'
    plate = EDGE + NUMBER + board.holes * PITCH + 6
    box = f'x="{plate:g}" y="{y - 19:g}" width="{board.keys_across * KEY_PITCH + 4:g}" height="38" rx="8"'
    drawn = f'{number}{_pegs(row.pegs, y)}<rect {box} fill="{paint["plate"]}"/>'
    across = board.keys_across
    for at, key in enumerate(row.keys):
        x = plate + 2 + KEY_PITCH * (at % across + 0.5)
        if board.answered_by:
            drawn += _key(key, x, y - 6)
            drawn += line_of_text(x, y + 14, str(board.answered_by[at]), paint["key-exact"], size=11, anchor="middle")
        else:
            drawn += _key(key, x, y + KEY_PITCH / 2 * (1 if at >= across else -1))
    return f"<g {said}>{drawn}</g>"


def _pegs(code: str, y: float) -> str:
    x = EDGE + NUMBER + (PITCH - PEG) / 2
    return "".join(_symbol(_name(peg), x + PITCH * hole, y - PEG / 2, PEG) for hole, peg in enumerate(code))


def _name(peg: str) -> str:
    return "hole" if peg == BLANK else "peg-hidden" if peg == HIDDEN else f"peg-{peg}"


def _key(key: str, x: float, y: float) -> str:
    """Draw a key peg, an empty key hole, or (smaller) one that is not answered yet."""
    name, size = {"b": ("exact", KEY), "w": ("near", KEY), "-": ("none", KEY)}.get(key, ("none", 7))
    return _symbol(f"key-{name}", x - size / 2, y - size / 2, size)


def _symbol(name: str, x: float, y: float, size: float) -> str:
    return f'<use href="#{ID}{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'
