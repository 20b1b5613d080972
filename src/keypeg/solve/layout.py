"""Codes as bytes: the layout that the kernels stream through.

One uint8 row per hole (the colour there) and one per colour (how often it occurs, times the number of holes). With
counts scaled like this, the id of a mark (see `deduce.mark_ids`) is a plain sum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from itertools import permutations
from typing import ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from keypeg.core.space import Space

Bytes = NDArray[np.uint8]
Indices = NDArray[np.int32]

P = ParamSpec("P")
T = TypeVar("T")

LARGE, MOST_LARGE = 50_000, 4
"""A space of more than `LARGE` codes is large; caches hold only `MOST_LARGE` of those, as each takes megabytes."""


def kept(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache the latest results of a function: `most` of them for small spaces, and a few for large ones."""

    def decorate(find: Callable[P, T]) -> Callable[P, T]:
        small, large = lru_cache(most)(find), lru_cache(MOST_LARGE)(find)

        @wraps(find)
        def found(*args: P.args, **kwargs: P.kwargs) -> T:
            size = max(len(each) for each in args if isinstance(each, Space))
            return (small if size <= LARGE else large)(*args, **kwargs)  # type: ignore[arg-type] # all can be hashed

        return found

    return decorate


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Codes in palette order, so that the least index is the least code.

    `digits[i, h]` is the colour in hole h of code i, `rows` its transpose, `counts[c, i]` the scaled count of colour c.
    `needs[i, h]` is the scaled count of the colour in hole h if no earlier hole has it, otherwise 0: it is compared
    with the counts of a code when code i is used as a guess.
    """

    space: Space
    digits: Bytes
    rows: Bytes
    counts: Bytes
    needs: Bytes

    def __len__(self) -> int:
        return len(self.digits)

    def text(self, index: int) -> str:
        """Return the code with this index."""
        return "".join(self.space.pegs[digit] for digit in self.digits[index])

    def index(self, code: str) -> int:
        """Return the index of a code of the space."""
        return int(np.searchsorted(_ranks(self.digits, len(self.space.pegs)), _rank(code, self.space.pegs)))

    def indices(self, digits: Bytes) -> Indices:
        """Return the indices of codes of the space, given as colours by hole."""
        base = len(self.space.pegs)
        return np.searchsorted(_ranks(self.digits, base), _ranks(digits, base)).astype(np.int32)


def layout(digits: Bytes, space: Space) -> Layout:
    """Return the layout of these codes, given as colours by hole."""
    holes = space.holes
    counts = np.stack([(digits == colour).sum(axis=1) for colour in range(len(space.pegs))]).astype(np.uint8) * holes
    needs = np.take_along_axis(counts.T, digits.astype(np.intp), axis=1).astype(np.uint8)
    for hole in range(1, holes):
        stood = (digits[:, :hole] == digits[:, hole : hole + 1]).any(axis=1)
        needs[stood, hole] = 0
    return Layout(space, digits, np.ascontiguousarray(digits.T), counts, needs)


@kept(16)
def layout_of(space: Space) -> Layout:
    """Return the layout of all codes of a space."""
    colours = range(len(space.pegs))
    if space.distinct:
        digits = np.array(list(permutations(colours, space.holes)), dtype=np.uint8)
    else:
        digits = np.indices((len(space.pegs),) * space.holes, dtype=np.uint8).reshape(space.holes, -1).T.copy()
    return layout(np.ascontiguousarray(digits.reshape(-1, space.holes)), space)


@kept(16)
def codes_as_guesses(codes: Space, guesses: Space) -> Indices:
    """Return, for each guess, its index as a code, or -1 if it is not a code."""
    of_codes, of_guesses = layout_of(codes), layout_of(guesses)
    found = np.full(len(of_guesses), -1, dtype=np.int32)
    base = len(codes.pegs)
    found[np.searchsorted(_ranks(of_guesses.digits, base), _ranks(of_codes.digits, base))] = np.arange(len(of_codes))
    return found


@kept(16)
def guesses_of_codes(codes: Space, guesses: Space) -> Indices:
    """Return, for each code, its index as a guess."""
    return np.flatnonzero(codes_as_guesses(codes, guesses) >= 0).astype(np.int32)


def digits_of(code: str, pegs: str) -> tuple[int, ...]:
    """Return a code as colours by hole."""
    return tuple(pegs.index(peg) for peg in code)


def _ranks(digits: Bytes, base: int) -> NDArray[np.int64]:
    powers = base ** np.arange(digits.shape[1] - 1, -1, -1, dtype=np.int64)
    ranks: NDArray[np.int64] = digits.astype(np.int64) @ powers
    return ranks


def _rank(code: str, pegs: str) -> int:
    rank = 0
    for digit in digits_of(code, pegs):
        rank = rank * len(pegs) + digit
    return rank
