"""A nudge: one thing about a hole or a colour that follows from the rows, but from none of them alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from keypeg.core import Marks, Space
from keypeg.review.earnings import whole_earnings
from keypeg.solve.layout import Bytes, layout_of

LISTED = 100_000
"""Codes up to which it is looked at what each row says alone."""


class NudgeKind(StrEnum):
    """What a nudge is about."""

    HOLE_IS = "hole-is"
    COLOUR_IN = "colour-in"
    COLOUR_OUT = "colour-out"
    HOLE_LIKELY = "hole-likely"
    """Not sure, but more often this than any other."""
    HOLE_EMPTY = "hole-empty"
    """Of a split code: the hole that no share fills."""
    COLOURS = "colours"
    """How many colours a good first row has."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """`hole` counts from 1. `share` of the codes left agree; it is 1 for what is sure."""

    kind: NudgeKind
    hole: int = 0
    colour: str = ""
    colours: int = 0
    share: float = 1.0


def nudge_from(space: Space, rows: Sequence[tuple[str, Marks]], codes: Bytes, opening: int) -> Nudge:
    """A nudge for somebody who has these rows, which these codes fit; `opening` colours are good for a first row."""
    if not rows:
        return Nudge(NudgeKind.COLOURS, colours=opening)
    known = set(_single(space, rows)) if len(space) <= LISTED else set()
    sure = list(_sure(space, codes))
    news = [nudge for nudge in sure if nudge not in known]
    return next(iter(news), None) or _likeliest(space, codes) or sure[0]


def _single(space: Space, rows: Sequence[tuple[str, Marks]]) -> Iterator[Nudge]:
    """What one row says alone, which anybody sees."""
    earned = whole_earnings(space, rows)
    for line in ~earned.wrong:
        if line.any():
            yield from _sure(space, layout_of(space).digits[line])


def _sure(space: Space, codes: Bytes) -> Iterator[Nudge]:
    """What holds for all of these codes: holes first, then colours that are there, then those that are not."""
    for hole, column in enumerate(codes.T, start=1):
        if (column == column[0]).all():
            yield Nudge(NudgeKind.HOLE_IS, hole, space.pegs[column[0]])
    inside = _inside(space, codes)
    for peg, share in zip(space.pegs, inside, strict=True):
        if share == 1:
            yield Nudge(NudgeKind.COLOUR_IN, colour=peg)
    for peg, share in zip(space.pegs, inside, strict=True):
        if share == 0:
            yield Nudge(NudgeKind.COLOUR_OUT, colour=peg)


def _inside(space: Space, codes: Bytes) -> NDArray[np.float64]:
    """By peg: in what share of the codes it stands."""
    return np.array([(codes == colour).any(axis=1).mean() for colour in range(len(space.pegs))])


def _likeliest(space: Space, codes: Bytes) -> Nudge | None:
    """The likeliest peg of all holes that are not sure; None where all are."""
    shares = np.stack([(codes == colour).mean(axis=0) for colour in range(len(space.pegs))])
    open_ = shares < 1
    if not (open_ & (shares > 0)).any():
        return None
    colour, hole = np.unravel_index(int(np.where(open_, shares, -1.0).argmax()), shares.shape)
    return Nudge(NudgeKind.HOLE_LIKELY, int(hole) + 1, space.pegs[colour], share=float(shares[colour, hole]))
