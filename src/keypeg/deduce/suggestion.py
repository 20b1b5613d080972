"""A suggested guess, what a guess is worth, and how anything about a position is known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Basis(StrEnum):
    """How a guess or a value is known to be good."""

    PROVED = "proved"
    """Nothing needs fewer guesses."""
    EVALUATED = "evaluated"
    """Exact for one way of going on, perhaps not the best."""
    HEURISTIC = "heuristic"
    """Chosen by looking one step ahead, among all guesses."""
    SAMPLED = "sampled"
    """Chosen by looking one step ahead, among a sample of guesses."""
    ESTIMATED = "estimated"
    """Measured by what is known, some of it not proved."""


@dataclass(frozen=True, slots=True)
class Option:
    """A guess with what it is worth. It is proved if nothing that follows it needs fewer guesses."""

    guess: str
    is_candidate: bool
    expected: float | None
    worst: int | None
    basis: Basis


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What `keypeg suggest --json` prints.

    `expected` and `worst` count the guesses still needed, this one included. `candidates` is None if they are too
    many to count, and so is `partition`: how many of them would give the guess each mark.
    """

    candidates: int | None
    guess: str
    is_candidate: bool
    expected: float | None
    worst: int | None
    basis: Basis
    partition: dict[str, int] | None = None
    top: tuple[Option, ...] = ()
    """The best guesses, if several were asked for; the first is `guess`. Without an `expected`: not looked into."""
    complete: bool | None = None
    """Whether it is proved that no guess left out of `top` is better than the last one in it."""


@dataclass(frozen=True, slots=True)
class GuessWorth:
    """What `keypeg worth --json` prints: a guess, beside the one that `suggest` names for the same rows."""

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
    """How many more guesses it needs on average than that; less than 0 if it seems better, where neither is proved."""
