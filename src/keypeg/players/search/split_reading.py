"""Infer the shares of other seats from the rows that they choose, and from the calls that they do not make.

If a player places the row that tells it most, the choice depends on its own share. So for every share that a seat may
hold, find out how good its row would have been: another peg in one hole would rarely have told more. A player who
starts from codes that fit also tends to leave its own colour in its own hole. Some seats do neither, or call only when
certain, so these signs are never trusted completely.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from keypeg.core import BLANK, Call, Guess, View
from keypeg.players.search.deal_arrays import DealArrays, Floats, Ints, public_deals
from keypeg.players.search.split_odds import best_in, entropy, own_groups, sums
from keypeg.players.search.split_rows import Asked, neighbours
from keypeg.players.split.deals import Deck
from keypeg.players.split.facts import Fact, answering, call_facts, row_facts, rows_of, shares_of


@dataclass(frozen=True, slots=True)
class Telling:
    """Terms of the log-likelihood of a row, given the share of its seat."""

    best: float
    """Added if no other peg in one hole would have told more."""
    regret: float
    """Added for every bit more that a row with another peg would have told."""
    own: float
    """Added if the seat's own colour is in its own hole."""


FIRST, LATER = Telling(1.2, -30.0, 1.8), Telling(5.0, -14.0, 1.5)
"""For the first row, chosen by a sample of deals, and for later ones; measured with experts of version 0.1.0."""

USUAL = (1.6, 22.0, 48.0, 250.0)
"""The mean likelihood of rows that are chosen regardless of the share, by the number of rows before."""

MOST_REGRET = 0.3
"""The number of missed bits beyond which a row does not count as worse."""

TELLS, EARLY = 0.002, 0.8
"""The chances that a seat chooses rows by its share, and that it calls before it is certain.

The first is small: a player that trusted rows more would be misled by rows that point away from the share.
"""

CALLS_FROM, CALLS_TO, MOSTLY = 0.2, 0.4, 0.9
"""A seat that calls early does not call below the first chance; from the second on it calls with the third chance."""


@dataclass(frozen=True, slots=True)
class Step:
    """A row with the facts known before it, and the seats that could have called before it but did not."""

    before: tuple[Fact, ...]
    seat: int
    row: str
    silent: tuple[int, ...]


def steps(view: View) -> Iterator[Step]:
    """Yield the rows of this deal in the order of play."""
    rows = {seat: rows_of(view, seat) for seat in view.rules.all_seats}
    calls = iter(view.calls)
    # Seats that gave up, or were out from the start of the deal, could not call.
    unable = set(view.out) - {called.seat for called in view.calls}
    facts: tuple[Fact, ...] = ()
    for seat, move in view.log:
        if isinstance(move, Guess):
            row = next(rows[seat])
            yield Step(facts, seat, row.guess, tuple(rows.keys() - unable) if facts else ())
            facts = (*facts, *row_facts(view, seat, row))
        elif isinstance(move, Call):
            facts = (*facts, *call_facts(view, next(calls)))
            rows.pop(seat, None)


def read(deals: DealArrays, view: View, but: int) -> DealArrays:
    """Weigh deals by what all seats except `but` have given away."""
    deck, weights, found = deals.deck, deals.weights, list(steps(view))
    for seat in view.rules.all_seats:
        if seat == but:
            continue
        holder = shares_of(view, seat)
        asked = Asked(answering(view, seat), view.rules.counts_only)
        rows, silences = np.ones(hands(deck, holder)), np.ones(hands(deck, holder))
        for before, step in enumerate(found):
            if step.seat == seat:
                rows *= by_row(deck, step.before, holder, step.row, asked) / USUAL[min(before, len(USUAL) - 1)]
            if seat in step.silent:
                silences *= _by_silence(deck, step.before, holder)
        factors = believed(rows) * (1 - EARLY + EARLY * silences)
        weights = weights * factors[own_groups(deals, holder)]
    return DealArrays(deck, deals.states, weights)


def believed(rows: Floats) -> Floats:
    """Return how much likelier each share becomes by rows of a seat, given how likely each share makes these rows."""
    return 1 - TELLS + TELLS * rows


@lru_cache(maxsize=512)
def _by_silence(deck: Deck, facts: tuple[Fact, ...], holder: tuple[int, ...]) -> Floats:
    """Return the chance, by group, that the holder does not call."""
    public = public_deals(deck, facts)
    groups = own_groups(public, holder)
    chances = np.zeros(hands(deck, holder))
    chances[groups] = best_in(public, groups).chance
    calls: Floats = MOSTLY * np.clip((chances - CALLS_FROM) / (CALLS_TO - CALLS_FROM), 0, 1)
    return 1 - calls


@lru_cache(maxsize=512)
def by_row(deck: Deck, facts: tuple[Fact, ...], holder: tuple[int, ...], row: str, asked: Asked) -> Floats:
    """Return the likelihood of this row, by group, up to a constant factor."""
    usual, states = (row, np.arange(deck.states)) if facts else _renamed(deck, row)
    bits = _bits(deck, facts, holder, usual, asked)[:, _joint(states, len(holder), deck.states)]
    regret = np.clip(bits[1:].max(axis=0) - bits[0], 0, MOST_REGRET)
    telling = LATER if facts else FIRST
    score = telling.best * (regret < 1e-9) + telling.regret * regret + telling.own * _own_colour(deck, holder, row)
    likely: Floats = np.exp(score)
    return likely


@lru_cache(maxsize=64)
def _bits(deck: Deck, facts: tuple[Fact, ...], holder: tuple[int, ...], row: str, asked: Asked) -> Floats:
    """Return the bits, by group, that this row and every neighbour of it would tell the holder."""
    public = public_deals(deck, facts)
    rows = [row, *(other for other in neighbours(row, deck.pegs) if other.count(BLANK) <= row.count(BLANK))]
    found, groups, many = asked.outcomes(public, rows), own_groups(public, holder), hands(deck, holder)
    cells = np.stack([sums(groups * asked.kinds + line, public.weights, many * asked.kinds) for line in found])
    return entropy(cells.reshape(len(rows), many, asked.kinds))


def _renamed(deck: Deck, row: str) -> tuple[str, Ints]:
    """Return a first row with its holes and colours renamed by how often they occur, and the new name of each state.

    Before anything is known, all holes are alike, and so are all colours, so only a few different rows remain.
    """
    colours = sorted(deck.pegs, key=lambda peg: (-row.count(peg), peg))
    names = {peg: deck.pegs[at] for at, peg in enumerate(colours)} | {BLANK: BLANK}
    holes = sorted(range(deck.holes), key=lambda hole: names[row[hole]])
    states = [
        holes.index(hole) * len(deck.pegs) + deck.pegs.index(names[peg])
        for hole in range(deck.holes)
        for peg in deck.pegs
    ]
    return "".join(names[row[hole]] for hole in holes), np.array(states)


def _own_colour(deck: Deck, holder: tuple[int, ...], row: str) -> Ints:
    """Return, by group, how many shares of this holder have their colour in their hole of the row."""
    stand = np.array([row[hole] == peg for hole in range(deck.holes) for peg in deck.pegs], dtype=np.int64)
    return _joint(stand, len(holder), 1)


def _joint(values: Ints, shares: int, base: int) -> Ints:
    """Return, for each group of this many shares, the values of their states joined as digits in this base."""
    found = np.zeros(1, dtype=np.int64)
    for _ in range(shares):
        found = (found[:, None] * base + values).ravel()
    return found


def hands(deck: Deck, holder: tuple[int, ...]) -> int:
    """Return the number of groups of `own_groups`."""
    return int(deck.states ** len(holder))
