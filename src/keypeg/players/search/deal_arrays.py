"""Every deal of a split code that fits what is public, as arrays: the exact inference of `mm44` players.

A share is one number, its *state*: hole times colours plus colour. What is public is a tuple of facts, and what fits
them is remembered, because every seat at the table asks about the same facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from keypeg.core import BLANK, Rules
from keypeg.players.split.facts import Answers, Fact, Said, Sum, WrongCall

Bytes: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

NOTHING, NEAR, EXACT = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Deck:
    """What the deals are made of: so many shares in so many holes, colours from so many chips of each."""

    holes: int
    pegs: str
    shares: int
    chips: int


@dataclass(frozen=True, eq=False)
class Deals:
    """Deals, one a line, with their weights: in how many ways the chips can fall so."""

    deck: Deck
    states: Bytes
    weights: Floats

    def __len__(self) -> int:
        return len(self.weights)

    @cached_property
    def codes(self) -> Ints:
        """The code that each deal makes, as a number."""
        holes, colours = np.divmod(self.states.astype(np.int64), len(self.deck.pegs))
        sums: Ints = ((colours + 1) * (len(self.deck.pegs) + 1) ** holes).sum(axis=1)
        return sums

    def only(self, fits: NDArray[np.bool_]) -> Deals:
        return Deals(self.deck, self.states[fits], self.weights[fits])

    def holding(self, shares: tuple[int, ...], states: tuple[int, ...]) -> Deals:
        """Those in which these shares are known."""
        fits = np.ones(len(self), dtype=np.bool_)
        for share, state in zip(shares, states, strict=True):
            fits &= self.states[:, share] == state
        return self.only(fits)

    def text(self, code: int) -> str:
        """The code with this number."""
        base = len(self.deck.pegs) + 1
        digits = [code // base**hole % base for hole in range(self.deck.holes)]
        return "".join(self.deck.pegs[digit - 1] if digit else BLANK for digit in digits)


def deck_of(rules: Rules) -> Deck:
    """The deck that these rules deal from."""
    space = rules.codes[0]
    return Deck(space.holes, space.pegs, rules.shares, rules.chips)


def state_of(deck: Deck, share: str) -> int:
    """The state of a share."""
    hole = next(hole for hole, peg in enumerate(share) if peg != BLANK)
    return hole * len(deck.pegs) + deck.pegs.index(share[hole])


def answer_table(deck: Deck, row: str) -> Bytes:
    """By state: what such a share answers to a row."""
    return np.array(
        [
            EXACT if row[hole] == peg else NEAR if peg in row else NOTHING
            for hole in range(deck.holes)
            for peg in deck.pegs
        ],
        dtype=np.uint8,
    )


@lru_cache(maxsize=256)
def fitting(deck: Deck, facts: tuple[Fact, ...]) -> Deals:
    """The deals that fit these facts."""
    if not facts:
        return _all_deals(deck)
    before = fitting(deck, facts[:-1])
    return before.only(_fits(before, facts[-1]))


@lru_cache(maxsize=4)
def _all_deals(deck: Deck) -> Deals:
    colours = len(deck.pegs)
    holes = np.array(list(permutations(range(deck.holes), deck.shares)), dtype=np.int64)
    chips = np.array(list(product(range(colours), repeat=deck.shares)), dtype=np.int64)
    counts = (chips[:, :, None] == np.arange(colours)).sum(axis=1)
    # The n-th chip of a colour can be any of those that the first n - 1 have left.
    ways = np.cumprod([1, *(max(deck.chips - taken, 0) for taken in range(deck.shares))])
    weights = ways[counts].prod(axis=1).astype(np.float64)
    states = (holes[:, None, :] * colours + chips[None]).reshape(-1, deck.shares).astype(np.uint8)
    deals = Deals(deck, states, np.tile(weights, len(holes)))
    return deals.only(deals.weights > 0)


def _fits(deals: Deals, fact: Fact) -> NDArray[np.bool_]:
    fits = np.ones(len(deals), dtype=np.bool_)
    match fact:
        case Answers(row, shares, marks):
            table = answer_table(deals.deck, row)
            for share, given in zip(shares, marks, strict=True):
                if given is not None:
                    fits &= table[deals.states[:, share]] == 2 * given.exact + given.near
        case Sum(row, shares, total):
            answers = answer_table(deals.deck, row)[deals.states[:, shares]]
            fits &= (answers == EXACT).sum(axis=1) == total.exact
            fits &= (answers == NEAR).sum(axis=1) == total.near
        case WrongCall(code, shares):
            fits &= _agree(deals, code, shares) & (deals.codes != _number(deals.deck, code))
        case Said(code, shares, agree):
            fits &= _agree(deals, code, shares) == agree
    return fits


def _agree(deals: Deals, code: str, shares: tuple[int, ...]) -> NDArray[np.bool_]:
    exact: NDArray[np.bool_] = (answer_table(deals.deck, code)[deals.states[:, shares]] == EXACT).all(axis=1)
    return exact


def _number(deck: Deck, code: str) -> int:
    base = len(deck.pegs) + 1
    return sum((deck.pegs.index(peg) + 1) * base**hole for hole, peg in enumerate(code) if peg != BLANK)
