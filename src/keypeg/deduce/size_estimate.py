"""Estimate the guesses needed for a set of codes from its size alone."""

from __future__ import annotations

from math import log


def by_size(codes: int, holes: int) -> int:
    """Estimate the total guesses for this many codes, from how totals grow in solved problems."""
    marks = holes * (holes + 3) // 2
    mean = 1.3 + log(codes) / (0.85 * log(marks + 1))
    return max(2 * codes - 1, round(codes * mean))
