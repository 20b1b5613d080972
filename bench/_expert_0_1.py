"""The expert of version 0.1.0 for split codes, kept as an opponent whose rows and calls never change.

Only its strategy is kept here. Which deals fit is a fact, and comes from the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from keypeg.core import BLANK, Call, Guess, Move, Pass, Phase, View
from keypeg.players.search.deal_arrays import DealArrays, Floats, own_deals, public_deals
from keypeg.players.search.split_odds import best_in, bits_told, digits, outcomes, own_groups, width
from keypeg.players.seeded_random import for_move
from keypeg.players.split.deals import Deck
from keypeg.players.split.facts import Fact, answering
from keypeg.players.split.knowledge import Knowledge, known_to

CERTAIN, LEAST, SAMPLE = 1 - 1e-9, 0.3, 1000
STARTS, CLIMBS, MOST_STEPS = 16, 3, 4
Rate = Callable[[list[str]], Floats]


@dataclass(frozen=True, slots=True)
class OldExpert:
    """Places the row that tells it most, and calls unless it is better to wait for one more row."""

    seed: str = ""

    def choose(self, view: View) -> Move:
        if view.phase is Phase.CALL:
            return self.interject(view) or Pass()
        return self.interject(view) or Guess(self._row(view, known_to(view, _own(view))))

    def interject(self, view: View) -> Move | None:
        if not any(board.rows for board in view.boards) or view.phase not in (Phase.GUESS, Phase.CALL):
            return None
        knowledge = known_to(view, _own(view))
        mine = knowledge.mine
        code, chance = mine.likeliest()
        if chance >= CERTAIN or view.phase is Phase.CALL:
            return Call(code)
        return Call(code) if chance >= LEAST and chance >= self._later(view, knowledge) else None

    def _row(self, view: View, knowledge: Knowledge) -> str:
        random = for_move(self.seed, view, "row")
        mine = own_deals(knowledge)
        row = _best_row(mine, _own_bits(mine, answering(view, knowledge.seat), random), random)
        if view.rules.full_rows:
            row = "".join(random.choice(knowledge.deck.pegs) if peg == BLANK else peg for peg in row)
        return row

    def _later(self, view: View, knowledge: Knowledge) -> float:
        (now,) = view.to_act
        asked = answering(view, now)
        row = self._row(view, knowledge) if now == view.seat else _likely_row(knowledge.deck, knowledge.facts, asked)
        return _chance_of_waiting(knowledge, row, asked)


def _own(view: View) -> tuple[str, ...]:
    return tuple(share.code for share in view.own_shares if share.code)


def _chance_of_waiting(knowledge: Knowledge, row: str, asked: tuple[int, ...]) -> float:
    """Return the chance to win by a call after this row, if others call only when certain."""
    public = public_deals(knowledge.deck, knowledge.facts)
    mine = np.ones(len(public), dtype=np.bool_)
    for share, state in zip(knowledge.shares, knowledge.own, strict=True):
        mine &= public.states[:, share] == state
    own = public.only(mine)
    before = sum(_certain(knowledge.deck, knowledge.facts, other, "", ())[mine] for other in knowledge.others)
    after = sum(_certain(knowledge.deck, knowledge.facts, other, row, asked)[mine] for other in knowledge.others)
    found = np.unique(_outcomes(knowledge.deck, knowledge.facts, row, asked)[mine], return_inverse=True)[1]
    weights = own.weights * (before == 0) * best_in(own, found).right / (1 + after)
    return float(weights.sum() / own.weights.sum())


@lru_cache(maxsize=512)
def _outcomes(deck: Deck, facts: tuple[Fact, ...], row: str, asked: tuple[int, ...]) -> NDArray[np.int64]:
    lines = np.array([digits(deck.pegs, row)], dtype=np.uint8)
    found = outcomes(public_deals(deck, facts), lines, asked, counts_only=False)[0]
    return found.astype(np.int64)


@lru_cache(maxsize=512)
def _certain(
    deck: Deck, facts: tuple[Fact, ...], holder: tuple[int, ...], row: str, asked: tuple[int, ...]
) -> NDArray[np.int64]:
    """Return an array over the public deals: 1 where the holder of these shares is certain after this row."""
    public = public_deals(deck, facts)
    groups = own_groups(public, holder)
    if row:
        groups = groups * width(asked, counts_only=False) + _outcomes(deck, facts, row, asked)
    best = best_in(public, np.unique(groups, return_inverse=True)[1])
    return (best.right & (best.chance >= CERTAIN)).astype(np.int64)


@lru_cache(maxsize=256)
def _likely_row(deck: Deck, facts: tuple[Fact, ...], asked: tuple[int, ...]) -> str:
    """Return the row that would tell most to a seat whose share is unknown."""
    random = Random(len(facts))
    public = public_deals(deck, facts)
    return _best_row(public, _own_bits(public, asked, random), random)


def _own_bits(deals: DealArrays, asked: tuple[int, ...], random: Random) -> Rate:
    sample = deals
    if len(deals) > SAMPLE:
        draws = np.random.default_rng(random.getrandbits(64))
        chosen = draws.choice(len(deals), SAMPLE, p=deals.weights / deals.weights.sum())
        sample = DealArrays(deals.deck, deals.states[chosen], np.ones(SAMPLE))
    alone = np.zeros(len(sample), dtype=np.int64)

    def rate(rows: list[str]) -> Floats:
        lines = np.array([digits(deals.deck.pegs, row) for row in rows], dtype=np.uint8)
        found = outcomes(sample, lines, asked, counts_only=False)
        return bits_told(sample, found, alone, 1, width(asked, counts_only=False))

    return rate


def _best_row(deals: DealArrays, rate: Rate, random: Random) -> str:
    """Return a row that is rated higher than its neighbours."""
    rated: dict[str, float] = {}

    def weigh(rows: Iterable[str]) -> None:
        fresh = [row for row in dict.fromkeys(rows) if row not in rated]
        if fresh:
            rated.update(zip(fresh, rate(fresh).tolist(), strict=True))

    weigh(_starts(deals, random))
    for _, row in sorted(((bits, row) for row, bits in rated.items()), reverse=True)[:CLIMBS]:
        here = row
        for _ in range(MOST_STEPS):
            near_by = list(_neighbours(here, deals.deck.pegs))
            weigh(near_by)
            best = max([here, *near_by], key=lambda other: rated[other])
            if best == here:
                break
            here = best
    return max(rated, key=lambda row: rated[row])


def _starts(deals: DealArrays, random: Random) -> Iterable[str]:
    pegs, holes = deals.deck.pegs, deals.deck.holes
    for _ in range(STARTS // 2):
        code = deals.deck.text(int(deals.codes[random.randrange(len(deals))]))
        yield code.replace(BLANK, random.choice(pegs))
    for _ in range(STARTS // 2):
        few = random.sample(pegs, 3)
        yield "".join(random.choice(few) for _ in range(holes))


def _neighbours(row: str, pegs: str) -> Iterable[str]:
    for hole, peg in enumerate(row):
        for other in (*pegs, BLANK):
            if other != peg:
                yield row[:hole] + other + row[hole + 1 :]
