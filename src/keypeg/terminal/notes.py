"""Notes at the board: which colours a person holds for impossible in which hole."""

from __future__ import annotations

from textual.content import Content

from keypeg.terminal.blocks import Block
from keypeg.terminal.pegs import Pegs


class Notes:
    """Crossed-out colours, hole by hole."""

    def __init__(self) -> None:
        self.struck: set[tuple[int, str]] = set()

    def toggle(self, hole: int, peg: str) -> None:
        self.struck ^= {(hole, peg)}

    def draw(self, pegs: Pegs, holes: int) -> Block:
        """A line a colour, a column a hole."""
        return [
            pegs.draw(peg)
            + Content("  ")
            + Content(" ").join(
                Content.styled("×", "$error bold") if (hole, peg) in self.struck else Content.styled("·", "dim")
                for hole in range(holes)
            )
            for peg in pegs.palette
        ]
