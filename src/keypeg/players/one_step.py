"""Find the best guess one step ahead; in small games without NumPy, too, and then the same guess."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from keypeg.core import Marks
from keypeg.core.rows import Rows
from keypeg.deduce.bit_table import by_count
from keypeg.deduce.code_table import CodeTable, table_from, table_of
from keypeg.deduce.late_import import has_numpy, late_import
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import Problem
from keypeg.deduce.sample import BONUS, bits

MOST_GUESSES = 5_000
"""The most guesses for which a move comes within a second on a slow device; see docs/measurements.md."""

SMALL = 200
"""The most codes to try before all other guesses: a good one among them lets most others be abandoned early."""

WORST = 1 << 62

Pegs = Callable[[str], Sequence[str]]
"""Returns the pegs that may follow a prefix of a guess, in palette order."""

Found = tuple[int, str | None]
"""Twice the score of a guess, plus 1 if it cannot be the code; then the guess."""


def is_quick(problem: Problem) -> bool:
    """Return True if plain Python finds the best guess fast enough."""
    return len(problem.guesses) <= MOST_GUESSES


def best_one_step(problem: Problem, rows: tuple[tuple[str, Marks], ...], placing: Placing) -> str | None:
    """Return the guess with the least Σ n·log2 n over its cells, less a bonus if it may be the code.

    Ties go to a guess that may be the code, then to the least. None if no code fits or no row is legal. In large games
    a sample of the guesses is rated, which takes the engine.
    """
    if is_quick(problem) and not has_numpy():
        return best_without_engine(problem, rows, placing)
    best: str | None = late_import("keypeg.players.search.best_guess:best_with_engine")(problem, rows, placing)
    return best


@lru_cache(maxsize=256)
def best_without_engine(problem: Problem, rows: tuple[tuple[str, Marks], ...], placing: Placing) -> str | None:
    """Return the same guess in plain Python."""
    every = table_of(problem.codes)
    codes = every.codes(every.fitting(rows))
    may: Rows | None = placing.rows(problem.guesses, [guess for guess, _ in rows])
    if not codes or not may:
        return None
    if not may.earlier and (may.left is None or min(may.left.values()) >= problem.holes):
        may = None  # every row is legal
    best, least = None, WORST
    table = table_from(problem.codes, codes)
    for code in codes if len(codes) <= SMALL else ():
        if may is None or code in may:
            score = 2 * (sum(bits(cell.bit_count()) for cell in table.by_marks(code).values()) - BONUS)
            if score < least:
                best, least = code, score
    if least <= 0:
        return best  # a guess that cannot be the code scores more
    return _best(table, set(codes), _pegs(problem, codes, rows, may), may, (least, best))


def _best(table: CodeTable, inside: set[str], pegs: Pegs, may: Rows | None, found: Found) -> str | None:
    """Return the best of all guesses, including the one found before."""
    least, best = found
    holes, weights = table.space.holes, [0, *(bits(size) for size in range(1, len(inside) + 1))]
    level = [("", [table.every])]
    for hole in range(holes - 1):
        level = [
            (begun + peg, _by_hits(exact, table.with_peg(hole, peg))) for begun, exact in level for peg in pegs(begun)
        ]
    common: dict[str, list[int]] = {}
    for begun, exact in level:
        for peg in pegs(begun):
            guess = begun + peg
            kind = "".join(sorted(guess))
            if kind not in common:
                sets = [table.with_at_least(each)[kind[: at + 1].count(each)] for at, each in enumerate(kind)]
                common[kind] = by_count(sets, table.every)
            may_be, score, come = guess in inside, 0, 0
            most = least // 2 + BONUS * may_be
            hits = table.with_peg(holes - 1, peg)
            for at, codes in enumerate(exact):
                gone = codes & hits
                here, come = (codes ^ gone) | come, gone
                if here:
                    for shared in common[kind][at:]:
                        score += weights[(here & shared).bit_count()]
                    if score > most:
                        break
            else:
                score = 2 * (score - BONUS) if may_be else 2 * score + 1
                if score < least and (may is None or guess in may):
                    best, least = guess, score
    return best


def _by_hits(exact: list[int], hits: int) -> list[int]:
    """Return sets of codes by their number of exact pegs, updated for one more hole in which `hits` are exact."""
    gone = [codes & hits for codes in exact]
    stayed = [codes ^ moved for codes, moved in zip(exact, gone, strict=True)]
    return [stay | come for stay, come in zip([*stayed, 0], [0, *gone], strict=True)]


def _pegs(problem: Problem, codes: Sequence[str], rows: Sequence[tuple[str, Marks]], may: Rows | None) -> Pegs:
    """Return a function that lists the pegs to try, so that only the least of provably equal guesses is built.

    Colours that no row has are interchangeable, so the first of them is used first. Of colours that no code has, any
    will do.
    """
    space = problem.guesses
    placed, live = {peg for row, _ in rows for peg in row}, set().union(*codes)
    dead = [peg for peg in space.pegs if peg not in live and may is None]
    unused = [peg for peg in space.pegs if peg in live and peg not in placed and may is None]

    def pegs(begun: str) -> list[str]:
        left_out = set(begun) if space.distinct else set()
        left_out.update([peg for peg in unused if peg not in begun][1:])
        left_out.update([peg for peg in dead if not space.distinct or peg not in begun][1:])
        return [peg for peg in space.pegs if peg not in left_out]

    return pegs
