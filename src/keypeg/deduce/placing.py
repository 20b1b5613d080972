"""The rules on supply and repeated guesses, apart from any board: which guesses may follow others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from keypeg.core import Rules, Space
from keypeg.core.rows import Rows, rows_after, supply_beside


@dataclass(frozen=True, slots=True)
class Placing:
    """`supply` pegs by colour for the whole board, blanks free; with `fresh` no guess may be placed twice."""

    supply: Mapping[str, int] | None = None
    fresh: bool = False

    def __hash__(self) -> int:
        return hash((frozenset((self.supply or {}).items()), self.fresh))

    def rows(self, space: Space, placed: Sequence[str]) -> Rows:
        """Return the guesses of `space` that may follow those placed."""
        return rows_after(space, placed, self.supply, fresh=self.fresh)


def placing_of(rules: Rules, beside: Sequence[str] = ()) -> Placing:
    """Return what these rules allow; `beside` are rows of others that use up the same pegs."""
    return Placing(supply_beside(rules, beside), rules.fresh_guesses)
