"""What has to be broken, and with which rows: all that the engine knows of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from keypeg.core.space import Space

EXACT_LIMIT = 10**6
"""Up to so many codes everything is exact; above it the engine samples."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Break a code of `codes` by rows of `guesses`: the same holes and pegs, and every code may be guessed."""

    codes: Space
    guesses: Space

    def __post_init__(self) -> None:
        if (self.codes.holes, self.codes.pegs) != (self.guesses.holes, self.guesses.pegs):
            raise ValueError("codes and guesses need the same holes and pegs")
        if self.guesses.distinct and not self.codes.distinct:
            raise ValueError("a code that may not be guessed can never be broken")

    @property
    def holes(self) -> int:
        return self.codes.holes

    @property
    def pegs(self) -> str:
        return self.codes.pegs

    @property
    def colours(self) -> int:
        return len(self.codes.pegs)

    @property
    def is_exact(self) -> bool:
        return len(self.codes) <= EXACT_LIMIT and len(self.guesses) <= EXACT_LIMIT

    @property
    def shape(self) -> str:
        """The problem up to the names of its pegs: `4x6`, `4x8d`, or `5x8c` where only the codes are distinct."""
        kind = "d" if self.guesses.distinct else "c" if self.codes.distinct else ""
        return f"{self.holes}x{self.colours}{kind}"
