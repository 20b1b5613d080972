"""A nudge: one fact about a hole or a colour that follows from the rows, but from none of them alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from keypeg.core import Marks, Space
from keypeg.deduce.code_table import CodeTable, table_of

LISTED = 100_000
"""The size of the largest space in which a nudge leaves out facts that follow from a single row."""


class NudgeKind(StrEnum):
    """What a nudge is about."""

    HOLE_IS = "hole-is"
    COLOUR_IN = "colour-in"
    COLOUR_OUT = "colour-out"
    HOLE_LIKELY = "hole-likely"
    """Not certain, but likelier than any other."""
    HOLE_EMPTY = "hole-empty"
    """With a split code: a hole that no share fills."""
    COLOURS = "colours"
    """How many colours a good first row has."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """A fact to point out. `hole` counts from 1; `share` is the share of the codes left that agree, 1 if certain."""

    kind: NudgeKind
    hole: int = 0
    colour: str = ""
    colours: int = 0
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of some codes have each peg in each hole, and how many have it at all."""

    codes: int
    holes: list[list[int]]
    """By peg and hole."""
    inside: list[int]


def tally_of(table: CodeTable, chosen: int) -> Tally:
    """Count the pegs of some codes of a table."""
    pegs = table.space.pegs
    holes = [[(table.with_peg(hole, peg) & chosen).bit_count() for hole in range(table.space.holes)] for peg in pegs]
    inside = [(table.with_at_least(peg)[1] & chosen).bit_count() for peg in pegs]
    return Tally(chosen.bit_count(), holes, inside)


def nudge_from(space: Space, rows: Sequence[tuple[str, Marks]], fitting: Tally, opening: int) -> Nudge:
    """Return a nudge for a breaker with these rows; `opening` is a good number of colours for a first row."""
    if not rows:
        return Nudge(NudgeKind.COLOURS, colours=opening)
    known = set(_single(space, rows)) if len(space) <= LISTED else set()
    sure = list(_sure(space, fitting))
    news = [nudge for nudge in sure if nudge not in known]
    return next(iter(news), None) or _likeliest(space, fitting) or sure[0]


def _single(space: Space, rows: Sequence[tuple[str, Marks]]) -> Iterator[Nudge]:
    """Yield the facts that follow from a single row, which anyone can see."""
    table = table_of(space)
    for row in rows:
        fitting = table.fitting([row])
        if fitting:
            yield from _sure(space, tally_of(table, fitting))


def _sure(space: Space, tally: Tally) -> Iterator[Nudge]:
    """Yield the facts true of all codes: pegs in holes first, then colours that occur, then those that do not."""
    for hole in range(space.holes):
        for peg, counts in zip(space.pegs, tally.holes, strict=True):
            if counts[hole] == tally.codes:
                yield Nudge(NudgeKind.HOLE_IS, hole + 1, peg)
    for peg, count in zip(space.pegs, tally.inside, strict=True):
        if count == tally.codes:
            yield Nudge(NudgeKind.COLOUR_IN, colour=peg)
    for peg, count in zip(space.pegs, tally.inside, strict=True):
        if count == 0:
            yield Nudge(NudgeKind.COLOUR_OUT, colour=peg)


def _likeliest(space: Space, tally: Tally) -> Nudge | None:
    """Return the likeliest peg in a hole that is not certain; None if all holes are certain."""
    options = [
        (count, peg, hole)
        for peg, counts in zip(space.pegs, tally.holes, strict=True)
        for hole, count in enumerate(counts, start=1)
        if 0 < count < tally.codes
    ]
    if not options:
        return None
    count, peg, hole = max(options, key=lambda option: option[0])
    return Nudge(NudgeKind.HOLE_LIKELY, hole, peg, share=count / tally.codes)
