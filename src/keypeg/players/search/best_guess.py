"""What the engine says, asked by players: remembered, because openings come again and again."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import numpy as np

from keypeg.core import Marks
from keypeg.errors import Illegal
from keypeg.solve import STRATEGIES, Basis, Placing, Position, Problem, Weighted, position, suggest
from keypeg.solve.atlas import guide
from keypeg.solve.compiled import is_ready
from keypeg.solve.evaluate import choose_in_kernel, rating_of
from keypeg.solve.fits import random_fit
from keypeg.solve.layout import digits_of, layout
from keypeg.solve.mark_tables import cell_sizes
from keypeg.solve.position_worth import UNKNOWN, Worths

Rows = tuple[tuple[str, Marks], ...]

ONE_STEP = "entropy-bonus"
"""The strategy that needs the fewest rows over the boxes of all that look one step ahead."""

WORK = 60_000_000
"""Candidates times guesses up to which every guess is rated."""

SOME = 1000
"""Candidates, and guesses, that stand for all where they are more."""

SAMPLE, STEPS = 120, 4000
"""Codes drawn where nobody can list them all, and the pegs laid in search of each."""


LEFT_OPEN = 200
"""Candidates up to which a position is proved easily; where the atlas leaves it open, to keep a way short."""


@lru_cache(maxsize=4096)
def best_by_plan(problem: Problem, rows: Rows, placing: Placing) -> str | None:
    """The best guess that the atlas or the search knows; None where no code fits or no row can be placed."""
    if not problem.is_exact:
        return _best_of_sample(problem, rows, placing)
    try:
        found = suggest(problem, rows, placing)
    except Illegal:
        return None
    if found.basis is Basis.PROVED:
        return found.guess
    return _proved(problem, rows, placing) or found.guess


def _proved(problem: Problem, rows: Rows, placing: Placing) -> str | None:
    """The best guess, found as a review finds it, so that no review can name a better one.

    Big positions of the atlas need not be tried: it would say so if they could be proved.
    """
    node = position(problem, list(rows))
    if len(node.candidates) > LEFT_OPEN and guide(problem, rows):
        return None
    worth = Worths(problem, placing).proved(node)
    if worth is None or worth.guess == UNKNOWN:
        return None
    guess = node.guesses.text(worth.guess)
    return guess if placing.may_place(guess, [row for row, _ in rows]) else None


@lru_cache(maxsize=4096)
def best_one_step(problem: Problem, rows: Rows, placing: Placing) -> str | None:
    """The guess that is best one step ahead; None where no code fits or no row can be placed."""
    if not problem.is_exact:
        return _best_of_sample(problem, rows, placing)
    node = position(problem, list(rows))
    allowed = placing.allowed(node)
    if len(node.candidates) == 0 or (allowed is not None and not allowed.any()):
        return None
    strategy = STRATEGIES[ONE_STEP]
    assert isinstance(strategy, Weighted)
    if allowed is None and len(node.candidates) <= 2:
        return node.guesses.text(strategy.choose(node))
    if rows and len(node.candidates) * len(node.guesses) > WORK:
        return _best_of_some(node, placing, strategy)
    if allowed is None and is_ready(problem):
        return node.guesses.text(choose_in_kernel(node, rating_of(strategy, len(node.candidates))))
    tried = node.distinct_guesses() if allowed is None else np.flatnonzero(allowed)
    return node.guesses.text(strategy.choose_among(node, tried))


def _best_of_some(node: Position, placing: Placing, strategy: Weighted) -> str:
    """The best of some candidates, judged by those."""
    some = Position(node.problem, node.rows, node.candidates[:: -(-len(node.candidates) // SOME)])
    tried = node.guess_of(some.candidates)
    allowed = placing.allowed(node)
    if allowed is not None:
        fits = tried[allowed[tried]]
        tried = fits if len(fits) else np.flatnonzero(allowed)[:SOME].astype(np.int32)
    return node.guesses.text(strategy.choose_among(some, tried))


def _best_of_sample(problem: Problem, rows: Rows, placing: Placing) -> str | None:
    """Of a sample of codes that fit, the one that spreads the sample best. No clock: the same rows, the same guess."""
    random = Random(str(rows))
    first = random_fit(problem.codes, rows, random)
    if first is None:
        return None
    drawn = [random_fit(problem.codes, rows, random, STEPS) for _ in range(SAMPLE)]
    codes = sorted({first, *(code for code in drawn if code is not None)})
    placed = [guess for guess, _ in rows]
    guesses = [code for code in codes if placing.may_place(code, placed)]
    if not guesses:
        return None
    strategy = STRATEGIES[ONE_STEP]
    assert isinstance(strategy, Weighted)
    of_codes, of_guesses = (
        layout(np.array([digits_of(code, problem.pegs) for code in each], dtype=np.uint8), problem.codes)
        for each in (codes, guesses)
    )
    cells = cell_sizes(of_codes, np.arange(len(codes)), of_guesses, np.arange(len(guesses)))
    return guesses[int(strategy.weights(len(codes))[cells].sum(axis=1).argmin())]
