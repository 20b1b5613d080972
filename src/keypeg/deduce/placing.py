"""The rules on supply and repeated guesses, independent of any board: which guesses may follow others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from keypeg.core import Rules, Space
from keypeg.core.rows import Rows, pegs_in_all, pegs_less, rows_after


@dataclass(frozen=True, slots=True)
class Placing:
    """Limits on guesses: `supply` pegs by colour for the whole board, blanks free; with `fresh`, no repeats."""

    supply: Mapping[str, int] | None = None
    fresh: bool = False
    beside: tuple[str, ...] = ()
    """Rows of other seats, turn by turn, that use up the same pegs once they are open."""

    def __hash__(self) -> int:
        return hash((frozenset((self.supply or {}).items()), self.fresh, self.beside))

    def rows(self, space: Space, placed: Sequence[str]) -> Rows:
        """Return the guesses of `space` that may follow those placed."""
        supply = pegs_less(self.supply, self.beside[: len(placed)])
        return rows_after(space, placed, supply, fresh=self.fresh)


def placing_of(rules: Rules, beside: Sequence[str] = ()) -> Placing:
    """Return the limits that these rules set. `beside` holds rows of other seats that use up the same pegs."""
    return Placing(pegs_in_all(rules), rules.fresh_guesses, tuple(beside))
