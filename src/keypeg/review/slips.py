"""How people err when they mark a row: which wrong marks are likely, given the true ones.

Three ways in which a person goes wrong, as the whole model has it:

- A peg at a time: one near peg taken for exact or the other way, one overlooked, one counted too often. Every such slip
  is equally likely, and each further one in the same row `FURTHER` as likely.
- The whole row the wrong way round: exact and near exchanged, half as likely as a slip of one peg.
- Nobody takes a broken code for an unbroken one, or the other way, as lightly as other marks: `SURE` as likely.

Of a split code every seat answers for itself, so a slip is one answer: next to each other on the scale black, white,
nothing, or (`FURTHER` as likely) from one end to the other. A second answer of the same row is another slip.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from keypeg.core import Marks

FURTHER = 0.4
EXCHANGED = 0.5
SURE = 0.1
SECOND = 0.05
"""How likely a second seat answers the same row wrongly, too."""


class Slip(StrEnum):
    """What went wrong in a row, as far as it has a name."""

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
    """What a person did who said the one where the other is true."""
    named = _BY_DIFFERENCE.get((true.exact - said.exact, true.near - said.near))
    if named:
        return named
    return Slip.EXCHANGED if said == (true.near, true.exact) else Slip.OTHER


def distance(said: Marks, true: Marks) -> int:
    """How many slips of one peg lie between two marks: too many, too few, or of the other kind."""
    exact, near = true.exact - said.exact, true.near - said.near
    return max(abs(exact), abs(near), abs(exact + near))


def likelihood(said: Marks, true: Marks, holes: int) -> float:
    """How likely these wrong marks are said of a row that earns the true ones, against other slips."""
    likely: float = FURTHER ** (distance(said, true) - 1)
    if said == (true.near, true.exact):
        likely += EXCHANGED
    return likely * SURE if (holes, 0) in (said, true) else likely


def answers_likelihood(said: Sequence[Marks], true: Sequence[Marks]) -> float:
    """The same for the answers of all shares to a row of a split code."""
    likely, slips = 1.0, 0
    for given, right in zip(said, true, strict=True):
        if given != right:
            slips += 1
            likely *= FURTHER if Marks(0, 0) in (given, right) and Marks(1, 0) in (given, right) else 1.0
    return likely * SECOND ** max(slips - 1, 0)
