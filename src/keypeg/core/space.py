"""The space of codes over a number of holes and a palette."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from math import perm

BLANK = "."


@dataclass(frozen=True, slots=True)
class Space:
    """All codes with this number of holes over these pegs.

    `pegs` are palette letters in palette order; a blank that counts as a colour stands among them as ".".
    With `distinct` no peg occurs twice, the blank included.
    """

    holes: int
    pegs: str
    distinct: bool = False

    @property
    def palette(self) -> str:
        """The colours, without a blank that counts as one."""
        return self.pegs.replace(BLANK, "")

    def __len__(self) -> int:
        return perm(len(self.pegs), self.holes) if self.distinct else len(self.pegs) ** self.holes

    def __iter__(self) -> Iterator[str]:
        """Iterate over the codes in palette order."""
        words = permutations(self.pegs, self.holes) if self.distinct else product(self.pegs, repeat=self.holes)
        return map("".join, words)

    def __contains__(self, code: object) -> bool:
        return (
            isinstance(code, str)
            and len(code) == self.holes
            and all(peg in self.pegs for peg in code)
            and not (self.distinct and len(set(code)) < len(code))
        )
