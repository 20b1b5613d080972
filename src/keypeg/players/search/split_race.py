"""The race for a split code: which seats would call, now and after more rows."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from keypeg.players.search.deal_arrays import Bytes, DealArrays, Floats, Ints, public_deals
from keypeg.players.search.split_odds import best_in, own_groups, sums
from keypeg.players.search.split_rows import Asked, best_row, own_bits
from keypeg.players.split.deals import Deck
from keypeg.players.split.facts import Fact
from keypeg.players.split.knowledge import Knowledge

READY = 0.5
"""The chance at which the others are assumed to call."""

Coming = tuple[tuple[str, Asked], ...]
"""The next rows, and the shares that answer them."""


def chance_of_waiting(knowledge: Knowledge, own: DealArrays, coming: Coming, ready: float) -> float:
    """Return the chance to win by a call after one of these rows, at the best moment.

    Other seats call as soon as their chance is `ready`: those that are ready now call before the first row, and those
    that get ready at the same time as this seat may be first. `own` are the deals possible for this seat, with any
    weights that it gives them.
    """
    deck, facts = knowledge.deck, knowledge.facts
    public = public_deals(deck, facts)
    mine = np.ones(len(public), dtype=np.bool_)
    for share, state in zip(knowledge.shares, knowledge.own, strict=True):
        mine &= public.states[:, share] == state
    weights = own.weights
    groups = np.zeros(len(own), dtype=np.int64)
    stages: list[tuple[Ints, Floats]] = []
    for stage in range(len(coming) + 1):
        rivals = np.zeros(len(own), dtype=np.int64)
        for other in knowledge.others:
            rivals += _calls_rightly(deck, facts, other, coming[:stage], ready)[mine]
        if stage:
            row, asked = coming[stage - 1]
            found = _outcomes(deck, facts, row, asked)[mine]
            groups = np.unique(groups * asked.kinds + found, return_inverse=True)[1]
        right = best_in(own, groups).right
        stages.append((groups, sums(groups, weights * right / (1 + rivals))))
        weights = weights * (rivals == 0)
    # Work backwards: in every situation take the better of calling now and waiting.
    groups, value = stages[-1]
    for before, call in stages[-2:0:-1]:
        parent = np.zeros(len(value), dtype=np.int64)
        parent[groups] = before
        wait = sums(parent, value, len(call))
        groups, value = before, np.maximum(call, wait)
    return float(value.sum() / own.weights.sum())


@lru_cache(maxsize=512)
def _outcomes(deck: Deck, facts: tuple[Fact, ...], row: str, asked: Asked) -> Bytes:
    found: Bytes = asked.outcomes(public_deals(deck, facts), [row])[0]
    return found


@lru_cache(maxsize=512)
def _calls_rightly(
    deck: Deck, facts: tuple[Fact, ...], holder: tuple[int, ...], after: Coming, ready: float
) -> NDArray[np.bool_]:
    """Return, by public deal, whether the holder of these shares would call after these rows, and be right."""
    public = public_deals(deck, facts)
    groups = own_groups(public, holder)
    for row, asked in after:
        groups = np.unique(groups * asked.kinds + _outcomes(deck, facts, row, asked), return_inverse=True)[1]
    best = best_in(public, groups)
    return best.right & (best.chance >= ready)


@lru_cache(maxsize=256)
def likely_rows(deck: Deck, facts: tuple[Fact, ...], asked: tuple[Asked, ...]) -> Coming:
    """Return the rows that would tell these seats most, one after the other, without knowing their hands."""
    random = Random(len(facts))
    public = public_deals(deck, facts)
    rows = (best_row(public, own_bits(public, each, random), lambda _: True, random) for each in asked)
    return tuple((row, each) for row, each in zip(rows, asked, strict=True) if row is not None)
