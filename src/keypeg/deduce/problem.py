"""A problem: the codes to break, and the guesses to break them with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from keypeg.argument_types import checked
from keypeg.core import Marks, Rules, Space
from keypeg.core.rows import Rows
from keypeg.errors import Illegal, Unknown

MarkedRows: TypeAlias = Sequence[tuple[str, Marks]]
"""Guesses and their marks, in the order of play."""

EXACT_LIMIT = 10**6
"""The size of the largest space that is examined completely; larger ones are sampled."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Break a code from `codes` with `guesses`. Both have the same holes and pegs, and every code may be guessed."""

    codes: Space
    guesses: Space

    def __post_init__(self) -> None:
        if (self.codes.holes, self.codes.pegs) != (self.guesses.holes, self.guesses.pegs):
            raise ValueError("codes and guesses need the same holes and pegs")
        if self.guesses.distinct and not self.codes.distinct:
            raise ValueError("a code that may not be guessed can never be broken")

    @property
    def holes(self) -> int:
        """The number of holes."""
        return self.codes.holes

    @property
    def pegs(self) -> str:
        """The colours, in palette order."""
        return self.codes.pegs

    @property
    def colours(self) -> int:
        """The number of colours."""
        return len(self.codes.pegs)

    @property
    def is_exact(self) -> bool:
        """True if there are few enough codes and guesses to examine all of them."""
        return len(self.codes) <= EXACT_LIMIT and len(self.guesses) <= EXACT_LIMIT

    @property
    def shape(self) -> str:
        """The problem without the names of its pegs: `4x6`, `4x8d`, or `5x8c` if only the codes are distinct."""
        kind = "d" if self.guesses.distinct else "c" if self.codes.distinct else ""
        return f"{self.holes}x{self.colours}{kind}"


@checked
def problem_of(rules: Rules, seat: int = 1) -> Problem:
    """Return the problem that this seat has to solve. Raise Illegal if the code is split into shares."""
    if rules.split:
        raise Illegal("code-is-split", rules=str(rules))
    if not 1 <= seat <= rules.seats:
        raise Unknown("seat-unknown", seat=seat, seats=rules.seats)
    return Problem(rules.codes[seat - 1], rules.guesses[seat - 1])


def checked_rows(problem: Problem, rows: Sequence[tuple[str, tuple[int, int]]]) -> list[tuple[str, Marks]]:
    """Return the rows if each guess is legal on an empty board; marks may be any pair. Raise Illegal otherwise."""
    may = Rows(problem.guesses)
    for guess, _ in rows:
        wrong = may.refusal(guess)
        if wrong:
            raise wrong
    return [(guess, Marks(*marks)) for guess, marks in rows]
