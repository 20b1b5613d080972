"""Choose the best guess from a sample, judged by a sample of the codes that fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log2
from typing import TypeVar

from keypeg.core import Space
from keypeg.deduce.code_table import table_from

T = TypeVar("T")

UNIT = 2**32
"""Scores are integers in units of 2^-32, so that ties are exact."""

BONUS = 2 * UNIT
"""The bonus for a guess that may be the code."""


@lru_cache(maxsize=4096)
def bits(size: int) -> int:
    """Return n·log2 n in UNITs."""
    return round(size * log2(size) * UNIT)


def best_of(guesses: Sequence[str], codes: Sequence[str], space: Space) -> str:
    """Return the guess that spreads these codes best: the least Σ n·log2 n over its cells, less the bonus.

    Ties go to a guess that is one of the codes, then to the first.
    """
    table, inside = table_from(space, codes), set(codes)

    def score(guess: str) -> tuple[int, bool]:
        cells = table.by_marks(guess).values()
        may_be = guess in inside
        return sum(bits(cell.bit_count()) for cell in cells) - BONUS * may_be, not may_be

    return min(guesses, key=score)


def strided(items: Sequence[T], most: int) -> Sequence[T]:
    """Return at most `most` of the items, evenly spaced. There must be at least one item."""
    return items[:: -(-len(items) // most)]
