"""The results of the review of a split code. `keypeg.tell` puts them into sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

Flat: TypeAlias = dict[str, str | int | float | bool | None]
"""One row of a table, by column."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What a row told a seat, in bits: through its actual answers, and on average over all possible answers."""

    seat: int
    bits: float
    expected: float


@dataclass(frozen=True, slots=True)
class Chance:
    """The likeliest code given all that a seat could know, and the chance that it was right."""

    seat: int
    code: str
    chance: float


@dataclass(frozen=True, slots=True)
class SplitRow:
    """A row and its answers. Both lists leave out seats whose shares are unknown, or that no deal fits."""

    number: int
    """Its number among all rows of the deal, from 1."""
    seat: int
    """The seat that placed it."""
    board: int
    """Index of its board in the attempt."""
    guess: str
    marks: str
    told: tuple[Learned, ...]
    chances: tuple[Chance, ...]
    """After the answers, for the seats that can still call."""


@dataclass(frozen=True, slots=True)
class SplitCall:
    """A call after `after` rows. `chance` is how likely it was right given what the caller knew, if that is known."""

    after: int
    seat: int
    code: str
    right: bool | None
    chance: float | None


@dataclass(frozen=True, slots=True)
class MissedCall:
    """A call that a seat missed after `after` rows, although it was certain, or had nothing to lose at the end."""

    after: int
    seat: int
    code: str
    chance: float
    last: bool
    """True if the seat passed in the last round of calls."""


@dataclass(frozen=True, slots=True)
class SplitReview:
    """The review of one deal. `start` is what each seat could know before the first row."""

    start: tuple[Chance, ...]
    rows: tuple[SplitRow, ...]
    calls: tuple[SplitCall, ...]
    missed: tuple[MissedCall, ...]

    def flat(self) -> Iterator[Flat]:
        """Yield what every row told every seat, as plain values."""
        for row in self.rows:
            chances = {each.seat: each for each in row.chances}
            for told in row.told:
                chance = chances.get(told.seat)
                yield {
                    "row": row.number,
                    "by": row.seat,
                    "guess": row.guess,
                    "marks": row.marks,
                    "seat": told.seat,
                    "bits": told.bits,
                    "expected_bits": told.expected,
                    "likeliest": chance.code if chance else None,
                    "chance": chance.chance if chance else None,
                }
