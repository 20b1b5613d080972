"""Suggest a guess in a space too large to list: the best of a sample of codes that fit, judged by the sample."""

from __future__ import annotations

from keypeg.core.fit import Undecided, any_fit
from keypeg.deduce.code_table import table_from
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import MarkedRows, Problem
from keypeg.deduce.sample import best_of, strided
from keypeg.deduce.suggestion import Basis, Suggestion
from keypeg.errors import Illegal
from keypeg.solve.large_space import search_blocks

SAMPLE = 400
"""The size of the sample."""

TRIED = 100
"""The number of codes from the sample that are tried as guesses."""

COUNTED = 20_000
"""The search stops once it has found this many codes that fit."""

BLOCKS = 150
"""The most blocks of code prefixes that the search extends: half a second or so."""


def suggest_by_sample(problem: Problem, rows: MarkedRows, placing: Placing) -> Suggestion:
    """Return the guess that best spreads a sample of the codes that fit. The same rows give the same guess."""
    found = search_blocks(problem.codes, rows, COUNTED, BLOCKS)
    codes = sorted(found.codes(), key=lambda code: [problem.pegs.index(peg) for peg in code])
    if not codes:
        try:
            code = None if found.complete else any_fit(problem.codes, rows)
        except Undecided:
            raise Illegal("code-none-found", rows=len(rows)) from None
        if code is None:
            raise Illegal("code-none-fits", rows=len(rows))
        codes = [code]
    sample = list(strided(codes, SAMPLE))
    may = placing.rows(problem.guesses, [guess for guess, _ in rows])
    guesses = [code for code in sample if code in may]
    if not guesses:
        raise Illegal("row-none-placeable")
    guess = best_of(strided(guesses, TRIED), sample, problem.codes)
    count = len(codes) if found.complete else len(problem.codes) if not rows else None
    partition = table_from(problem.codes, codes).partition(guess) if found.complete else None
    if count is not None and count <= 2:
        return Suggestion(count, guess, True, (count + 1) / 2, count, Basis.PROVED, partition)
    return Suggestion(count, guess, True, None, None, Basis.SAMPLED, partition)
