"""Find the secrets that still fit the rows on the boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, cycle
from operator import sub
from random import Random

from keypeg.argument_types import checked
from keypeg.core.marks import Marks
from keypeg.core.rules import Rules
from keypeg.core.space import BLANK, Space
from keypeg.core.state import Board, Share, answering, earned


@checked
def fitting(space: Space, rows: Sequence[tuple[str, Marks]]) -> Iterator[str]:
    """Yield the codes in `space` that fit these rows exactly, in palette order.

    Codes are built hole by hole, and a prefix is dropped as soon as some row can no longer get its marks. So the first
    code that fits is found quickly even in spaces too large to enumerate.
    """
    beginning = _Beginning(space, rows)

    def extend() -> Iterator[str]:
        if len(beginning.code) == space.holes:
            yield beginning.code
            return
        for peg in space.pegs:
            if space.distinct and peg in beginning.code:
                continue
            if beginning.lay(peg):
                yield from extend()
            beginning.take_back()

    return extend()


def random_fit(space: Space, rows: Sequence[tuple[str, Marks]], random: Random, steps: int | None = None) -> str | None:
    """Return a code that fits, found by placing pegs at random; None if there is none, or none after `steps` pegs.

    Codes are not equally likely: that would require counting all of them.
    """
    beginning = _Beginning(space, rows)
    left = steps

    def extend() -> str | None:
        nonlocal left
        if len(beginning.code) == space.holes:
            return beginning.code
        for peg in random.sample(space.pegs, len(space.pegs)):
            if space.distinct and peg in beginning.code:
                continue
            if left is not None:
                left -= 1
                if left < 0:
                    return None
            whole = extend() if beginning.lay(peg) else None
            if whole is not None:
                return whole
            beginning.take_back()
        return None

    return extend()


class _Beginning:
    """A prefix of a code, and how much it contributes to the marks of each row."""

    def __init__(self, space: Space, rows: Sequence[tuple[str, Marks]]) -> None:
        self.holes = space.holes
        self.code = ""
        self.rows = [_Progress(guess, marks) for guess, marks in rows]

    def lay(self, peg: str) -> bool:
        """Append a peg. Return True if every row can still get exactly its marks."""
        self._count(peg, 1)
        self.code += peg
        left = self.holes - len(self.code)
        return all(row.can_come_out(left) for row in self.rows)

    def take_back(self) -> None:
        """Remove the last peg."""
        peg = self.code[-1]
        self.code = self.code[:-1]
        self._count(peg, -1)

    def _count(self, peg: str, sign: int) -> None:
        hole, used = len(self.code), self.code.count(peg)
        for row in self.rows:
            row.lay(hole, peg, used, sign)


class _Progress:
    """How much a prefix of a code contributes to the marks of one row."""

    def __init__(self, guess: str, marks: Marks) -> None:
        self.guess = guess
        self.goal = marks.exact, marks.exact + marks.near
        self.exact = self.common = 0

    def lay(self, hole: int, peg: str, used: int, sign: int) -> None:
        """Add a peg (or, with sign -1, remove it) that the prefix already holds `used` times."""
        self.exact += sign * (self.guess[hole] == peg)
        self.common += sign * (used < self.guess.count(peg))

    def can_come_out(self, holes_left: int) -> bool:
        exact, common = self.goal
        return self.exact <= exact <= self.exact + holes_left and self.common <= common <= self.common + holes_left


STEPS, STATES = 50_000, 2_000
"""The most steps of a search for one code, half a second or so, and the most exact marks looked up for it."""


class Undecided(Exception):
    """Raised where a search for one code has taken too many steps."""


def any_fit(space: Space, rows: Sequence[tuple[str, Marks]], steps: int = STEPS) -> str | None:
    """Return a code that fits, or None if there is none. Raise Undecided if neither is found out in so many steps."""
    rows = list(dict.fromkeys(rows))
    used = {peg for guess, _ in rows for peg in guess}
    pegs, unused = [peg for peg in space.pegs if peg in used], [peg for peg in space.pegs if peg not in used]
    most = [1 if space.distinct else space.holes] * len(pegs)
    if unused:  # They are all alike, so the first one stands for all of them.
        pegs.append(unused[0])
        most.append(len(unused) if space.distinct else space.holes)
    found = next(_by_colours(Space(space.holes, "".join(pegs)), rows, most, iter(range(steps))), None)
    spare = cycle(unused)
    return found and "".join(peg if peg in used else next(spare) for peg in found)


def count_fitting(space: Space, rows: Sequence[tuple[str, Marks]], steps: int = STEPS) -> int | None:
    """Count the codes that fit, or return None if that takes more than so many steps."""
    most = [1 if space.distinct else space.holes] * len(space.pegs)
    try:
        return sum(1 for _ in _by_colours(space, rows, most, iter(range(steps))))
    except Undecided:
        return None


def fitting_by_colours(space: Space, rows: Sequence[tuple[str, Marks]]) -> Iterator[str]:
    """Yield the same codes as `fitting` in another order: far faster in large spaces if few codes fit, or none.

    First choose how often each peg occurs, which depends only on the sum of both marks, then place the pegs.
    """
    return _by_colours(space, rows, [1 if space.distinct else space.holes] * len(space.pegs), count())


def _by_colours(
    space: Space, rows: Sequence[tuple[str, Marks]], most: Sequence[int], steps: Iterator[int]
) -> Iterator[str]:
    """Yield the codes that fit and have each peg at most so often. Raise Undecided once there are no `steps` left."""
    by_peg = [[guess.count(peg) for guess, _ in rows] for peg in space.pegs]
    # By peg: how many pegs of each row this peg and those after it can still account for.
    coming = [[sum(column) for column in zip(*by_peg[at:], strict=True)] for at in range(len(by_peg))]
    coming.append([0] * len(rows))
    wanted = tuple(marks.exact for _, marks in rows)
    can_be_exact = _can_be_exact([guess for guess, _ in rows], space.holes)
    if not can_be_exact(0, wanted):
        return iter(())

    def choose(counts: tuple[int, ...], left: int, missing: list[int]) -> Iterator[str]:
        if next(steps, None) is None:
            raise Undecided
        at = len(counts)
        if any(need < 0 or need > min(left, can) for need, can in zip(missing, coming[at], strict=True)):
            return
        if at == len(by_peg):
            if not left:
                yield from _arranged(space, rows, list(counts), can_be_exact, steps)
            return
        for times in range(min(most[at], left) + 1):
            rest = [need - min(times, has) for need, has in zip(missing, by_peg[at], strict=True)]
            yield from choose((*counts, times), left - times, rest)

    return choose((), space.holes, [sum(marks) for _, marks in rows])


def _can_be_exact(guesses: Sequence[str], holes: int) -> Callable[[int, tuple[int, ...]], bool]:
    """Return a function that tells whether the holes from one on can give these exact marks, with any pegs in them."""
    columns = list(zip(*guesses, strict=True)) or [()] * holes
    nothing = (0,) * len(guesses)
    gives = [{nothing, *(tuple(int(one == peg) for one in column) for peg in column)} for column in columns]

    known: dict[tuple[int, ...], bool] = {}

    def can(hole: int, missing: tuple[int, ...]) -> bool:
        if any(need < 0 or need > holes - hole for need in missing):
            return False
        if hole == holes or len(known) >= STATES:  # many rows have too many exact marks to look up
            return True
        if (hole, *missing) not in known:
            known[hole, *missing] = any(can(hole + 1, tuple(map(sub, missing, given))) for given in gives[hole])
        return known[hole, *missing]

    return can


def _arranged(
    space: Space,
    rows: Sequence[tuple[str, Marks]],
    counts: list[int],
    can_be_exact: Callable[[int, tuple[int, ...]], bool],
    steps: Iterator[int],
) -> Iterator[str]:
    """Yield every arrangement of these pegs that gives each row its number of exact marks."""
    pegs = [[space.pegs.index(peg) for peg in guess] for guess, _ in rows]

    def place(code: str, missing: tuple[int, ...]) -> Iterator[str]:
        if next(steps, None) is None:
            raise Undecided
        here = len(code)
        if not can_be_exact(here, missing):
            return
        for need, guess in zip(missing, pegs, strict=True):
            if need > sum(counts[peg] > 0 for peg in guess[here:]):
                return
        if here == space.holes:
            yield code
            return
        for at, peg in enumerate(space.pegs):
            if counts[at]:
                counts[at] -= 1
                rest = tuple(need - (guess[here] == at) for need, guess in zip(missing, pegs, strict=True))
                yield from place(code + peg, rest)
                counts[at] += 1

    return place("", tuple(marks.exact for _, marks in rows))


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
