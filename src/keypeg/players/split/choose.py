"""Choose moves with a split code: which row to place, and when to call. Expert and perfect search for both."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from keypeg.core import BLANK, Call, Guess, Move, Phase, View, legal_in
from keypeg.core.deals import hole_of
from keypeg.deduce.late_import import late_import
from keypeg.players.level import SEARCHING, Level
from keypeg.players.seeded_random import for_move
from keypeg.players.split.knowledge import Knowledge, known_to

NOTICES = {Level.NOVICE: (0.2, 0.0), Level.CLUB: (1.0, 0.18), Level.EXPERT: (1.0, 0.36)}
"""The chances that a level remembers an earlier row of its own, and a row or call of others. `perfect` keeps all."""

TRIES = 20
"""How many rows to draw in search of one that may be placed."""


def next_row(level: Level, view: View, own: tuple[str, ...], seed: str) -> Move:
    """Return the row to place."""
    if level in SEARCHING:
        best: Move = late_import("keypeg.players.search.split_choice:best_row_of")(level, view, own, seed)
        return best
    return fitting_row(view, own, noticed(level, view, own, seed), for_move(seed, view, "row"))


def fitting_row(view: View, own: tuple[str, ...], knowledge: Knowledge, random: Random) -> Move:
    """Return a row that may be right, with a bluff in the seat's own hole, which nobody answers."""
    legal, mine = legal_in(view).only(Guess), knowledge.mine
    placed = {row.guess for board in view.own_boards for row in board.rows}
    deals, weights = mine.listed()
    for _ in range(TRIES if deals else 0):
        code = mine.deck.text(mine.table.code(random.choices(deals, weights)[0]))
        holes = [hole_of(share) for share in own]
        if view.rules.full_rows:
            holes += [hole for hole, peg in enumerate(code) if peg == BLANK]
        bluff = Guess(_filled(code, holes, mine.deck.pegs, random))
        if bluff in legal and bluff.code not in placed:
            return bluff
    return legal.sample(random)


def _filled(code: str, holes: Iterable[int], pegs: str, random: Random) -> str:
    """Return the code with a peg of any colour in each of these holes."""
    row = list(code)
    for hole in holes:
        row[hole] = pegs[random.randrange(len(pegs))]
    return "".join(row)


def call(level: Level, view: View, own: tuple[str, ...], seed: str) -> Call | None:
    """Return the call to make now, if any. It never contradicts what the player has noticed."""
    if not any(board.rows for board in view.boards) or view.phase not in (Phase.GUESS, Phase.MARK, Phase.CALL):
        return None
    mine = noticed(level, view, own, seed).mine
    if not len(mine):
        return None
    certain = mine.only_code()
    if certain is not None:
        return Call(certain)
    if level not in SEARCHING or view.phase is Phase.MARK:
        return None
    if level is Level.PERFECT:
        code, chance = late_import("keypeg.players.search.split_choice:likeliest")(view, own)
    else:
        code, chance = mine.likeliest()
    if view.phase is Phase.CALL:
        return Call(code)
    worth_it: bool = late_import("keypeg.players.search.split_choice:should_call")(level, view, own, seed, chance)
    return Call(code) if worth_it else None


def noticed(level: Level, view: View, own: tuple[str, ...], seed: str) -> Knowledge:
    """Return what a player of this level had noticed when it last moved; for `perfect`, all that can be known."""
    knowledge = known_to(view, own)
    return knowledge.noticing(*NOTICES[level], for_move(seed, view, "look")) if level in NOTICES else knowledge
