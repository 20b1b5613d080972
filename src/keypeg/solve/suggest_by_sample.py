"""Suggestions for spaces too large to be looked at whole: a sample of codes that fit, judged by itself."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic

from keypeg.core import Marks, Space, fitting
from keypeg.core.fit import random_fit
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import Problem
from keypeg.deduce.sample import best_of
from keypeg.deduce.suggestion import Basis, Suggestion
from keypeg.errors import Illegal

Rows = Sequence[tuple[str, Marks]]

SAMPLE = 400
"""Codes that stand for all."""

TRIED = 100
"""Of these, so many are tried as guesses."""

COUNTED = 20_000
"""Codes that fit are counted up to here."""

STEPS = 2000
"""Pegs laid for one code of the sample before another corner is tried."""

SECONDS = 0.4
"""How long each of counting and sampling may take."""


def suggest_by_sample(problem: Problem, rows: Rows, placing: Placing) -> Suggestion:
    """The guess that spreads a sample of the codes best. The same rows give the same guess where time allows."""
    known = _all_that_fit(problem.codes, rows)
    if known == []:
        raise Illegal("code-none-fits", rows=len(rows))
    codes = known if known and len(known) <= SAMPLE else _sample(problem.codes, rows, Random(str(rows)))
    may = placing.rows(problem.guesses, [guess for guess, _ in rows])
    guesses = [code for code in codes if code in may][:TRIED]
    if not guesses:
        raise Illegal("row-none-placeable")
    guess = best_of(guesses, codes, problem.codes)
    count = len(known) if known is not None else len(problem.codes) if not rows else None
    if count is not None and count <= 2:
        worst, expected = count, (count + 1) / 2
        return Suggestion(count, guess, True, expected, worst, Basis.PROVED)
    return Suggestion(count, guess, True, None, None, Basis.SAMPLED)


def _all_that_fit(space: Space, rows: Rows) -> list[str] | None:
    """Every code that fits, or None where they are too many or too hard to find."""
    if not rows:
        return None
    codes: list[str] = []
    until = monotonic() + SECONDS
    for code in fitting(space, rows):
        codes.append(code)
        if len(codes) > COUNTED or monotonic() > until:
            return None
    return codes


def _sample(space: Space, rows: Rows, random: Random) -> list[str]:
    """Codes that fit, found from many random corners of the space; at least one if there is any."""
    found: dict[str, None] = {}
    until = monotonic() + SECONDS
    while len(found) < SAMPLE and (not found or monotonic() < until):
        code = random_fit(space, rows, random, STEPS if found else None)
        if code is not None:
            found[code] = None
    return sorted(found, key=lambda code: [space.pegs.index(peg) for peg in code])
