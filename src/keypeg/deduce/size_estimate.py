"""Estimate the guesses needed for a set of codes from its size alone."""

from __future__ import annotations

from math import log

from keypeg.deduce.mark_ids import mark_count
from keypeg.deduce.suggestion import least_total


def by_size(codes: int, holes: int) -> int:
    """Estimate the total guesses for this many codes, from how totals grow in solved problems."""
    mean = 1.3 + log(codes) / (0.85 * log(mark_count(holes) + 1))
    return max(least_total(codes), round(codes * mean))
