"""Players that try to exploit how `perfect` plays a split code, for bench/mm44_rivals.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random

import numpy as np
from _mm44_exact_reader import chance_later, reads_exactly

from keypeg.core import BLANK, Call, Guess, Move, Pass, Phase, View, legal_in
from keypeg.players import Level
from keypeg.players.search.deal_arrays import DealArrays, Floats, public_deals
from keypeg.players.search.split_choice import CLOSE, Reading, best_row_of, likeliest, should_call
from keypeg.players.search.split_odds import best_in, own_groups
from keypeg.players.search.split_reading import USUAL, believed, by_row, steps
from keypeg.players.search.split_rows import Asked, best_row, bits_less_leaks, own_bits
from keypeg.players.seeded_random import for_move
from keypeg.players.split.deals import CERTAIN, Deck
from keypeg.players.split.facts import Fact, answering
from keypeg.players.split.knowledge import known_to

OWN_HOLE, OWN_COLOUR, ELSEWHERE = 20.0, 6.6, 0.3
"""Likelihood factors of a share: a blank in its hole, its colour in its hole, its colour in another hole."""

SURE, SILENT = 0.4, 0.1
"""The chance from which a seat is expected to call, and how likely it is to stay silent even so."""

EARLY = 0.3
"""The chance from which `early` calls: sooner than `perfect`, which also considers what waiting brings."""

GIVEN_UP, LIES = 0.5, 60
"""How many bits less than the best row a more misleading row may tell, and how many rows are compared."""

LATE = 0.6
"""The chance from which `late` calls, so that its silence misleads players who read it."""


def reads_blanks(deals: DealArrays, view: View, but: int) -> DealArrays:
    """Weigh deals by the holes that others leave blank."""
    return _weighed(deals, ((seat, _hole(deals.deck, row)) for seat, row in _rows(view, but)))


def reads_pegs(deals: DealArrays, view: View, but: int) -> DealArrays:
    """Weigh deals by what the others placed in their own holes, and where else they placed their own colours."""
    return _weighed(deals, ((seat, _colour(deals.deck, row)) for seat, row in _rows(view, but)))


def reads_silences(deals: DealArrays, view: View, but: int) -> DealArrays:
    """Weigh deals by who would have known the code and did not call."""
    factors = (
        (seat, _silence(deals.deck, step.before, seat - 1))
        for step in steps(view)
        for seat in step.silent
        if seat != but
    )
    return _weighed(deals, factors)


def reads_all(deals: DealArrays, view: View, but: int) -> DealArrays:
    """Weigh deals by blanks, pegs and silences."""
    return reads_silences(reads_pegs(reads_blanks(deals, view, but), view, but), view, but)


def reads_nothing(deals: DealArrays, _view: View, _but: int) -> DealArrays:
    """Go by the answers alone."""
    return deals


READINGS: dict[str, Reading] = {
    "blanks": reads_blanks,
    "pegs": reads_pegs,
    "silences": reads_silences,
    "all": reads_all,
    "nothing": reads_nothing,
    "bluffs": reads_silences,
    "early": reads_silences,
    "late": reads_silences,
    "lies": reads_silences,
    "exact": reads_exactly,
}

READINGS_IN_TURN: dict[str, Reading] = {"exact": partial(reads_exactly, in_turn=True)}
"""Readings that differ on the player's own turn, when all others have been asked for calls."""

CALLS_FROM = {"early": EARLY, "late": LATE}


@dataclass(frozen=True, slots=True)
class Exploiter:
    """Plays like `perfect`, except for how it reads the others.

    `bluffs` places rows as if it held another share, `lies` and `exact` place rows that make their own share look least
    likely to `perfect`, and `early` and `late` call from a fixed chance on.
    """

    kind: str
    seed: str = ""

    def choose(self, view: View) -> Move:
        called = self._call(view, READINGS_IN_TURN.get(self.kind, READINGS[self.kind]))
        if called is not None:
            return called
        return Pass() if view.phase is Phase.CALL else self._row(view)

    def interject(self, view: View) -> Move | None:
        return self._call(view, READINGS[self.kind])

    def _call(self, view: View, reading: Reading) -> Move | None:
        if not any(board.rows for board in view.boards) or view.phase not in (Phase.GUESS, Phase.CALL):
            return None
        own = _own(view)
        code, chance = likeliest(view, own, reading)
        if chance >= CERTAIN or view.phase is Phase.CALL or self._calls_at(view, own, chance, reading):
            return Call(code)
        return None

    def _calls_at(self, view: View, own: tuple[str, ...], chance: float, reading: Reading) -> bool:
        """Return True if this player calls with this chance to be right."""
        if self.kind in CALLS_FROM:
            return chance >= CALLS_FROM[self.kind]
        if self.kind == "exact":
            return chance >= CLOSE and chance >= chance_later(view, own, reading, self._row)
        return should_call(Level.PERFECT, view, own, self.seed, chance, read=reading)

    def _row(self, view: View) -> Move:
        own = _own(view)
        match self.kind:
            case "bluffs":
                return _bluff(view, own, self.seed)
            case "lies" | "exact":
                return _lie(view, own, self.seed)
            case _:
                return best_row_of(Level.PERFECT, view, own, self.seed)


