"""Search for the row that tells most about a split code, by changing peg after peg."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

import numpy as np

from keypeg.core import BLANK
from keypeg.players.search.deal_arrays import Bytes, DealArrays, Floats
from keypeg.players.search.split_odds import bits_told, digits, outcomes, own_groups, width

SAMPLE, WATCHED = 1000, 4000
"""The number of deals sampled to rate rows: of those possible for the seat, and for a watcher."""

TO_OTHERS = 0.75
"""The weight of a bit that each of the others learns against a bit that the seat learns."""

STARTS, CLIMBS = 16, 3
"""The number of rows that a search starts from, and how many of them it tries to improve."""

MOST_STEPS = 4
"""The most changes of a peg while a row is improved."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The shares that answer a row, and whether only their sum is shown."""

    shares: tuple[int, ...]
    counts_only: bool

    @property
    def kinds(self) -> int:
        """The number of possible outcomes."""
        return width(self.shares, counts_only=self.counts_only)

    def outcomes(self, deals: DealArrays, rows: Iterable[str]) -> Bytes:
        """Return the answers to rows: a line for each row, a column for each deal."""
        lines = np.array([digits(deals.deck.pegs, row) for row in rows], dtype=np.uint8)
        return outcomes(deals, lines, self.shares, counts_only=self.counts_only)


Rate = Callable[[list[str]], Floats]
"""Rates rows, in bits."""


def own_bits(deals: DealArrays, asked: Asked, random: Random) -> Rate:
    """Return a function that rates rows by what their answers tell a seat for which these deals are possible."""
    sample = _some_of(deals, SAMPLE, random)
    alone = np.zeros(len(sample), dtype=np.int64)
    return lambda rows: bits_told(sample, asked.outcomes(sample, rows), alone, 1, asked.kinds)


def bits_less_leaks(
    public: DealArrays, holder: tuple[int, ...], others: tuple[tuple[int, ...], ...], asked: Asked, random: Random
) -> Rate:
    """Return a function that rates rows by what their answers tell the holder, less a part of what they tell others.

    A rating is the mean over all hands that the holder may have, so a row chosen by it tells nothing about the hand.
    """
    sample = _some_of(public, WATCHED, random)
    mine, *hands = (np.unique(own_groups(sample, each), return_inverse=True)[1] for each in (holder, *others))

    def rate(rows: list[str]) -> Floats:
        found = asked.outcomes(sample, rows)
        told, *leaks = (bits_told(sample, found, hand, int(hand.max()) + 1, asked.kinds) for hand in (mine, *hands))
        return told - TO_OTHERS * sum(leaks, np.zeros(len(rows))) / max(len(hands), 1)

    return rate


def best_row(deals: DealArrays, rate: Rate, may: Callable[[str], bool], random: Random) -> str | None:
    """Return a legal row that is rated higher than its neighbours; None if none was found."""
    rated: dict[str, float] = {}

    def weigh(rows: Iterable[str]) -> None:
        fresh = [row for row in dict.fromkeys(rows) if row not in rated and may(row)]
        if fresh:
            rated.update(zip(fresh, rate(fresh).tolist(), strict=True))

    weigh(_starts(deals, random))
    for _, row in sorted(((bits, row) for row, bits in rated.items()), reverse=True)[:CLIMBS]:
        here = row
        for _ in range(MOST_STEPS):
            near_by = list(neighbours(here, deals.deck.pegs))
            weigh(near_by)
            best = max((other for other in [here, *near_by] if other in rated), key=lambda other: rated[other])
            if best == here:
                break
            here = best
    return max(rated, key=lambda row: rated[row], default=None)


def _starts(deals: DealArrays, random: Random) -> Iterable[str]:
    """Yield codes that may be right, and full rows of few colours."""
    pegs, holes = deals.deck.pegs, deals.deck.holes
    for _ in range(STARTS // 2):
        at = random.randrange(len(deals))
        code = deals.deck.text(int(deals.codes[at]))
        yield code.replace(BLANK, random.choice(pegs))
    for _ in range(STARTS // 2):
        few = random.sample(pegs, 3)
        yield "".join(random.choice(few) for _ in range(holes))


def neighbours(row: str, pegs: str) -> Iterable[str]:
    """Yield the rows that differ in one hole."""
    for hole, peg in enumerate(row):
        for other in (*pegs, BLANK):
            if other != peg:
                yield row[:hole] + other + row[hole + 1 :]


def _some_of(deals: DealArrays, most: int, random: Random) -> DealArrays:
    """Return a sample of `most` deals, drawn by their weights, or all deals if there are no more than that."""
    if len(deals) <= most:
        return deals
    draws = np.random.default_rng(random.getrandbits(64))
    chosen = draws.choice(len(deals), most, p=deals.weights / deals.weights.sum())
    return DealArrays(deals.deck, deals.states[chosen], np.ones(most))
