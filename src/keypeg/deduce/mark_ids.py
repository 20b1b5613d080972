"""Marks as one number, their *id*: `holes · (exact + near) + exact`.

Ids are unique, because exact = holes only if all are exact; the greatest, holes² + holes, is the win.
"""

from __future__ import annotations

from itertools import product

from keypeg.core.marks import Marks


def win_id(holes: int) -> int:
    """Return the id of the marks that break the code."""
    return holes * holes + holes


def mark_count(holes: int) -> int:
    """Return how many different marks a guess can get, the win included."""
    return holes * (holes + 3) // 2


def id_of(marks: Marks, holes: int) -> int:
    """Return the id of these marks."""
    return holes * (marks.exact + marks.near) + marks.exact


def marks_of(identity: int, holes: int) -> Marks:
    """Return the marks with this id."""
    common, exact = (holes, holes) if identity == win_id(holes) else divmod(identity, holes)
    return Marks(exact, common - exact)


def earnable_marks(holes: int) -> list[Marks]:
    """List all marks that a guess can get, ordered by id. One near, with all other pegs exact, is impossible."""
    pairs = product(range(holes + 1), repeat=2)
    possible = [Marks(e, n) for e, n in pairs if e + n <= holes and (e, n) != (holes - 1, 1)]
    return sorted(possible, key=lambda marks: id_of(marks, holes))
