"""The value of a guess as it is computed, the answers that name guesses, and the basis on which they are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

G = TypeVar("G", int, str)


class Basis(StrEnum):
    """How a guess or a value is known to be good."""

    PROVED = "proved"
    """Nothing needs fewer guesses."""
    EVALUATED = "evaluated"
    """Exact for one way to continue, which may not be the best."""
    HEURISTIC = "heuristic"
    """Chosen by looking one step ahead, among all guesses."""
    SAMPLED = "sampled"
    """Chosen by looking one step ahead, among a sample of guesses."""
    ESTIMATED = "estimated"
    """Computed from the best known values, some of which are not proved."""


@dataclass(frozen=True, slots=True)
class GuessValue(Generic[G]):
    """The value of a position if `guess` is placed now: the guesses that all codes need together, and the most for one.

    `guess` is a text, or its index among the guesses of the problem. If `worst` is None, `total` is an estimate by
    size, for comparisons only.
    """

    guess: G
    codes: int
    total: int
    worst: int | None
    basis: Basis
    broken: Mapping[int, int] = field(default_factory=dict, compare=False, repr=False)
    """By n: the codes that the n-th guess from here breaks. Empty if they were not counted."""

    @property
    def guesses(self) -> float:
        """The mean number of guesses still needed, this one included, even if it is only an estimate by size."""
        return self.total / self.codes

    @property
    def expected(self) -> float | None:
        """The same; None if it is only an estimate by size."""
        return None if self.worst is None else self.guesses

    @property
    def proved(self) -> bool:
        """True if nothing needs fewer guesses."""
        return self.basis is Basis.PROVED


def counted(guess: G, broken: Mapping[int, int], basis: Basis) -> GuessValue[G]:
    """Return the value of a guess after which the n-th guess from here breaks so many codes, by n."""
    total = sum(turn * times for turn, times in broken.items())
    return GuessValue(guess, sum(broken.values()), total, max(broken), basis, broken)


def least_total(codes: int) -> int:
    """Return what no play beats for so many codes: one guess for one of them, and two for every other."""
    return 2 * codes - 1


def told_apart(guess: G, codes: int, cells: int, *, is_code: bool) -> GuessValue[G] | None:
    """Return the value of a guess that is best for these codes because it parts them into so many cells; else None.

    One of the codes that tells all apart reaches the least total. Unless there is one, the next best is one guess more
    in all: for one of the codes that leaves two others together, or for any other guess that tells all apart.
    """
    if is_code and cells == codes:
        return counted(guess, {1: 1, 2: codes - 1} if codes > 1 else {1: 1}, Basis.PROVED)
    if is_code and cells == codes - 1:
        return counted(guess, {1: 1, 2: codes - 2, 3: 1}, Basis.PROVED)
    if not is_code and cells == codes:
        return counted(guess, {2: codes}, Basis.PROVED)
    return None


@dataclass(frozen=True, slots=True)
class Option:
    """A guess and its worth, which is proved if no way to continue after it needs fewer guesses."""

    guess: str
    is_candidate: bool
    expected: float | None
    worst: int | None
    basis: Basis


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested guess: what `keypeg suggest --json` prints.

    `expected` and `worst` count the guesses still needed, this one included. `partition` holds how many candidates
    would give the guess each mark. It is None, like `candidates`, if there are too many to count.
    """

    candidates: int | None
    guess: str
    is_candidate: bool
    expected: float | None
    worst: int | None
    basis: Basis
    partition: dict[str, int] | None = None
    top: tuple[Option, ...] = ()
    """The best guesses, if several were asked for; the first is `guess`. One without `expected` was not evaluated."""
    complete: bool | None = None
    """True if it is proved that no guess left out of `top` is better than the last one in it."""


@dataclass(frozen=True, slots=True)
class GuessWorth:
    """A guess compared with the one that `suggest` names for the same rows: what `keypeg worth --json` prints."""

    candidates: int
    guess: str
    is_candidate: bool
    expected: float | None
    worst: int | None
    basis: Basis
    partition: dict[str, int]
    best: Option
    """The suggested guess."""
    behind: float | None
    """How many more guesses it needs on average than `best`; negative if it seems better, where neither is proved."""
