"""Suggestions for spaces too large to be looked at whole: a sample of codes that fit, judged by itself."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from keypeg.core.fit import fitting
from keypeg.core.marks import Marks
from keypeg.core.space import Space
from keypeg.errors import Illegal
from keypeg.solve import mark_tables
from keypeg.solve.fits import random_fit
from keypeg.solve.layout import digits_of, layout, win_id
from keypeg.solve.placing import Placing
from keypeg.solve.problem import Problem
from keypeg.solve.strategy import bits

if TYPE_CHECKING:
    from keypeg.solve.suggest import Suggestion

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
    from keypeg.solve.suggest import Basis, Suggestion

    known = _all_that_fit(problem.codes, rows)
    if known == []:
        raise Illegal("code-none-fits", rows=len(rows))
    codes = known if known and len(known) <= SAMPLE else _sample(problem.codes, rows, Random(str(rows)))
    placed = [guess for guess, _ in rows]
    guesses = [code for code in codes if placing.may_place(code, placed)][:TRIED]
    if not guesses:
        raise Illegal("row-none-placeable")
    guess = _best(guesses, codes, problem.codes)
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
    return sorted(found, key=lambda code: digits_of(code, space.pegs))


def _best(guesses: list[str], codes: list[str], space: Space) -> str:
    """The guess with the least Σ n·log2 n over its cells."""
    of_codes = layout(np.array([digits_of(code, space.pegs) for code in codes], dtype=np.uint8), space)
    of_guesses = layout(np.array([digits_of(guess, space.pegs) for guess in guesses], dtype=np.uint8), space)
    cells = mark_tables.cell_sizes(of_codes, np.arange(len(codes)), of_guesses, np.arange(len(guesses)))
    assert cells.shape[1] == win_id(space.holes) + 1
    weights = np.array([0] + [bits(size) for size in range(1, len(codes) + 1)])
    return guesses[int(weights[cells].sum(axis=1).argmin())]
