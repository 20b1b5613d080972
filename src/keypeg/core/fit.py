"""Which secrets still fit the rows on the boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keypeg.core.marks import Marks
from keypeg.core.rules import Rules
from keypeg.core.space import BLANK, Space
from keypeg.core.state import Board, Row, Share, earned


def fitting(space: Space, rows: Sequence[tuple[str, Marks]]) -> Iterator[str]:
    """The codes of `space` that earn exactly these rows, in palette order.

    Hole by hole, a beginning is dropped as soon as some row can no longer come out as marked; so the first code that
    fits, or that none does, is found quickly even in spaces too large to walk through.
    """
    progress = [_Progress(guess, marks) for guess, marks in rows]

    def extend(code: str) -> Iterator[str]:
        hole = len(code)
        if hole == space.holes:
            yield code
            return
        for peg in space.pegs:
            if space.distinct and peg in code:
                continue
            used = code.count(peg)
            for row in progress:
                row.lay(hole, peg, used, 1)
            if all(row.can_come_out(space.holes - hole - 1) for row in progress):
                yield from extend(code + peg)
            for row in progress:
                row.lay(hole, peg, used, -1)

    return extend("")


class _Progress:
    """What the beginning of a code has earned of one row's marks."""

    def __init__(self, guess: str, marks: Marks) -> None:
        self.guess = guess
        self.goal = marks.exact, marks.exact + marks.near
        self.exact = self.common = 0

    def lay(self, hole: int, peg: str, used: int, sign: int) -> None:
        """Count a peg in (or, with sign -1, out) that stood `used` times before."""
        self.exact += sign * (self.guess[hole] == peg)
        self.common += sign * (used < self.guess.count(peg))

    def can_come_out(self, holes_left: int) -> bool:
        exact, common = self.goal
        return self.exact <= exact <= self.exact + holes_left and self.common <= common <= self.common + holes_left


def fitting_deals(rules: Rules, shares: Sequence[Share], boards: Sequence[Board]) -> Iterator[tuple[str, ...]]:
    """The deals of a split code that earn every row as far as it is marked, shares in their order.

    A share whose code is known keeps it; boards hold rows as a View shows them.
    """
    rows = [(board, row) for board in boards for row in board.rows]
    options = [_options(rules, shares, index, rows) for index in range(len(shares))]

    def extend(deal: tuple[str, ...], holes: frozenset[int]) -> Iterator[tuple[str, ...]]:
        if len(deal) == len(shares):
            yield deal
            return
        for share in options[len(deal)]:
            longer = (*deal, share)
            if hole_of(share) not in holes and _sums_agree(rules, shares, longer, rows):
                yield from extend(longer, holes | {hole_of(share)})

    return extend((), frozenset())


def _options(rules: Rules, shares: Sequence[Share], index: int, rows: Sequence[tuple[Board, Row]]) -> list[str]:
    """What one share can be, by its own answers."""
    known, space = shares[index].code, rules.codes[0]
    if known and BLANK in known:
        return [known]
    every = [lone(space.holes, hole, peg) for hole in range(space.holes) for peg in space.pegs]
    if rules.counts_only:
        return every
    answers = [
        (row.guess, row.marks[_answering(shares, board).index(index)])
        for board, row in rows
        if index in _answering(shares, board)
    ]
    return [share for share in every if all(marks in (None, earned(rules, share, guess)) for guess, marks in answers)]


def _sums_agree(
    rules: Rules, shares: Sequence[Share], deal: tuple[str, ...], rows: Sequence[tuple[Board, Row]]
) -> bool:
    """Where only sums are shown: whether the shares dealt so far do not exceed them, and all together reach them."""
    for board, row in rows if rules.counts_only else ():
        if row.total is None:
            continue
        given = [earned(rules, deal[index], row.guess) for index in _answering(shares, board) if index < len(deal)]
        total = Marks(sum(marks.exact for marks in given if marks), sum(marks.near for marks in given if marks))
        if total.exact > row.total.exact or total.near > row.total.near:
            return False
        if len(deal) == len(shares) and total != row.total:
            return False
    return True


def _answering(shares: Sequence[Share], board: Board) -> list[int]:
    return [index for index, share in enumerate(shares) if share.holder != board.breaker]


def lone(holes: int, hole: int, peg: str) -> str:
    """A share of a split code: one peg, the other holes empty."""
    return BLANK * hole + peg + BLANK * (holes - hole - 1)


def hole_of(share: str) -> int:
    """Which hole a share of a split code fills."""
    return len(share) - len(share.lstrip(BLANK))


def joined(shares: Sequence[str]) -> str:
    """The split code that these shares make together."""
    return "".join(next((peg for peg in pegs if peg != BLANK), BLANK) for pegs in zip(*shares, strict=True))
