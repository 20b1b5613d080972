"""Choose moves with a split code by search: the row that tells most, and whether to call now or after the next rows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from keypeg.core import BLANK, Guess, Move, View, legal_in
from keypeg.players.level import Level
from keypeg.players.search.deal_arrays import DealArrays, own_deals, public_deals
from keypeg.players.search.split_odds import sums
from keypeg.players.search.split_race import READY, chance_of_waiting, likely_rows
from keypeg.players.search.split_reading import read
from keypeg.players.search.split_rows import Asked, best_row, bits_less_leaks, own_bits
from keypeg.players.seeded_random import for_move
from keypeg.players.split.choose import fitting_row, noticed
from keypeg.players.split.deals import CERTAIN
from keypeg.players.split.facts import answering
from keypeg.players.split.knowledge import known_to

LEAST, CLOSE = 0.3, 0.1
"""The least chance at which an expert calls, and the least at which the best player considers it."""

Reading = Callable[[DealArrays, View, int], DealArrays]
"""Weighs deals by what all seats but one have given away."""

AHEAD = 3
"""How many rows the best player looks ahead before it calls."""


def best_row_of(level: Level, view: View, own: tuple[str, ...], seed: str) -> Move:
    """Return the row that tells this seat most. The best player's does not depend on its own share."""
    random = for_move(seed, view, "row")
    knowledge = noticed(level, view, own, seed)
    mine = own_deals(knowledge)
    if not len(mine):
        return fitting_row(view, own, knowledge, random)
    legal = legal_in(view).only(Guess)
    asked = Asked(answering(view, knowledge.seat), view.rules.counts_only)
    if level is Level.PERFECT:
        mine = read(public_deals(knowledge.deck, knowledge.facts), view, knowledge.seat)
        rate = bits_less_leaks(mine, knowledge.shares, knowledge.others, asked, random)
    else:
        rate = own_bits(mine, asked, random)
    # An empty hole would prove to everyone that it is this seat's own.
    telling = BLANK if view.rules.full_rows else ""
    row = best_row(mine, rate, lambda row: Guess(row) in legal and not (telling and telling in row), random)
    return Guess(row) if row is not None else fitting_row(view, own, knowledge, random)


def likeliest(view: View, own: tuple[str, ...], read: Reading = read) -> tuple[str, float]:
    """Return the likeliest code and its chance, by all answers and by what others have given away."""
    knowledge = known_to(view, own)
    mine = read(own_deals(knowledge), view, knowledge.seat)
    codes, at = np.unique(mine.codes, return_inverse=True)
    weights = sums(at, mine.weights)
    best = int(weights.argmax())
    return knowledge.deck.text(int(codes[best])), float(weights[best] / weights.sum())


def should_call(  # noqa: PLR0913
    level: Level, view: View, own: tuple[str, ...], seed: str, chance: float, *, read: Reading = read
) -> bool:
    """Return True if a call that is right with this chance is at least as good as waiting."""
    least = LEAST if level is Level.EXPERT else CLOSE
    return chance >= least and chance >= _later(level, view, own, seed, read)


def _later(level: Level, view: View, own: tuple[str, ...], seed: str, read: Reading) -> float:
    """Return the chance to win after the next rows, if this seat does not call now."""
    knowledge = noticed(level, view, own, seed)
    # Against one opponent a wrong call hands over the deal, so there an expert looks as far ahead as the best player.
    far = level is Level.PERFECT or view.rules.seats == 2
    breakers = _order(view)[: AHEAD if far else 1]
    asked = tuple(Asked(answering(view, breaker), view.rules.counts_only) for breaker in breakers)
    coming = likely_rows(knowledge.deck, knowledge.facts, asked)
    if breakers[0] == view.seat:
        move = best_row_of(level, view, own, seed)
        assert isinstance(move, Guess)
        coming = ((move.code, asked[0]), *coming[1:])
    mine = own_deals(knowledge)
    if level is Level.PERFECT:
        mine = read(mine, view, knowledge.seat)
    return chance_of_waiting(knowledge, mine, coming, CERTAIN if level is Level.EXPERT else READY)


def _order(view: View) -> list[int]:
    """List the seats that place the next rows: the seat to move, then the boards in the order of turns."""
    most = view.rules.rows or 0
    boards = [board for board in view.boards if board.breaker not in view.out]
    coming = sorted((row, turn) for turn, board in enumerate(boards) for row in range(len(board.rows), most))
    (now,) = view.to_act
    breakers = [boards[turn].breaker for _, turn in coming]
    if now in breakers:
        breakers.remove(now)
    return [now, *breakers]
