"""Rename holes and colours, so that an opponent cannot learn which code a strategy guesses first."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from keypeg.core import Marks, Space
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import MarkedRows


@dataclass(frozen=True, slots=True)
class Disguise:
    """`holes[n]` is the hole that the strategy sees as the n-th; `pegs` maps each peg to the one that it sees."""

    holes: tuple[int, ...]
    pegs: dict[int, str]

    def rows(self, rows: MarkedRows) -> tuple[tuple[str, Marks], ...]:
        """Return the rows of the board as the strategy sees them; marks stay the same."""
        return tuple((self._renamed(guess), marks) for guess, marks in rows)

    def guess(self, code: str) -> str:
        """Return the strategy's guess as it is placed on the board."""
        back = {ord(seen): chr(peg) for peg, seen in self.pegs.items()}
        placed = [""] * len(code)
        for hole, peg in zip(self.holes, code.translate(back), strict=True):
            placed[hole] = peg
        return "".join(placed)

    def placing(self, placing: Placing) -> Placing:
        """Return the placing rules under the names that the strategy uses."""
        if placing.supply is None:
            return placing
        supply = {self.pegs.get(ord(peg), peg): count for peg, count in placing.supply.items()}
        return Placing(supply, placing.fresh, tuple(row.translate(self.pegs) for row in placing.beside))

    def _renamed(self, code: str) -> str:
        return "".join(code[hole] for hole in self.holes).translate(self.pegs)


def disguise(space: Space, random: Random) -> Disguise:
    """Return a random disguise. The blank, which never runs out, keeps its name."""
    colours = space.palette
    others = random.sample(colours, len(colours))
    return Disguise(
        tuple(random.sample(range(space.holes), space.holes)),
        {ord(peg): other for peg, other in zip(colours, others, strict=True)},
    )
