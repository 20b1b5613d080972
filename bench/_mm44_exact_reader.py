"""Infer the shares of others from what `perfect` would have called with each share, for the player `exact`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from keypeg.core import Call, Guess, Move, Phase, View
from keypeg.players.search.deal_arrays import DealArrays, Floats, own_deals, public_deals
from keypeg.players.search.split_choice import AHEAD, CLOSE, Reading
from keypeg.players.search.split_odds import best_in, own_groups
from keypeg.players.search.split_race import READY, Coming, chance_of_waiting, likely_rows
from keypeg.players.search.split_reading import read
from keypeg.players.search.split_rows import Asked
from keypeg.players.split.facts import answering, shares_of
from keypeg.players.split.knowledge import Knowledge, known_to

TRUST, UNASKED = 0.95, 0.5
"""The weight of a silence: before a row or on the reader's turn, and while the seat may still be asked for a call."""

SURE, MARGIN = 0.75, 0.02
"""The chance from which a seat is expected to call at once, and the margin of error of its chance after waiting."""

STRAY = 0.02
"""The likelihood of a call with a share that does not lead to it."""


@dataclass(frozen=True, eq=False, slots=True)
class Calls:
    """By the state of a share: the code that `perfect` would call with it, as a number, and how likely it would."""

    codes: NDArray[np.int64]
    chances: Floats


def reads_exactly(deals: DealArrays, view: View, but: int, *, in_turn: bool = False) -> DealArrays:
    """Weigh deals by what all seats except `but` called, and by when they did not call.

    `in_turn` means that all of them have been asked for calls since the last row.
    """
    deck = deals.deck
    factors = {seat: np.ones(deck.states) for seat in range(1, view.rules.seats + 1) if seat != but}
    for at, (mover, move) in enumerate(view.log):
        then = _before(view, at)
        if isinstance(move, Guess) and any(board.rows for board in then.boards):
            for seat in factors.keys() - set(then.out):
                factors[seat] *= 1 - TRUST * _calls(then, seat).chances
        elif isinstance(move, Call) and mover in factors:
            expected = _calls(then, mover)
            called = np.array([deck.text(code) == move.code for code in expected.codes.tolist()])
            factors[mover] *= np.where(called, STRAY + expected.chances, STRAY)
    if view.phase is Phase.GUESS:
        now = _before(view, len(view.log))
        for seat in factors.keys() - set(now.out):
            factors[seat] *= 1 - (TRUST if in_turn else UNASKED) * _calls(now, seat).chances
    weights = deals.weights
    for seat, by_state in factors.items():
        weights = weights * by_state[own_groups(deals, shares_of(view, seat))]
    return DealArrays(deck, deals.states, weights)


def chance_later(view: View, own: tuple[str, ...], reading: Reading, row: Callable[[View], Move]) -> float:
    """Return the chance to win after the next rows, of which `row` chooses the first if this seat is to place it."""
    knowledge = known_to(view, own)
    coming = _coming(view, knowledge)
    if view.seat in view.to_act:
        move = row(view)
        assert isinstance(move, Guess)
        coming = ((move.code, coming[0][1]), *coming[1:])
    return chance_of_waiting(knowledge, reading(own_deals(knowledge), view, knowledge.seat), coming, READY)


def _before(view: View, moves: int) -> View:
    """Return what this seat saw after this many moves of the deal; every later View gives the same."""
    log = view.log[:moves]
    placed = [seat for seat, move in log if isinstance(move, Guess)]
    boards = tuple(replace(board, rows=board.rows[: placed.count(board.breaker)]) for board in view.boards)
    calls = view.calls[: sum(isinstance(move, Call) for _, move in log)]
    out = tuple(seat for seat in view.out if seat not in {called.seat for called in view.calls[len(calls) :]})
    return replace(view, log=log, boards=boards, calls=calls, out=out, phase=Phase.GUESS, to_act=frozenset(), turn=0)


@lru_cache(maxsize=2048)
def _calls(then: View, seat: int) -> Calls:
    """Return what `perfect` would call in this seat, for every share that it may hold."""
    knowledge = known_to(replace(then, seat=seat), ())
    deck, holder = knowledge.deck, knowledge.shares
    seen = read(public_deals(deck, knowledge.facts), then, seat)
    groups = own_groups(seen, holder)
    best = best_in(seen, groups)
    top, codes = np.zeros(deck.states), np.zeros(deck.states, dtype=np.int64)
    top[groups] = best.chance
    codes[groups[best.right]] = seen.codes[best.right]
    coming = _coming(then, knowledge)
    chances = (top >= SURE).astype(np.float64)
    for state in np.flatnonzero((top >= CLOSE) & (top < SURE)).tolist():
        mine = seen.holding(holder, (state,))
        later = chance_of_waiting(replace(knowledge, own=(state,)), mine, coming, READY)
        chances[state] = 1 / (1 + np.exp((later - top[state]) / MARGIN))
    return Calls(codes, chances)


def _coming(view: View, knowledge: Knowledge) -> Coming:
    """Return the rows that the next seats are likely to place."""
    most = view.rules.rows or 0
    boards = [(board.breaker, len(board.rows)) for board in view.boards if board.breaker not in view.out]
    turns = sorted((row, turn) for turn, (_, rows) in enumerate(boards) for row in range(rows, most))
    asked = (Asked(answering(view, boards[turn][0]), view.rules.counts_only) for _, turn in turns[:AHEAD])
    return likely_rows(knowledge.deck, knowledge.facts, tuple(asked))
