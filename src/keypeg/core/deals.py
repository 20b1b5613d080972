"""Find the deals of a split code that fit the answers on the boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import sub

from keypeg.core.marks import Marks
from keypeg.core.rules import Rules
from keypeg.core.space import BLANK
from keypeg.core.state import Board, Share, answering, earned


def fitting_deals(rules: Rules, shares: Sequence[Share], boards: Sequence[Board]) -> Iterator[tuple[str, ...]]:
    """Yield the deals of a split code that fit all marks given so far; a deal lists its shares in order.

    A share whose code is known keeps it. The `boards` hold rows as a View shows them.
    """
    proved = proved_holes(rules, boards)
    sums = [(board, row.guess, row.total) for board in boards for row in board.rows if rules.counts_only and row.total]
    options = [
        [(share, hole_of(share), _gives(rules, shares, index, share, sums)) for share in each]
        for index, each in enumerate(share_options(rules, shares, index, boards) for index in range(len(shares)))
    ]

    # By share: how many marks it and those after it can still add to each row, since each gives one at most.
    answers = [[index in answering(shares, board) for board, _, _ in sums] for index in range(len(shares))]
    coming = [[sum(column) for column in zip(*answers[at:], strict=True)] for at in range(len(shares))]
    coming.append([0] * len(sums))

    def extend(deal: tuple[str, ...], holes: frozenset[int], left: tuple[int, ...]) -> Iterator[tuple[str, ...]]:
        if any(
            sum(pair) > can
            for pair, can in zip(zip(left[::2], left[1::2], strict=True), coming[len(deal)], strict=True)
        ):
            return
        if len(deal) == len(shares):
            if covers(shares, deal, proved):
                yield deal
            return
        for share, hole, gives in options[len(deal)]:
            rest = tuple(map(sub, left, gives))
            if hole not in holes and min(rest, default=0) >= 0:
                yield from extend((*deal, share), holes | {hole}, rest)

    return extend((), frozenset(), tuple(mark for _, _, total in sums for mark in total))


def proved_holes(rules: Rules, boards: Sequence[Board]) -> dict[int, set[int]]:
    """Return, by seat, the holes that it left empty and that must therefore be those of its own shares.

    The result is empty unless the rules let only those holes stay empty (`full_rows`).
    """
    found: dict[int, set[int]] = {}
    for board in boards if rules.full_rows else ():
        empty = {hole for row in board.rows for hole, peg in enumerate(row.guess) if peg == BLANK}
        found.setdefault(board.breaker, set()).update(empty)
    return found


def covers(shares: Sequence[Share], deal: Sequence[str], proved: Mapping[int, set[int]]) -> bool:
    """Return True if every seat's shares fill the holes that it is proved to hold."""
    filled: dict[int, set[int]] = {}
    for share, code in zip(shares, deal, strict=True):
        filled.setdefault(share.holder, set()).add(hole_of(code))
    return all(holes <= filled.get(seat, set()) for seat, holes in proved.items())


def _gives(
    rules: Rules, shares: Sequence[Share], index: int, share: str, sums: Sequence[tuple[Board, str, Marks]]
) -> tuple[int, ...]:
    """Return what this share adds to each row that shows only the sum of its marks: exact and near, row by row."""
    nothing = Marks(0, 0)
    return tuple(
        mark
        for board, guess, _ in sums
        for mark in (earned(rules, share, guess) if index in answering(shares, board) else None) or nothing
    )


def share_options(rules: Rules, shares: Sequence[Share], index: int, boards: Sequence[Board]) -> list[str]:
    """Return the possible values of one share of a split code, judging by its own answers alone."""
    known, space = shares[index].code, rules.codes[0]
    if known and BLANK in known:
        return [known]
    proved = proved_holes(rules, boards)
    own = proved.get(shares[index].holder, set())
    foreign = set[int]().union(*(holes for seat, holes in proved.items() if seat != shares[index].holder))
    # A seat with a single share that left a hole empty has shown which hole is its own.
    holes = own if own and rules.boards == 1 else set(range(space.holes))
    every = [lone(space.holes, hole, peg) for hole in sorted(holes - foreign) for peg in space.pegs]
    if rules.counts_only:
        return every
    answers = [
        (row.guess, row.marks[answering(shares, board).index(index)])
        for board in boards
        if index in answering(shares, board)
        for row in board.rows
    ]
    return [share for share in every if all(marks in (None, earned(rules, share, guess)) for guess, marks in answers)]


def lone(holes: int, hole: int, peg: str) -> str:
    """Make a share of a split code: one peg, the other holes empty."""
    return BLANK * hole + peg + BLANK * (holes - hole - 1)


def hole_of(share: str) -> int:
    """Return the hole that a share of a split code fills."""
    return len(share) - len(share.lstrip(BLANK))


def joined(shares: Sequence[str]) -> str:
    """Join shares into the split code that they make together."""
    return "".join(next((peg for peg in pegs if peg != BLANK), BLANK) for pegs in zip(*shares, strict=True))
