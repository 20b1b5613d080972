"""Mark a guess against a code."""

from __future__ import annotations

from functools import cache
from operator import eq
from typing import NamedTuple

from keypeg.errors import Illegal


class Marks(NamedTuple):
    """The marks of a guess. `exact, near = marks` works too."""

    exact: int
    """Pegs of the right colour in the right hole."""
    near: int
    """Pegs of the right colour in another hole."""


_pair = cache(Marks)
"""Creates each pair only once: a long match holds thousands of equal ones."""


def mark(code: str, guess: str) -> Marks:
    """Mark `guess` against `code` of the same length. Near counts the pegs in common that are not exact."""
    if len(guess) != len(code):
        raise Illegal("holes-wrong", code=guess, holes=len(code), given=len(guess))
    exact = sum(map(eq, code, guess))
    common = 0
    for peg in guess:
        if peg in code:
            code = code.replace(peg, "", 1)
            common += 1
    return _pair(exact, common - exact)


def all_marks(holes: int) -> tuple[Marks, ...]:
    """Return every pair of marks that can be entered by hand for a row, even the one that no code can produce."""
    return tuple(Marks(exact, near) for exact in range(holes + 1) for near in range(holes + 1 - exact))
