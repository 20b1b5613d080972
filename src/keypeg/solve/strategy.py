"""Strategies that look one step ahead, and the interface for your own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from keypeg.argument_types import checked
from keypeg.deduce.sample import BONUS, bits
from keypeg.errors import Unknown, meant
from keypeg.solve.position import Position

Cells = NDArray[np.int64]


@runtime_checkable
class Strategy(Protocol):
    """Chooses the next guess: always the same for the same position, and one that makes progress."""

    @property
    def name(self) -> str: ...

    def choose(self, position: Position) -> int:
        """Return the index of the guess to place, in `position.problem.guesses`."""
        ...


class Scored:
    """Base class of strategies that rate a guess by the sizes of its cells: define `name` and `score`.

    Ties go to a guess that may be the code, then to the least in palette order.
    """

    name: str

    def score(self, cells: Cells) -> Cells:
        """Return an integer for each line of `cells` (one guess per line, one mark per column); the least wins."""
        raise NotImplementedError

    def choose(self, position: Position) -> int:
        guesses = position.distinct_guesses()
        scores = self.score(position.cells(guesses))
        outside = ~position.may_be_code(guesses)
        return int(guesses[np.lexsort((guesses, outside, scores))[0]])


class Join(IntEnum):
    """How the weights of the cells are combined into one score."""

    SUM = 0
    PEAK = 1
    SORTED = 2


@dataclass(frozen=True, slots=True)
class Weighted:
    """A strategy given by numbers, so that whole trees can be grown inside a kernel.

    The score is the sum of `weight(size)` over the non-empty cells, or the greatest cell (PEAK), or all cells from the
    greatest down (SORTED), less `bonus` if the guess may be the code. `weight` must be convex from size 1 on.
    """

    name: str
    weight: Callable[[int], int]
    join: Join = Join.SUM
    bonus: int = 0

    def weights(self, codes: int) -> Cells:
        """Return the weight of every cell size up to this number of codes."""
        return _weights(self.weight, codes)

    def choose(self, position: Position) -> int:
        candidates = position.candidates
        if len(candidates) <= 2:
            return int(position.guess_of(candidates[:1])[0])
        return self.choose_among(position, position.distinct_guesses())

    def choose_among(self, position: Position, guesses: NDArray[np.integer]) -> int:
        """Return the best of these guesses (ascending)."""
        cells = position.cells(guesses)
        inside = position.may_be_code(guesses)
        keys: list[NDArray[np.generic]] = [guesses, ~inside]
        if self.join is Join.SORTED:
            keys += list(np.sort(cells, axis=1).T)
        else:
            weights = self.weights(len(position.candidates))
            scores = weights[cells].sum(axis=1) if self.join is Join.SUM else cells.max(axis=1)
            keys.append(scores - self.bonus * inside)
        return int(guesses[np.lexsort(keys)[0]])


@lru_cache(maxsize=16)
def _weights(weight: Callable[[int], int], codes: int) -> Cells:
    return np.array([0] + [weight(size) for size in range(1, codes + 2)], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Consistent:
    """Guesses the least code that fits."""

    name: str = "consistent"

    def choose(self, position: Position) -> int:
        return int(position.guess_of(position.candidates[:1])[0])


CONSISTENT = Consistent()
MINIMAX = Weighted("minimax", lambda size: size, Join.PEAK)
MINIMAX_SORTED = Weighted("minimax-sorted", lambda size: size, Join.SORTED)
EXPECTED_SIZE = Weighted("expected-size", lambda size: size * size)
ENTROPY = Weighted("entropy", bits)
ENTROPY_BONUS = Weighted("entropy-bonus", bits, bonus=BONUS)
MOST_PARTS = Weighted("most-parts", lambda _size: -1)

STRATEGIES: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (CONSISTENT, MINIMAX, MINIMAX_SORTED, EXPECTED_SIZE, ENTROPY, ENTROPY_BONUS, MOST_PARTS)
}
"""The strategies that look one step ahead, by name; for `optimal`, see `named_strategy`."""


@checked
def strategy(name: str) -> Strategy:
    """Return the strategy with this name."""
    try:
        return STRATEGIES[name]
    except KeyError:
        known = [*STRATEGIES, "optimal"]
        raise Unknown("strategy-unknown", name=name, **meant(name, known), known=", ".join(known)) from None
