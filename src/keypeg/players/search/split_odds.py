"""Compute what every seat can know about a split code, and how many bits a row would tell it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from keypeg.core import BLANK
from keypeg.players.search.deal_arrays import Bytes, DealArrays, Floats, Ints
from keypeg.players.split.deals import ANSWERS, EXACT, NEAR, Deck


@dataclass(frozen=True, eq=False)
class Best:
    """By deal: how sure a seat would be of its likeliest code, and whether that is the actual code."""

    chance: Floats
    right: NDArray[np.bool_]


def sums(groups: NDArray[np.integer], weights: Floats, many: int = 0) -> Floats:
    """Return the sum of the weights of each group."""
    added: Floats = np.bincount(groups, weights, minlength=many).astype(np.float64)
    return added


def best_in(deals: DealArrays, groups: Ints) -> Best:
    """Return the likeliest code for a seat that can tell only these groups apart, given by deal as numbers from 0."""
    pairs, pair_of = np.unique(groups * 10**6 + deals.codes, return_inverse=True)
    weights = sums(pair_of, deals.weights)
    group_of_pair = pairs // 10**6
    _, starts = np.unique(group_of_pair, return_index=True)
    sizes = np.diff(np.append(starts, len(pairs)))
    # Ties go to the lesser code, as in Deals.likeliest, so that both agree.
    totals = np.repeat(np.add.reduceat(weights, starts), sizes)
    peaks = np.repeat(np.maximum.reduceat(weights, starts), sizes)
    at_peak = np.flatnonzero(weights == peaks)
    _, first = np.unique(group_of_pair[at_peak], return_index=True)
    chosen = np.zeros(len(pairs), dtype=np.bool_)
    chosen[at_peak[first]] = True
    return Best((peaks / totals)[pair_of], chosen[pair_of])


def own_groups(deals: DealArrays, shares: tuple[int, ...]) -> Ints:
    """Group deals by the states of these shares, which their holder sees."""
    groups = np.zeros(len(deals), dtype=np.int64)
    for share in shares:
        groups = groups * len(deals.deck.pegs) * deals.deck.holes + deals.states[:, share]
    return groups


def outcomes(deals: DealArrays, rows: Bytes, shares: tuple[int, ...], *, counts_only: bool) -> Bytes:
    """Return the answers to rows (colours by hole, see `digits`): a line for each row, a column for each deal."""
    tables = answer_tables(deals.deck, rows)
    found = np.zeros((len(rows), len(deals)), dtype=np.uint8)
    for share in shares:
        answers = tables[:, deals.states[:, share]]
        if counts_only:
            found += (answers == EXACT) * np.uint8(len(shares) + 1) + (answers == NEAR)
        else:
            found *= np.uint8(ANSWERS)
            found += answers
    return found


def width(shares: tuple[int, ...], *, counts_only: bool) -> int:
    """Return the number of outcomes that a row can have."""
    return (len(shares) + 1) ** 2 if counts_only else ANSWERS ** len(shares)


def answer_tables(deck: Deck, rows: Bytes) -> Bytes:
    """Return, by row and state, how a share with that state answers."""
    hole, colour = np.divmod(np.arange(deck.holes * len(deck.pegs)), len(deck.pegs))
    anywhere = (rows[:, :, None] == np.arange(len(deck.pegs))).any(axis=1)
    exact = rows[:, hole] == colour
    return np.where(exact, np.uint8(EXACT), anywhere[:, colour].astype(np.uint8))


def entropy(weights: Floats) -> Floats:
    """Return the entropy of every line, in bits."""
    shares = weights / np.maximum(weights.sum(axis=-1, keepdims=True), 1e-300)
    logs = np.log2(np.where(shares > 0, shares, 1.0))
    bits: Floats = -(shares * logs).sum(axis=-1)
    return bits


def bits_told(deals: DealArrays, found: Bytes, groups: Ints, many: int, kinds: int) -> Floats:
    """Return, by row, the bits that its answers give to a seat that knows the group of the deal, one of `many`."""
    lines = len(found)
    flat = (np.arange(lines)[:, None] * many + groups) * kinds + found
    cells = sums(flat.ravel(), np.tile(deals.weights, lines), lines * many * kinds).reshape(lines, many, kinds)
    share = cells.sum(axis=2)
    bits: Floats = (entropy(cells) * share).sum(axis=1) / max(float(deals.weights.sum()), 1e-300)
    return bits


@lru_cache(maxsize=4096)
def digits(pegs: str, row: str) -> tuple[int, ...]:
    """Return a row as colours by hole; an empty hole is one past the last colour."""
    return tuple(len(pegs) if peg == BLANK else pegs.index(peg) for peg in row)
