"""Count the codes that fit rows given as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from keypeg.core import BLANK, Board, Marks, Rules, Share, Space, fitting, fitting_by_colours, fitting_deals, joined
from keypeg.core.fit import Undecided, any_fit
from keypeg.notation.codes import read_given_row, read_split_row

ALL = 1_000_000
"""Spaces up to this size are counted completely."""
MOST = 100_000
"""Counting stops here in larger spaces."""


@dataclass(frozen=True, slots=True)
class Fits:
    """The number of codes that fit (None for too many to count), the first of them, and the number of deals."""

    codes: int | None
    candidates: list[str]
    deals: int | None = None
    impossible: tuple[int, ...] = ()
    """If no code fits: the rows, counted from 1, that no code fits even on their own."""


def fits(  # noqa: PLR0913
    rules: Rules, rows: Sequence[str], first: int, seat: int = 1, *, every: int = ALL, most: int = MOST
) -> Fits:
    """Count the codes that this seat may have to break and that fit these rows, and list the first `first` of them.

    In a space of more than `every` codes, counting stops at `most`.
    """
    return _deals(rules, rows, first) if rules.split else _codes(rules, seat, rows, first, every, most)


def _codes(rules: Rules, seat: int, texts: Sequence[str], first: int, every: int, most: int) -> Fits:  # noqa: PLR0913, PLR0917
    rows = [read_given_row(rules, text, seat) for text in texts]
    space = rules.codes[seat - 1]
    if len(space) > every and rows:
        if _none_fits(space, rows):
            return Fits(0, [], impossible=_impossible(space, rows))
        found = list(islice(fitting_by_colours(space, rows), most + 1))
        if len(found) <= most:
            return Fits(len(found), _ordered(rules, found)[:first])
        return Fits(None, list(islice(fitting(space, rows), first)))
    codes = sum(1 for _ in fitting(space, rows)) if rows else len(space)
    if not codes:
        return Fits(0, [], impossible=_impossible(space, rows))
    return Fits(codes, list(islice(fitting(space, rows), first)))


def _impossible(space: Space, rows: Sequence[tuple[str, Marks]]) -> tuple[int, ...]:
    return tuple(at for at, row in enumerate(rows, start=1) if _none_fits(space, [row]))


def _none_fits(space: Space, rows: Sequence[tuple[str, Marks]]) -> bool:
    """Return True if it is soon found out that no code fits."""
    try:
        return any_fit(space, rows) is None
    except Undecided:
        return False


def _ordered(rules: Rules, codes: Iterable[str]) -> list[str]:
    """Sort codes in palette order."""
    order = rules.palette + BLANK
    return sorted(codes, key=lambda code: [order.index(peg) for peg in code])


def _deals(rules: Rules, texts: Sequence[str], first: int) -> Fits:
    boards = [Board(breaker, rows=(row,)) for breaker, row in (read_split_row(rules, text) for text in texts)]
    unknown = [Share(seat) for seat in rules.all_seats for _ in range(rules.boards)]
    deals, codes = 0, set()
    for deal in fitting_deals(rules, unknown, boards):
        deals += 1
        codes.add(joined(deal))
    return Fits(len(codes), _ordered(rules, codes)[:first], deals)
