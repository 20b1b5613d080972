"""Draw pegs with colour, shape and digit, so that no one has to rely on colour alone."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style

from keypeg.core import BLANK, HIDDEN
from keypeg.look import COLOURS

SHAPES = {
    "R": "●",
    "O": "▲",
    "Y": "◆",
    "G": "■",
    "B": "✚",
    "P": "★",
    "W": "○",
    "N": "≡",
    "C": "▼",
    "D": "♠",
    "E": "♣",
    "F": "♥",
    "H": "◐",
    "K": "✖",
    "L": "▶",
}
"""By colour: a shape one cell wide; the first eight are those engraved on the pegs of the page."""

ANSI = {
    "R": ("ansi_red", "ansi_bright_white"),
    "O": ("ansi_bright_red", "ansi_black"),
    "Y": ("ansi_bright_yellow", "ansi_black"),
    "G": ("ansi_green", "ansi_black"),
    "B": ("ansi_blue", "ansi_bright_white"),
    "P": ("ansi_magenta", "ansi_bright_white"),
    "W": ("ansi_bright_white", "ansi_black"),
    "N": ("ansi_yellow", "ansi_black"),
    "C": ("ansi_cyan", "ansi_black"),
    "D": ("ansi_bright_black", "ansi_bright_white"),
    "E": ("ansi_bright_green", "ansi_black"),
    "F": ("ansi_bright_magenta", "ansi_black"),
    "H": ("ansi_white", "ansi_black"),
    "K": ("ansi_black", "ansi_bright_white"),
    "L": ("ansi_bright_cyan", "ansi_black"),
}
"""By colour: the colours of the peg and of its engraving in a terminal with sixteen colours."""


class Pegs:
    """Draws the pegs of one palette in the colours that the terminal has."""

    def __init__(self, palette: str, *, ansi: bool = False, wide: bool = False) -> None:
        self.palette = palette
        self.wide = wide
        """Draw a peg in four cells instead of two."""
        self._colours = ANSI if ansi else COLOURS

    def sign(self, peg: str) -> str:
        """Return the digit that places a peg, or its letter from the tenth peg on."""
        number = self.palette.index(peg) + 1
        return str(number) if number <= 9 else peg

    @property
    def cells(self) -> int:
        """The width of a peg in cells."""
        return 4 if self.wide else 2

    def draw(self, peg: str, struck: bool = False, /, **meta: int) -> Content:
        """Return a peg, a blank (.), an untouched hole ("") or a hidden peg (?)."""
        if not peg:
            return self._styled(" ·", "$board-quiet", meta)
        if peg == BLANK:
            return self._styled("□.", "bold", meta)
        if peg == HIDDEN:
            return self._styled("▒▒", "$board-quiet", meta)
        background, ink = self._colours[peg]
        style = f"bold {ink} on {background}" + (" strike" if struck else "")
        return self._styled(f"{SHAPES[peg]}{self.sign(peg)}", style, meta)

    def _styled(self, text: str, style: str, meta: dict[str, int]) -> Content:
        drawn = Content.styled(f" {text} " if self.wide else text, style)
        return drawn.stylize(Style.from_meta(meta)) if meta else drawn
