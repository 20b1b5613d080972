"""The strength of a strategy over every code."""

from __future__ import annotations

from dataclasses import dataclass

from keypeg.shown import Shown


@dataclass(frozen=True, slots=True)
class Evaluation(Shown):
    """What `keypeg strategy --json` prints, without the rules."""

    by: str
    codes: int
    total: int
    mean: float
    worst: int
    histogram: dict[int, int]
    proved: bool
    seconds: float
