"""A code at random among those that fit, in spaces of any size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import eq
from random import Random

from keypeg.core import Marks, Space

Rows = Sequence[tuple[str, Marks]]


def random_fit(space: Space, rows: Rows, random: Random, steps: int | None = None) -> str | None:
    """A code that fits: pegs laid at random, and taken back where some row could no longer come out as marked.

    None where there is none, or none was found within so many steps. Where codes repeat colours or fit unevenly some
    are likelier than others; for an even choice all have to be counted.
    """
    can_come_out = _checker(space, rows)
    left = steps

    def extend(code: str) -> str | None:
        nonlocal left
        if len(code) == space.holes:
            return code
        for peg in random.sample(space.pegs, len(space.pegs)):
            if space.distinct and peg in code:
                continue
            if left is not None:
                left -= 1
                if left < 0:
                    return None
            if can_come_out(code + peg):
                whole = extend(code + peg)
                if whole is not None:
                    return whole
        return None

    return extend("")


def _checker(space: Space, rows: Rows) -> Callable[[str], bool]:
    """Whether the beginning of a code can still earn every row."""
    goals = [(guess, marks.exact, marks.exact + marks.near) for guess, marks in rows]

    def can_come_out(code: str) -> bool:
        missing = space.holes - len(code)
        for guess, exact, common in goals:
            so_far = sum(map(eq, code, guess))
            shared = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
            if not (so_far <= exact <= so_far + missing and shared <= common <= shared + missing):
                return False
        return True

    return can_come_out
