"""An opening with all its second guesses: the sizes of their cells, and the bounds that these prove."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.problem import Problem
from keypeg.solve.for_lab import NEVER, kinds, layout_of
from keypeg_lab.optimal.two_rows import Turned, two_rows

SPREAD = 32
"""Guesses are tried in the order of their bound plus the sum of their squared cell sizes divided by this."""


@dataclass(frozen=True, eq=False)
class Opening:
    """A first guess; `floor[n]` is the least total for n codes."""

    problem: Problem
    guess: int
    floor: NDArray[np.int64]

    @cached_property
    def seconds(self) -> NDArray[np.intp]:
        """The second guesses, one of each kind."""
        digits = layout_of(self.problem.guesses).digits[self.guess]
        return kinds(self.problem.guesses, (tuple(digits.tolist()),))

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The sizes of cells, by second guess, mark of the first and mark of the second."""
        return np.stack([self.turned(at).all_sizes() for at in range(len(self.seconds))])

    @cached_property
    def bounds(self) -> NDArray[np.int64]:
        """Lower bounds from sizes, by second guess and mark of the first; NEVER for a guess that tells nothing."""
        sizes, win = self.sizes, win_id(self.problem.holes)
        codes = sizes.sum(axis=2)
        tells = (sizes.max(axis=2) < codes) | (sizes[:, :, win] > 0)
        bounds: NDArray[np.int64] = np.where(tells, codes + self.floor[sizes].sum(axis=2) - sizes[:, :, win], NEVER)
        return bounds

    @cached_property
    def marks(self) -> dict[int, int]:
        """The number of codes by mark, without the win, smallest first."""
        codes = self.sizes[0].sum(axis=1)
        found = [int(mark) for mark in np.flatnonzero(codes) if mark != win_id(self.problem.holes)]
        return {mark: int(codes[mark]) for mark in sorted(found, key=lambda mark: int(codes[mark]))}

    def turned(self, at: int) -> Turned:
        """Return the opening and second guess number `at` as two rows."""
        return two_rows(self.problem, self.guess, int(self.seconds[at]))

    def low(self, mark: int) -> int:
        """Return the lower bound that sizes give for the codes after this mark."""
        codes = self.marks[mark]
        return max(int(self.bounds[:, mark].min()), int(self.floor[codes])) if codes > 2 else 2 * codes - 1

    def order(self, mark: int) -> NDArray[np.intp]:
        """Return the second guesses after this mark, as places in `seconds`, most promising first."""
        spread = (self.sizes[:, mark].astype(np.float64) ** 2).sum(axis=1) / SPREAD
        found: NDArray[np.intp] = np.argsort(self.bounds[:, mark] + spread, kind="stable")
        told: NDArray[np.intp] = found[self.bounds[found, mark] < NEVER]
        return told

    def promise(self) -> float:
        """Return the key that openings are sorted by, least first."""
        codes = np.array(list(self.marks.values()), dtype=np.int64)
        return float(self.floor[codes].sum() + (codes.astype(np.float64) ** 2).sum() / SPREAD)
