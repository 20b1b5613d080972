"""Players of a split code: which row to place, and when to call."""

from __future__ import annotations

from random import Random

from keypeg.core import BLANK, Call, Guess, Move, Phase, View, legal_in
from keypeg.core.fit import hole_of
from keypeg.players.level import Level
from keypeg.players.search.split_odds import CERTAIN, best_guess
from keypeg.players.search.split_race import READY, chance_of_waiting, likely_rows
from keypeg.players.search.split_rows import Asked, best_row, bits_less_leaks, filled, own_bits
from keypeg.players.seeded_random import for_move
from keypeg.players.split.facts import answering
from keypeg.players.split.knowledge import Knowledge, known_to

NOTICES = {Level.NOVICE: (0.7, 0.0), Level.CLUB: (1.0, 0.5)}
"""How likely a weaker player notices a row on its own board, and a row or a call of others."""

LEAST, CLOSE = 0.3, 0.1
"""The least chance at which an expert calls, and the least at which the best player thinks of it."""

AHEAD = 3
"""Rows to which the best player looks ahead before it calls."""


def next_row(level: Level, view: View, own: tuple[str, ...], seed: str) -> Move:
    """The row to place."""
    random = for_move(seed, view, "row")
    knowledge = _noticed(level, view, own, seed)
    if level in (Level.EXPERT, Level.PERFECT) and len(knowledge.mine):
        legal = legal_in(view).only(Guess)
        asked = Asked(answering(view, knowledge.seat), view.rules.counts_only)
        watches = level is Level.PERFECT
        rate = bits_less_leaks(knowledge, asked, random) if watches else own_bits(knowledge.mine, asked, random)
        row = best_row(knowledge.mine, rate, lambda row: Guess(row) in legal, random)
        if row is not None:
            return Guess(row)
    return fitting_row(view, own, knowledge, random)


def fitting_row(view: View, own: tuple[str, ...], knowledge: Knowledge, random: Random) -> Move:
    """A code that may be right; in the own hole, about which nobody will say anything, a bluff."""
    legal, mine = legal_in(view).only(Guess), knowledge.mine
    for _ in range(20 if len(mine) else 0):
        code = mine.text(int(random.choices(mine.codes.tolist(), mine.weights.tolist())[0]))
        holes = [hole_of(share) for share in own]
        if view.rules.full_rows:
            holes += [hole for hole, peg in enumerate(code) if peg == BLANK]
        bluff = Guess(filled(code, holes, mine.deck.pegs, random))
        if bluff in legal:
            return bluff
    return legal.sample(random)


def call(level: Level, view: View, own: tuple[str, ...], seed: str) -> Call | None:
    """The call to make at this moment, if one should be made. It never contradicts what the player has noticed."""
    if not any(board.rows for board in view.boards) or view.phase not in (Phase.GUESS, Phase.MARK, Phase.CALL):
        return None
    knowledge = _noticed(level, view, own, seed)
    mine = knowledge.mine
    if not len(mine):
        return None
    code, chance = best_guess(mine)
    if chance >= CERTAIN:
        return Call(code)
    if level in (Level.NOVICE, Level.CLUB) or view.phase is Phase.MARK:
        return None
    if view.phase is Phase.CALL:
        return Call(code)
    least = LEAST if level is Level.EXPERT else CLOSE
    return Call(code) if chance >= least and chance >= _later(level, view, knowledge, own, seed) else None


def _noticed(level: Level, view: View, own: tuple[str, ...], seed: str) -> Knowledge:
    """What a player makes use of: all that can be known, or what a weaker one has noticed when it last moved."""
    knowledge = known_to(view, own)
    return knowledge.noticing(*NOTICES[level], for_move(seed, view, "look")) if level in NOTICES else knowledge


def _later(level: Level, view: View, knowledge: Knowledge, own: tuple[str, ...], seed: str) -> float:
    """The chance to win after the next rows, if we do not call now."""
    # Against one opponent a wrong call hands over the deal, so there an expert looks as far ahead as the best player.
    far = level is Level.PERFECT or view.rules.seats == 2
    breakers = _order(view)[: AHEAD if far else 1]
    asked = tuple(Asked(answering(view, breaker), view.rules.counts_only) for breaker in breakers)
    coming = likely_rows(knowledge.deck, knowledge.facts, asked)
    if breakers[0] == view.seat:
        move = next_row(level, view, own, seed)
        assert isinstance(move, Guess)
        coming = ((move.code, asked[0]), *coming[1:])
    return chance_of_waiting(knowledge, coming, CERTAIN if level is Level.EXPERT else READY)


def _order(view: View) -> list[int]:
    """Who places the next rows: whoever is to, then as the boards stand in the order of turns."""
    most = view.rules.rows or 0
    boards = [board for board in view.boards if board.breaker not in view.out]
    coming = sorted((row, turn) for turn, board in enumerate(boards) for row in range(len(board.rows), most))
    (now,) = view.to_act
    breakers = [boards[turn].breaker for _, turn in coming]
    if now in breakers:
        breakers.remove(now)
    return [now, *breakers]
