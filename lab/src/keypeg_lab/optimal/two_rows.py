"""The cells of two guesses, found once for all pairs of guesses that differ only in names or order.

Renaming holes and colours does not change marks, nor does the order of two rows. So the codes that fit two rows are
worth the same as those that fit the same rows renamed or swapped, whichever opening they follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.problem import Problem
from keypeg.solve.for_lab import Indices, Layout, kinds, layout_of, mark_ids
from keypeg_lab.optimal.checkpoint import RowIds

Digits = tuple[int, ...]


@dataclass(frozen=True)
class TwoRows:
    """Two guesses after renaming, and the codes by their marks."""

    problem: Problem
    first: int
    second: int

    @cached_property
    def _sorted(self) -> tuple[Indices, NDArray[np.int64]]:
        """All codes sorted by both marks, and where each pair of marks begins."""
        layout, guesses = layout_of(self.problem.codes), layout_of(self.problem.guesses)
        width = win_id(self.problem.holes) + 1
        one, two = (
            mark_ids(layout.rows, layout.counts, guesses.digits[at], guesses.needs[at])
            for at in (self.first, self.second)
        )
        both = one.astype(np.uint16) * np.uint16(width) + two
        counts = np.bincount(both, minlength=width * width)
        return np.argsort(both, kind="stable").astype(np.int32), np.concatenate(([0], np.cumsum(counts)))

    def codes(self, first: int, second: int) -> Indices:
        """Return the codes that give these marks, ascending."""
        order, starts = self._sorted
        at = first * (win_id(self.problem.holes) + 1) + second
        return order[starts[at] : starts[at + 1]]

    def sizes(self) -> NDArray[np.int64]:
        """Count the codes by the mark of the first guess (line) and of the second (column)."""
        width = win_id(self.problem.holes) + 1
        return np.diff(self._sorted[1]).reshape(width, width)

    def opens(self, first: int, second: int) -> NDArray[np.uint8]:
        """Return, for every third guess, 1 if it is to be tried after these marks, 0 if a symmetry makes it redundant.

        If both marks are the same, a symmetry may also swap the two rows.
        """
        packed = _opens(self.problem, self.first, self.second, turned=first == second)
        return np.unpackbits(packed, count=len(layout_of(self.problem.guesses)))


@lru_cache(maxsize=20_000)
def _opens(problem: Problem, first: int, second: int, *, turned: bool) -> NDArray[np.uint8]:
    digits = layout_of(problem.guesses).digits
    opens = np.zeros(len(digits), dtype=np.uint8)
    opens[kinds(problem.guesses, (_tuple(digits[first]), _tuple(digits[second])), turned=turned)] = 1
    return np.packbits(opens)


@dataclass(frozen=True, slots=True)
class Renaming:
    """Hole h of the image is hole `holes[h]` of the original; `names` are pairs of a colour and its new name."""

    holes: Digits
    names: tuple[tuple[int, int], ...]

    def undo(self, guesses: NDArray[np.uint8], colours: int) -> NDArray[np.uint8]:
        """Return the originals of guesses, given as colours by hole; unassigned names stand for the other colours."""
        back = {new: old for old, new in self.names}
        free = iter(colour for colour in range(colours) if colour not in dict(self.names))
        table = np.array([back[new] if new in back else next(free) for new in range(colours)], dtype=np.uint8)
        originals = np.empty_like(guesses)
        originals[:, list(self.holes)] = table[guesses]
        return originals


@dataclass(frozen=True, slots=True)
class Turned:
    """Two guesses as played; `forward` renames them to `rows`, `backward` does so with the second one first."""

    rows: TwoRows
    forward: Renaming | None
    backward: Renaming | None

    def key(self, first: int, second: int) -> RowIds:
        """Return the renamed rows for these marks of the guesses as played."""
        one, two = (second, first) if self.is_turned(first, second) else (first, second)
        return (self.rows.first, one), (self.rows.second, two)

    def is_turned(self, first: int, second: int) -> bool:
        """Return True if these marks put the second row first. If both orders fit, the lesser mark comes first."""
        return self.forward is None or (self.backward is not None and first > second)

    def renaming(self, first: int, second: int) -> Renaming:
        """Return the renaming that turns the rows as played into the key."""
        found = self.backward if self.is_turned(first, second) else self.forward
        assert found is not None
        return found

    def all_sizes(self) -> NDArray[np.int64]:
        """Count the codes by the mark of the guess played first (line) and of the other (column)."""
        sizes = self.rows.sizes()
        return sizes.T if self.forward is None else sizes


@lru_cache(maxsize=20_000)
def two_rows(problem: Problem, first: int, second: int) -> Turned:
    """Rename and order two guesses so that all equivalent pairs become the same pair."""
    layout = layout_of(problem.guesses)
    one, two = layout.digits[first], layout.digits[second]
    forward, backward = _least_image(one, two), _least_image(two, one)
    image = min(forward[0], backward[0])
    ends = _index(layout, image[: problem.holes]), _index(layout, image[problem.holes :])
    turns = (renaming if found == image else None for found, renaming in (forward, backward))
    return Turned(_rows(problem, *ends), *turns)


@lru_cache(maxsize=20_000)
def _rows(problem: Problem, first: int, second: int) -> TwoRows:
    return TwoRows(problem, first, second)


def _least_image(one: NDArray[np.uint8], two: NDArray[np.uint8]) -> tuple[Digits, Renaming]:
    """Return the least image of two joined guesses under moving holes and naming colours as they appear, and how.

    Names ascend as their colours appear, so images compare like the places where each colour appears first. Of the
    first guess alone, the least image has its most frequent colour first, and so on.
    """
    counts = np.bincount(one)
    by_count = np.lexsort((one, -counts[one]))
    orders = by_count[_orders(tuple(sorted(counts[counts > 0].tolist(), reverse=True)))]
    joined = np.hstack((one[orders], two[orders]))
    firsts = (joined[:, :, None] == joined[:, None, :]).argmax(axis=2).astype(np.uint64)
    width = joined.shape[1]
    # At most 16 digits of base 16, which fills 64 bits.
    ranks = firsts @ np.uint64(width) ** np.arange(width - 1, -1, -1, dtype=np.uint64)
    least = int(ranks.argmin())
    names: dict[int, int] = {}
    image = tuple([names.setdefault(colour, len(names)) for colour in joined[least].tolist()])
    return image, Renaming(tuple(orders[least].tolist()), tuple(names.items()))


@lru_cache(maxsize=32)
def _orders(counts: Digits) -> NDArray[np.intp]:
    """Return the orders of the holes of 000…11… that give it back up to names, for colours this often, most first."""
    guess = np.repeat(np.arange(len(counts)), counts)
    orders = np.array(list(permutations(range(len(guess)))), dtype=np.intp)
    together = np.flatnonzero(guess[1:] == guess[:-1])
    moved = guess[orders]
    fine: NDArray[np.intp] = orders[(moved[:, together] == moved[:, together + 1]).all(axis=1)]
    return fine


def _tuple(digits: NDArray[np.uint8]) -> Digits:
    return tuple(digits.tolist())


def _index(layout: Layout, digits: Digits) -> int:
    return layout.index("".join(layout.space.pegs[digit] for digit in digits))
