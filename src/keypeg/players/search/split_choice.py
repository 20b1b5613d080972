"""Choose at a split code by search: the row that tells most, and whether to call now or after the next rows."""

from __future__ import annotations

from keypeg.core import BLANK, Guess, Move, View, legal_in
from keypeg.players.level import Level
from keypeg.players.search.deal_arrays import own_deals
from keypeg.players.search.split_race import READY, chance_of_waiting, likely_rows
from keypeg.players.search.split_rows import Asked, best_row, bits_less_leaks, own_bits
from keypeg.players.seeded_random import for_move
from keypeg.players.split.choose import fitting_row, noticed
from keypeg.players.split.deals import CERTAIN
from keypeg.players.split.facts import answering
from keypeg.players.split.knowledge import Knowledge

LEAST, CLOSE = 0.3, 0.1
"""The least chance at which an expert calls, and the least at which the best player considers it."""

AHEAD = 3
"""Rows that the best player looks ahead before it calls."""


def best_row_of(level: Level, view: View, own: tuple[str, ...], seed: str) -> Move:
    """Return the row that tells this seat most, less what it tells the others if the level watches them."""
    random = for_move(seed, view, "row")
    knowledge = noticed(level, view, own, seed)
    mine = own_deals(knowledge)
    if not len(mine):
        return fitting_row(view, own, knowledge, random)
    legal = legal_in(view).only(Guess)
    asked = Asked(answering(view, knowledge.seat), view.rules.counts_only)
    watches = level is Level.PERFECT
    rate = bits_less_leaks(knowledge, asked, random) if watches else own_bits(mine, asked, random)
    # An empty hole would prove to everybody that it is one's own.
    telling = BLANK if view.rules.full_rows else ""
    row = best_row(mine, rate, lambda row: Guess(row) in legal and not (telling and telling in row), random)
    return Guess(row) if row is not None else fitting_row(view, own, knowledge, random)


def should_call(level: Level, view: View, own: tuple[str, ...], seed: str, chance: float) -> bool:
    """Return True if a call that is right with this chance is at least as good as waiting."""
    least = LEAST if level is Level.EXPERT else CLOSE
    return chance >= least and chance >= _later(level, view, noticed(level, view, own, seed), own, seed)


def _later(level: Level, view: View, knowledge: Knowledge, own: tuple[str, ...], seed: str) -> float:
    """Return the chance to win after the next rows, if this seat does not call now."""
    # Against one opponent a wrong call hands over the deal, so there an expert looks as far ahead as the best player.
    far = level is Level.PERFECT or view.rules.seats == 2
    breakers = _order(view)[: AHEAD if far else 1]
    asked = tuple(Asked(answering(view, breaker), view.rules.counts_only) for breaker in breakers)
    coming = likely_rows(knowledge.deck, knowledge.facts, asked)
    if breakers[0] == view.seat:
        move = best_row_of(level, view, own, seed)
        assert isinstance(move, Guess)
        coming = ((move.code, asked[0]), *coming[1:])
    return chance_of_waiting(knowledge, coming, CERTAIN if level is Level.EXPERT else READY)


def _order(view: View) -> list[int]:
    """List who places the next rows: the seat that is to, then as the boards stand in the order of turns."""
    most = view.rules.rows or 0
    boards = [board for board in view.boards if board.breaker not in view.out]
    coming = sorted((row, turn) for turn, board in enumerate(boards) for row in range(len(board.rows), most))
    (now,) = view.to_act
    breakers = [boards[turn].breaker for _, turn in coming]
    if now in breakers:
        breakers.remove(now)
    return [now, *breakers]
