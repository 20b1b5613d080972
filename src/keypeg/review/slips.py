"""A model of how people mark wrongly: which wrong marks are likely, given the true ones.

- A single peg: a near peg taken for exact or vice versa, a peg overlooked, or one counted too many. All such slips
  are equally likely, and each further one in the same row is `FURTHER` times as likely.
- Exact and near swapped: half as likely as a slip of a single peg.
- A broken code taken for an unbroken one, or vice versa: `SURE` times as likely as other slips.

With a split code every seat answers for itself, so a slip is one answer: shifted to the next one on the scale black,
white, nothing, or (`FURTHER` times as likely) from one end to the other. A second wrong answer to the same row is
another slip.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from keypeg.core import Marks

FURTHER = 0.4
EXCHANGED = 0.5
SURE = 0.1
SECOND = 0.05
"""How likely it is that a second seat also answers the same row wrongly."""


class Slip(StrEnum):
    """The kind of a wrong mark."""

    NEAR_AS_EXACT = "near-as-exact"
    EXACT_AS_NEAR = "exact-as-near"
    EXACT_MISSED = "exact-missed"
    EXACT_EXTRA = "exact-extra"
    NEAR_MISSED = "near-missed"
    NEAR_EXTRA = "near-extra"
    EXCHANGED = "exchanged"
    OTHER = "other"


_BY_DIFFERENCE = {
    (-1, 1): Slip.NEAR_AS_EXACT,
    (1, -1): Slip.EXACT_AS_NEAR,
    (1, 0): Slip.EXACT_MISSED,
    (-1, 0): Slip.EXACT_EXTRA,
    (0, 1): Slip.NEAR_MISSED,
    (0, -1): Slip.NEAR_EXTRA,
}


def slip_of(said: Marks, true: Marks) -> Slip:
    """Return the kind of slip between the marks given and the true ones."""
    named = _BY_DIFFERENCE.get((true.exact - said.exact, true.near - said.near))
    if named:
        return named
    return Slip.EXCHANGED if said == (true.near, true.exact) else Slip.OTHER


def distance(said: Marks, true: Marks) -> int:
    """Count the single-peg slips between two pairs of marks: too many, too few, or of the other kind."""
    exact, near = true.exact - said.exact, true.near - said.near
    return max(abs(exact), abs(near), abs(exact + near))


def likelihood(said: Marks, true: Marks, holes: int) -> float:
    """Return how likely these wrong marks are to be given instead of the true ones, relative to other slips."""
    likely: float = FURTHER ** (distance(said, true) - 1)
    if said == (true.near, true.exact):
        likely += EXCHANGED
    return likely * SURE if (holes, 0) in (said, true) else likely


def answers_likelihood(said: Sequence[Marks], true: Sequence[Marks]) -> float:
    """Return the likelihood of wrong answers of all shares to a row of a split code."""
    likely, slips = 1.0, 0
    for given, right in zip(said, true, strict=True):
        if given != right:
            slips += 1
            likely *= FURTHER if Marks(0, 0) in (given, right) and Marks(1, 0) in (given, right) else 1.0
    return likely * SECOND ** max(slips - 1, 0)
