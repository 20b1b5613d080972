"""Problems for the engine's tests, and slow but obvious versions of its functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations, product
from math import log2

from keypeg.core.marks import mark
from keypeg.core.space import Space
from keypeg.deduce.problem import Problem

PALETTE = "ROYGBPWNCDEFHKL"


def make_problem(shape: str) -> Problem:
    """Return the problem of a shape such as `4x6` or `4x6d`, or `4x6c` for distinct codes with free guesses."""
    holes, rest = shape.split("x")
    kind = rest[-1] if rest[-1] in "cd" else ""
    pegs = PALETTE[: int(rest.removesuffix(kind))]
    return Problem(Space(int(holes), pegs, kind != ""), Space(int(holes), pegs, kind == "d"))


class Slow:
    """The obvious implementation: words, the marking reference, and recursion."""

    def __init__(self, problem: Problem) -> None:
        def words(space: Space) -> list[str]:
            found = permutations(space.pegs, space.holes) if space.distinct else product(space.pegs, repeat=space.holes)
            return ["".join(word) for word in found]

        self.problem = problem
        self.codes, self.guesses = words(problem.codes), words(problem.guesses)
        self.win = problem.holes, 0

    def cells(self, guess: str, codes: Sequence[str]) -> dict[tuple[int, int], tuple[str, ...]]:
        found: dict[tuple[int, int], list[str]] = {}
        for code in codes:
            found.setdefault(mark(code, guess), []).append(code)
        return {marks: tuple(cell) for marks, cell in found.items()}

    def total(self, score: Callable[[list[int]], object], codes: tuple[str, ...] | None = None) -> int:
        """Return the total of a one-step strategy: the least score, then a candidate, then the least guess."""
        codes = tuple(self.codes) if codes is None else codes
        inside = set(codes)

        def key(at: int) -> tuple[object, bool, int]:
            sizes = [len(cell) for cell in self.cells(self.guesses[at], codes).values()]
            return score(sizes), self.guesses[at] not in inside, at

        guess = self.guesses[min(range(len(self.guesses)), key=key)]
        below = self.cells(guess, codes)
        return len(codes) + sum(self.total(score, cell) for marks, cell in below.items() if marks != self.win)

    def least_total(self, within: int = 99) -> float:
        """Return the least total of all trees, by trying every guess everywhere."""
        never = float("inf")

        @cache
        def least(codes: tuple[str, ...], left: int) -> float:
            if left == 0:
                return never
            if len(codes) == 1:
                return 1
            best = never
            for guess in self.guesses:
                below = self.cells(guess, codes)
                if len(below) > 1:
                    cells = [cell for marks, cell in below.items() if marks != self.win]
                    best = min(best, len(codes) + sum(least(cell, left - 1) for cell in cells))
            return best

        return least(tuple(self.codes), within)


SCORES: dict[str, Callable[[list[int]], object]] = {
    "minimax": max,
    "minimax-sorted": lambda sizes: sorted(sizes, reverse=True),
    "expected-size": lambda sizes: sum(size * size for size in sizes),
    "entropy": lambda sizes: sum(round(size * log2(size) * 2**32) for size in sizes),
    "most-parts": lambda sizes: -len(sizes),
}
