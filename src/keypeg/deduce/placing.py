"""The rules on supply and repeated guesses, apart from any board: which guesses may follow others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keypeg.core import Rules, Space
from keypeg.core.rows import Rows, rows_after


@dataclass(frozen=True, slots=True)
class Placing:
    """`supply` pegs of each colour for the whole board, blanks free; with `fresh` no guess may be placed twice."""

    supply: int | None = None
    fresh: bool = False

    def rows(self, space: Space, placed: Sequence[str]) -> Rows:
        """Return the guesses of `space` that may follow those placed."""
        return rows_after(space, placed, self.supply, fresh=self.fresh)


def placing_of(rules: Rules) -> Placing:
    """Return what these rules allow."""
    return Placing(rules.supply, rules.fresh_guesses)
