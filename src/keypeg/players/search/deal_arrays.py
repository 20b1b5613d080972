"""Deals of a split code as arrays, for players that weigh what every seat knows.

`players.split.deals` answers the same questions for one seat. The deals that fit the public facts are cached, because
every seat at the table asks about the same facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from keypeg.core import BLANK
from keypeg.players.split.deals import EXACT, NEAR, Deck, answer_table
from keypeg.players.split.facts import Answers, Fact, LeftEmpty, Said, Sum, WrongCall
from keypeg.players.split.knowledge import Knowledge

Bytes: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class DealArrays:
    """Deals, one per line, with their weights: the number of ways to draw their chips."""

    deck: Deck
    states: Bytes
    weights: Floats

    def __len__(self) -> int:
        return len(self.weights)

    @cached_property
    def codes(self) -> Ints:
        """By deal: the code that it makes, as a number."""
        holes, colours = np.divmod(np.arange(self.deck.states), len(self.deck.pegs))
        places = (colours + 1) * (len(self.deck.pegs) + 1) ** holes
        sums: Ints = places[self.states].sum(axis=1)
        return sums

    def only(self, fits: NDArray[np.bool_]) -> DealArrays:
        return DealArrays(self.deck, self.states[fits], self.weights[fits])

    def holding(self, shares: tuple[int, ...], states: tuple[int, ...]) -> DealArrays:
        """Return the deals in which these shares have these states."""
        fits = np.ones(len(self), dtype=np.bool_)
        for share, state in zip(shares, states, strict=True):
            fits &= self.states[:, share] == state
        return self.only(fits)


@lru_cache(maxsize=256)
def public_deals(deck: Deck, facts: tuple[Fact, ...]) -> DealArrays:
    """Return the deals that fit these facts."""
    if not facts:
        return _all_deals(deck)
    before = public_deals(deck, facts[:-1])
    return before.only(_fits(before, facts[-1]))


def own_deals(knowledge: Knowledge) -> DealArrays:
    """Return the deals that are possible as far as a seat knows."""
    return public_deals(knowledge.deck, knowledge.facts).holding(knowledge.shares, knowledge.own)


@lru_cache(maxsize=4)
def _all_deals(deck: Deck) -> DealArrays:
    colours = len(deck.pegs)
    holes = np.array(list(permutations(range(deck.holes), deck.shares)), dtype=np.int64)
    chips = np.array(list(product(range(colours), repeat=deck.shares)), dtype=np.int64)
    counts = (chips[:, :, None] == np.arange(colours)).sum(axis=1)
    # The n-th chip of a colour can be any of those that the first n - 1 have left.
    ways = np.cumprod([1, *(max(deck.chips - taken, 0) for taken in range(deck.shares))])
    weights = ways[counts].prod(axis=1).astype(np.float64)
    states = (holes[:, None, :] * colours + chips[None]).reshape(-1, deck.shares).astype(np.uint8)
    deals = DealArrays(deck, states, np.tile(weights, len(holes)))
    return deals.only(deals.weights > 0)


def _answers(deck: Deck, row: str) -> Bytes:
    return np.frombuffer(answer_table(deck, row), dtype=np.uint8)


def _fits(deals: DealArrays, fact: Fact) -> NDArray[np.bool_]:
    fits = np.ones(len(deals), dtype=np.bool_)
    match fact:
        case Answers(row, shares, marks):
            table = _answers(deals.deck, row)
            for share, given in zip(shares, marks, strict=True):
                if given is not None:
                    fits &= table[deals.states[:, share]] == 2 * given.exact + given.near
        case Sum(row, shares, total):
            answers = _answers(deals.deck, row)[deals.states[:, shares]]
            fits &= (answers == EXACT).sum(axis=1) == total.exact
            fits &= (answers == NEAR).sum(axis=1) == total.near
        case WrongCall(code, shares):
            fits &= _agree(deals, code, shares) & (deals.codes != _number(deals.deck, code))
        case Said(code, shares, agree):
            fits &= _agree(deals, code, shares) == agree
        case LeftEmpty(holes, shares):
            filled = deals.states[:, shares] // len(deals.deck.pegs)
            for hole in holes:
                fits &= (filled == hole).any(axis=1)
    return fits


def _agree(deals: DealArrays, code: str, shares: tuple[int, ...]) -> NDArray[np.bool_]:
    exact: NDArray[np.bool_] = (_answers(deals.deck, code)[deals.states[:, shares]] == EXACT).all(axis=1)
    return exact


def _number(deck: Deck, code: str) -> int:
    base = len(deck.pegs) + 1
    return sum((deck.pegs.index(peg) + 1) * base**hole for hole, peg in enumerate(code) if peg != BLANK)