def _bluff(view: View, own: tuple[str, ...], seed: str) -> Move:
    """Return the row that would tell most to a seat with another share that everyone must consider possible."""
    random: Random = for_move(seed, view, "row")
    knowledge = known_to(view, own)
    public = public_deals(knowledge.deck, knowledge.facts)
    states = public.states[:, knowledge.shares[0]]
    other = np.unique(states[states // 6 != knowledge.own[0] // 6])
    if not len(other):
        return best_row_of(Level.PERFECT, view, own, seed)
    claimed = public.holding(knowledge.shares, (int(random.choice(other.tolist())),))
    asked = Asked(answering(view, knowledge.seat), view.rules.counts_only)
    row = best_row(claimed, own_bits(claimed, asked, random), lambda row: BLANK not in row, random)
    return Guess(row) if row is not None else best_row_of(Level.PERFECT, view, own, seed)


def _lie(view: View, own: tuple[str, ...], seed: str) -> Move:
    """Return a row that tells nearly as much as the best one and makes this share look least likely to `perfect`."""
    random: Random = for_move(seed, view, "row")
    knowledge, legal = known_to(view, own), legal_in(view).only(Guess)
    asked = Asked(answering(view, knowledge.seat), view.rules.counts_only)
    public = public_deals(knowledge.deck, knowledge.facts)
    rate = bits_less_leaks(public, knowledge.shares, knowledge.others, asked, random)
    rated: dict[str, float] = {}

    def noted(rows: list[str]) -> Floats:
        bits = rate(rows)
        rated.update(zip(rows, bits.tolist(), strict=True))
        return bits

    best = best_row(public, noted, lambda row: BLANK not in row and Guess(row) in legal, random)
    if best is None:
        return best_row_of(Level.PERFECT, view, own, seed)
    near = sorted((row for row in rated if rated[row] >= rated[best] - GIVEN_UP), key=lambda row: -rated[row])[:LIES]
    placed = list(steps(view))
    told = np.ones(knowledge.deck.states)
    for at, step in enumerate(placed):
        if step.seat == knowledge.seat:
            told *= by_row(knowledge.deck, step.before, knowledge.shares, step.row, asked) / _usual(at)
    hands = np.bincount(own_groups(public, knowledge.shares), public.weights, minlength=knowledge.deck.states)

    def seems(row: str) -> float:
        """Return how likely this share seems to `perfect` after the row."""
        now = by_row(knowledge.deck, knowledge.facts, knowledge.shares, row, asked) / _usual(len(placed))
        weights = hands * believed(told * now)
        return float(weights[knowledge.own[0]] / weights.sum())

    return Guess(min(near, key=seems))


def _usual(rows: int) -> float:
    return USUAL[min(rows, len(USUAL) - 1)]


def _own(view: View) -> tuple[str, ...]:
    return tuple(share.code for share in view.own_shares if share.code)


def _rows(view: View, but: int) -> Iterator[tuple[int, str]]:
    return ((step.seat, step.row) for step in steps(view) if step.seat != but)


def _weighed(deals: DealArrays, factors: Iterator[tuple[int, Floats]]) -> DealArrays:
    weights = deals.weights
    for seat, by_state in factors:
        weights = weights * by_state[deals.states[:, seat - 1]]
    return DealArrays(deals.deck, deals.states, weights)


def _hole(deck: Deck, row: str) -> Floats:
    return np.array([OWN_HOLE if row[hole] == BLANK else 1.0 for hole in range(deck.holes) for _ in deck.pegs])


def _colour(deck: Deck, row: str) -> Floats:
    return np.array(
        [
            OWN_COLOUR if row[hole] == peg else ELSEWHERE if peg in row else 1.0
            for hole in range(deck.holes)
            for peg in deck.pegs
        ]
    )


@lru_cache(maxsize=512)
def _silence(deck: Deck, facts: tuple[Fact, ...], share: int) -> Floats:
    public = public_deals(deck, facts)
    chances = np.zeros(deck.holes * len(deck.pegs))
    groups = own_groups(public, (share,))
    chances[groups] = best_in(public, groups).chance
    return np.where(chances >= SURE, SILENT, 1.0)
