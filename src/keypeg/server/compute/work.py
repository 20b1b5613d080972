"""The kinds of work for the compute processes, most urgent first, and which process takes which kinds."""

from __future__ import annotations

from enum import IntEnum

from keypeg.core import Rules

MANY_CODES = 10_000
"""Codes beyond which a computer's move or a hint may take seconds."""


class Work(IntEnum):
    """A kind of work, the most urgent first. A long move or hint may take seconds, a review minutes."""

    MOVE = 0
    LONG_MOVE = 1
    HINT = 2
    LONG_HINT = 3
    REVIEW = 4


BUDGET = {Work.MOVE: 60.0, Work.LONG_MOVE: 60.0, Work.HINT: 60.0, Work.LONG_HINT: 60.0, Work.REVIEW: 180.0}
"""Seconds of processor time after which work is stopped; the first use of a kernel compiles for half a minute."""


def hint_work(rules: Rules) -> Work:
    """Return the kind of work that a hint for these rules is."""
    return Work.LONG_HINT if has_many_codes(rules) else Work.HINT


def move_work(rules: Rules, *, searches: bool) -> Work:
    """Return the kind of work that a computer's move is; `searches` is True for levels that think ahead."""
    return Work.LONG_MOVE if searches and has_many_codes(rules) else Work.MOVE


def has_many_codes(rules: Rules) -> bool:
    return max(len(space) for space in rules.codes) > MANY_CODES


def takes(at: int, processes: int) -> frozenset[Work]:
    """Return the kinds of work that process number `at` takes.

    One process is kept free for short moves, one for owners who have used little, and reviews run in a quarter of them.
    """
    if processes == 1:
        return frozenset(Work)
    if is_reviewer(at, processes):
        return frozenset({Work.HINT, Work.LONG_HINT, Work.REVIEW})
    if at == 0 and processes > 2:
        return frozenset({Work.MOVE})
    if processes == 2 or is_reserve(at, processes):
        return frozenset({Work.MOVE, Work.LONG_MOVE, Work.HINT})
    return frozenset({Work.MOVE, Work.LONG_MOVE, Work.HINT, Work.LONG_HINT})


def is_reserve(at: int, processes: int) -> bool:
    """Return True if this process serves only owners who have used little processor time."""
    return at == 1 and processes > 3


def is_reviewer(at: int, processes: int) -> bool:
    """Return True if this process takes reviews, and has a lower priority than the others."""
    return 1 < processes <= at + max(1, processes // 4)
