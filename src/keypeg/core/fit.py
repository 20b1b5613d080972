"""Find the codes that fit the rows on a board; `deals` does the same for a split code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count, cycle
from operator import sub
from random import Random

from keypeg.argument_types import checked
from keypeg.core.marks import Marks
from keypeg.core.space import Space


@checked
def fitting(space: Space, rows: Sequence[tuple[str, Marks]]) -> Iterator[str]:
    """Yield the codes in `space` that fit these rows exactly, in palette order.

    Codes are built hole by hole, and a prefix is dropped as soon as some row can no longer get its marks. So the first
    code that fits is found quickly even in spaces too large to enumerate.
    """
    return _hole_by_hole(space, rows, lambda: space.pegs, count())


def random_fit(space: Space, rows: Sequence[tuple[str, Marks]], random: Random, steps: int | None = None) -> str | None:
    """Return a code that fits, found by placing pegs at random; None if there is none, or none after `steps` pegs.

    Codes are not equally likely: that would require counting all of them.
    """
    pegs = partial(random.sample, space.pegs, len(space.pegs))
    return next(_hole_by_hole(space, rows, pegs, count() if steps is None else iter(range(steps))), None)


def _hole_by_hole(
    space: Space, rows: Sequence[tuple[str, Marks]], pegs: Callable[[], Sequence[str]], steps: Iterator[int]
) -> Iterator[str]:
    """Yield the codes that fit, trying `pegs()` in every hole, until there are no `steps` left."""
    beginning = _Beginning(space, rows)

    def extend() -> Iterator[str]:
        if len(beginning.code) == space.holes:
            yield beginning.code
            return
        for peg in pegs():
            if space.distinct and peg in beginning.code:
                continue
            if next(steps, None) is None:
                return
            if beginning.lay(peg):
                yield from extend()
            beginning.take_back()

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
