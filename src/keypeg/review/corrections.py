"""Find corrections of contradictory marks, and rank them by likelihood.

By Bayes' rule, the likelihood of a correction is that of its slips times the codes that it makes possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod

from keypeg.review.row_outcomes import RowOutcomes
from keypeg.review.slips import Slip

MOST, MOST_BEFORE_PAIRS = 20, 10
"""The most corrections that are listed, and the most of a single row if corrections of two rows follow."""

SAME = 255
"""Stands for a row that keeps its marks; no marks have so large a number."""


@dataclass(frozen=True, slots=True)
class Change:
    """Other marks for a row, counted from 1, and the kind of slip that they correct."""

    row: int
    said: str
    marks: str
    slip: Slip


@dataclass(frozen=True, slots=True)
class Correction:
    """Changes of marks after which `codes` codes fit. `share` is its probability among corrections of as many rows."""

    changes: tuple[Change, ...]
    codes: int
    share: float


Rate = Callable[[int, int], tuple[Change, float, int]]
"""Takes the index of a row and the number of other marks; returns the change, its likelihood and its size in marks."""


def likeliest(outcomes: RowOutcomes, breaches: set[int], rate: Rate) -> tuple[tuple[Correction, ...], int]:
    """List the likeliest corrections of the fewest rows, then of two rows if one is enough; count those left out."""
    least = min(wrong.bit_count() for wrong in breaches)
    if least != 1:
        return _ranked(outcomes, breaches, least, rate, MOST)
    pairs, more_pairs = _ranked(outcomes, breaches, 2, rate, MOST)
    singles, more = _ranked(outcomes, breaches, 1, rate, MOST_BEFORE_PAIRS if pairs else MOST)
    return singles + pairs, more + more_pairs


def _ranked(
    outcomes: RowOutcomes, breaches: set[int], rows: int, rate: Rate, most: int
) -> tuple[tuple[Correction, ...], int]:
    """List up to `most` corrections of this many rows, fewest changed marks first, then likeliest; count the others."""
    rated = []
    for numbers, secrets in sorted(_other_marks(outcomes, breaches, rows)):
        rates = [rate(line, number) for line, number in enumerate(numbers) if number != SAME]
        likely = float(outcomes.weigh(secrets)) * prod(slip for _, slip, _ in rates)
        rated.append((sum(marks for *_, marks in rates), likely, tuple(change for change, *_ in rates), secrets))
    total = sum(likely for _, likely, *_ in rated)
    rated.sort(key=lambda each: (each[0], -each[1], [(change.row, change.marks) for change in each[2]]))
    found = tuple(
        Correction(changes, outcomes.count_codes(secrets), likely / total)
        for _, likely, changes, secrets in rated[:most]
    )
    return found, len(rated) - len(found)


def _other_marks(outcomes: RowOutcomes, breaches: set[int], rows: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every way to correct this many rows: the number of each row's marks, or SAME, and the secrets that fit."""
    for wrong in breaches:
        if wrong.bit_count() != rows:
            continue
        parts: dict[tuple[int, ...], int] = {(): outcomes.breaching(wrong)}
        for at, numbers in enumerate(outcomes.by_number):
            if not wrong >> at & 1:
                parts = {(*before, SAME): secrets for before, secrets in parts.items()}
                continue
            parts = {
                (*before, number): both
                for before, secrets in parts.items()
                for number, earning in numbers.items()
                if (both := secrets & earning)
            }
        yield from parts.items()
