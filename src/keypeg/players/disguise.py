"""Other names for holes and colours, so that an opponent cannot learn which code a strategy asks for first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from keypeg.core import BLANK, Marks, Space

Rows = Sequence[tuple[str, Marks]]


@dataclass(frozen=True, slots=True)
class Disguise:
    """`holes[n]` is the hole that the strategy takes for the n-th; `pegs` says what each peg is to the strategy."""

    holes: tuple[int, ...]
    pegs: dict[int, str]

    def rows(self, rows: Rows) -> tuple[tuple[str, Marks], ...]:
        """Rows of the board as the strategy is told of them; marks stay what they are."""
        return tuple((self._told(guess), marks) for guess, marks in rows)

    def guess(self, code: str) -> str:
        """The strategy's guess as it is placed on the board."""
        back = {ord(seen): chr(peg) for peg, seen in self.pegs.items()}
        placed = [""] * len(code)
        for hole, peg in zip(self.holes, code.translate(back), strict=True):
            placed[hole] = peg
        return "".join(placed)

    def _told(self, code: str) -> str:
        return "".join(code[hole] for hole in self.holes).translate(self.pegs)


def disguise(space: Space, random: Random) -> Disguise:
    """One of all disguises; the blank, of which there are always enough, stays what it is."""
    colours = space.pegs.replace(BLANK, "")
    others = random.sample(colours, len(colours))
    return Disguise(
        tuple(random.sample(range(space.holes), space.holes)),
        {ord(peg): other for peg, other in zip(colours, others, strict=True)},
    )
