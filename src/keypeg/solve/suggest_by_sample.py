"""Suggest a guess in a space too large to list: the best of a sample of codes that fit, judged by the sample."""

from __future__ import annotations

from random import Random
from time import monotonic

from keypeg.core import Space, fitting
from keypeg.core.fit import random_fit
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import MarkedRows, Problem
from keypeg.deduce.sample import best_of
from keypeg.deduce.suggestion import Basis, Suggestion
from keypeg.errors import Illegal

SAMPLE = 400
"""The size of the sample."""

TRIED = 100
"""How many codes of the sample are tried as guesses."""

COUNTED = 20_000
"""Codes that fit are counted up to this number."""

STEPS = 2000
"""Pegs to lay for one code of the sample before starting again."""

SECONDS = 0.4
"""Time limit for counting, and for sampling."""


def suggest_by_sample(problem: Problem, rows: MarkedRows, placing: Placing) -> Suggestion:
    """Return the guess that spreads a sample of the codes best. The same rows give the same guess if time allows."""
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


def _all_that_fit(space: Space, rows: MarkedRows) -> list[str] | None:
    """List every code that fits; None if they are too many or too hard to find."""
    if not rows:
        return None
    codes: list[str] = []
    until = monotonic() + SECONDS
    for code in fitting(space, rows):
        codes.append(code)
        if len(codes) > COUNTED or monotonic() > until:
            return None
    return codes


def _sample(space: Space, rows: MarkedRows, random: Random) -> list[str]:
    """Return codes that fit, found from random starts; at least one if any exists."""
    found: dict[str, None] = {}
    until = monotonic() + SECONDS
    while len(found) < SAMPLE and (not found or monotonic() < until):
        code = random_fit(space, rows, random, STEPS if found else None)
        if code is not None:
            found[code] = None
    return sorted(found, key=lambda code: [space.pegs.index(peg) for peg in code])
