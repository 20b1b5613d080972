"""The rules on supply and repeated guesses, independent of any board: which guesses may follow others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from keypeg.core import Rules, Space
from keypeg.core.rows import Rows, pegs_in_all, pegs_less, rows_after
from keypeg.core.space import BLANK


@dataclass(frozen=True, slots=True)
class Placing:
    """Limits on guesses: `supply` pegs by colour for the whole board, blanks free; with `fresh`, no repeats."""

    supply: Mapping[str, int] | None = None
    fresh: bool = False
    beside: tuple[str, ...] = ()
    """Rows of other seats, turn by turn, that use up the same pegs once they are open."""

    def __hash__(self) -> int:
        return hash((frozenset((self.supply or {}).items()), self.fresh, self.beside))

    def is_symmetric(self, space: Space) -> bool:
        """Return True if these limits are the same for all pegs of `space`. Blanks never run out, so they differ."""
        if self.supply is None:
            return True
        return BLANK not in space.pegs and not self.beside and len(set(self.supply.values())) <= 1

    def rows(self, space: Space, placed: Sequence[str]) -> Rows:
        """Return the guesses of `space` that may follow those placed."""
        supply = pegs_less(self.supply, self.beside[: len(placed)])
        return rows_after(space, placed, supply, fresh=self.fresh)

    def lasts(self, space: Space, placed: Sequence[str], rows: int) -> bool:
        """Return True if the pegs suffice for `rows` more guesses, whatever they are."""
        left = rows_after(space, placed, pegs_less(self.supply, self.beside), fresh=False).left
        return left is None or min(left.values()) >= rows * (1 if space.distinct else space.holes)

    def allows(self, space: Space, placed: Sequence[str], branch: Iterable[tuple[int, str]]) -> bool:
        """Return True if every guess of a branch, in preorder with depths, can be placed when its turn comes."""
        way = list(placed)
        for depth, guess in branch:
            del way[len(placed) + depth :]
            if guess not in self.rows(space, way):
                return False
            way.append(guess)
        return True


def placing_of(rules: Rules, beside: Sequence[str] = ()) -> Placing:
    """Return the limits that these rules set. `beside` holds rows of other seats that use up the same pegs."""
    return Placing(pegs_in_all(rules), rules.fresh_guesses, tuple(beside))
