"""The bounds of `bounds.cu` in plain NumPy: slow and easy to read, for small games and to compare the kernels with."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from keypeg_lab.gpu.pairs import Branches, Game, Ints

Codes = NDArray[np.intp]


class Twin:
    """Computes bounds for the sets of branches, and of any codes."""

    def __init__(self, branches: Branches) -> None:
        self._branches = branches
        self.game: Game = branches.game

    @cached_property
    def marks(self) -> NDArray[np.uint8]:
        """By guess and code, the mark."""
        return np.stack([self.game.marks(guess) for guess in range(self.game.codes)])

    def one_step(self, sets: Ints) -> Ints:
        """Return the one-step bounds of sets."""
        return np.array([self.bound(self._codes(at), 1) for at in sets.tolist()], dtype=np.int64)

    def raised(self, sets: Ints, limits: Ints, steps: int, seconds: float) -> Ints:
        """Return the bounds of sets by so many steps, up to their limits; 0 for what time did not allow."""
        if seconds <= 0:
            return np.zeros(len(sets), dtype=np.int64)
        bounds = [self.bound(self._codes(at), steps) for at in sets.tolist()]
        return np.minimum(np.array(bounds, dtype=np.int64), limits)

    def bound(self, codes: Codes, steps: int) -> int:
        """Return the bound of these codes by so many steps."""
        if len(codes) <= 2:
            return max(2 * len(codes) - 1, 0)
        if steps == 1:
            return self._one_step(codes)
        return self._least(codes, lambda cell: self.bound(cell, steps - 1))

    def _one_step(self, codes: Codes) -> int:
        """Return the bound that holds if any guess could have all the parts that the best one has."""
        marks = self.marks[:, codes]
        parts = sum((marks == mark).any(axis=1).astype(int) for mark in range(self.game.win + 1))
        reached = parts + (marks == self.game.win).any(axis=1)
        return max(self.game.least(len(codes)), 3 * len(codes) - int(reached.max()))

    def _least(self, codes: Codes, bound: Callable[[Codes], int]) -> int:
        """Return the least sum of a guess's cells, over all guesses that tell anything."""
        least: int | None = None
        for guess in range(self.game.codes):
            marks = self.marks[guess, codes]
            seen = [mark for mark in np.unique(marks).tolist() if mark != self.game.win]
            if len(seen) == 1 and len(codes) == (marks == seen[0]).sum():
                continue
            total = len(codes)
            for mark in seen:
                if least is not None and total >= least:
                    break
                total += bound(codes[marks == mark])
            least = total if least is None else min(least, total)
        assert least is not None
        return least

    def _codes(self, at: int) -> Codes:
        (first, second), (mark, other) = self._branches.pairs[at], self._branches.rows[at]
        return np.flatnonzero((self.marks[first] == mark) & (self.marks[second] == other))
