"""95 % confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

NORMAL = 1.96
"""95 % of a normal distribution lies within this many standard deviations."""


def share_interval(times: int, all_times: int) -> list[float]:
    """Return Wilson's interval for a share."""
    share, square = times / all_times, NORMAL * NORMAL / all_times
    centre = share + square / 2
    width = NORMAL * sqrt(share * (1 - share) / all_times + square / (4 * all_times))
    return [(centre - width) / (1 + square), (centre + width) / (1 + square)]


def mean_interval(values: Sequence[float]) -> list[float] | None:
    """Return the interval for a mean; None for fewer than two values."""
    if len(values) < 2:
        return None
    centre, width = fmean(values), NORMAL * stdev(values) / sqrt(len(values))
    return [centre - width, centre + width]
