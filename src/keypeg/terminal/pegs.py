"""Pegs in a terminal: colour, shape and digit together, so that none of them is needed alone."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style

from keypeg.core import BLANK, HIDDEN

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
"""By colour, one cell each; the first eight as they are engraved on the page."""

COLOURS = {
    "R": ("#c8322b", "#ffffff"),
    "O": ("#e8792b", "#2b1608"),
    "Y": ("#f2c230", "#3a2a00"),
    "G": ("#2f8f4e", "#ffffff"),
    "B": ("#2b62b8", "#ffffff"),
    "P": ("#7a3f98", "#ffffff"),
    "W": ("#f6f2ea", "#3a3026"),
    "N": ("#6b4326", "#ffffff"),
    "C": ("#2bb3c0", "#06282b"),
    "D": ("#565a60", "#ffffff"),
    "E": ("#0b6b57", "#ffffff"),
    "F": ("#d6489c", "#2b0a1e"),
    "H": ("#d9a441", "#2f1f00"),
    "K": ("#111111", "#ffffff"),
    "L": ("#a4d037", "#1e2b00"),
}
"""By colour: the peg, and what is engraved on it."""

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
"""The same in a terminal of sixteen colours."""


class Pegs:
    """Draws the pegs of one palette, in as many colours as the terminal has."""

    def __init__(self, palette: str, *, ansi: bool = False, wide: bool = False) -> None:
        self.palette = palette
        self.wide = wide
        """Four cells a peg instead of two."""
        self._colours = ANSI if ansi else COLOURS

    def sign(self, peg: str) -> str:
        """What is written on a peg beside its shape: the digit that places it; past nine its letter."""
        number = self.palette.index(peg) + 1
        return str(number) if number <= 9 else peg

    @property
    def cells(self) -> int:
        """How many cells a peg takes."""
        return 4 if self.wide else 2

    def draw(self, peg: str, struck: bool = False, /, **meta: int) -> Content:
        """A peg, a hole left empty (.), one that nothing was put in (""), or one that is hidden (?)."""
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
