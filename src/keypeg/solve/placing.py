"""Which rows can still be laid on a board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from keypeg.core.space import BLANK
from keypeg.solve.position import Position


@dataclass(frozen=True, slots=True)
class Placing:
    """`supply` pegs of each colour for the whole board, blanks free; with `fresh` no row may stand twice."""

    supply: int | None = None
    fresh: bool = False

    def allowed(self, node: Position) -> NDArray[np.bool_] | None:
        """Which guesses can be placed after the rows of a position, or None where all can."""
        layout = node.guesses
        placed = [guess for guess, _ in node.rows]
        allowed = np.ones(len(layout), dtype=np.bool_)
        if self.supply is not None:
            for colour, peg in enumerate(layout.space.pegs):
                if peg != BLANK:
                    counts = layout.counts[colour] // layout.space.holes
                    allowed &= counts <= self.supply - int(counts[placed].sum())
        if self.fresh:
            allowed[placed] = False
        return None if allowed.all() else allowed

    def may_place(self, guess: str, placed: list[str]) -> bool:
        """Whether one guess can be placed after others."""
        if self.fresh and guess in placed:
            return False
        rows = [*placed, guess]
        return self.supply is None or all(
            sum(row.count(peg) for row in rows) <= self.supply for peg in set(guess) - {BLANK}
        )
