"""A suggested guess, and how anything about a position is known."""

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
    """The best guess one step ahead."""
    SAMPLED = "sampled"
    """The best one step ahead of a sample of guesses, judged by a sample of codes."""
    ESTIMATED = "estimated"
    """The best that was found in the time there was."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What `keypeg suggest --json` prints.

    `expected` and `worst` count the guesses still needed, this one included. `candidates` is None if they are too
    many to count.
    """

    candidates: int | None
    guess: str
    is_candidate: bool
    expected: float | None
    worst: int | None
    basis: Basis
