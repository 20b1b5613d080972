"""Find the best guess on a board; cached because openings recur."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from keypeg.atlas import Tree
from keypeg.core import Marks
from keypeg.core.fit import Undecided, any_fit, random_fit
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import Problem
from keypeg.deduce.sample import best_of
from keypeg.errors import Illegal
from keypeg.solve import STRATEGIES, Weighted, grow_tree, position
from keypeg.solve.compiled import is_ready
from keypeg.solve.evaluate import choose_in_kernel, rating_of
from keypeg.solve.position import Position, allowed_guesses
from keypeg.solve.suggest import suggested_guess

RowTuple = tuple[tuple[str, Marks], ...]

ONE_STEP = "entropy-bonus"
"""The one-step strategy that needs the fewest rows over all boxes."""

WORK = 60_000_000
"""The largest product of candidates and guesses for which every guess is rated."""

SOME = 1000
"""Above that, the size of the sample of candidates, and of guesses."""

SAMPLE, STEPS = 120, 4000
"""For spaces too large to list: how many codes to draw, and pegs to try in search of each."""


def best_by_search(problem: Problem, rows: RowTuple, placing: Placing, effort: int = 1) -> str | None:
    """Return the guess that Keypeg suggests everywhere; None if no code fits or no row is legal."""
    try:
        return suggested_guess(problem, rows, placing, effort)
    except Illegal:
        return None


@lru_cache(maxsize=4096)
def best_with_engine(problem: Problem, rows: RowTuple, placing: Placing) -> str | None:
    """Return the best guess one step ahead, see `best_one_step`."""
    if not problem.is_exact:
        return _best_of_sample(problem, rows, placing)
    node = position(problem, list(rows))
    allowed = allowed_guesses(node, placing)
    if len(node.candidates) == 0 or (allowed is not None and not allowed.any()):
        return None
    strategy = STRATEGIES[ONE_STEP]
    assert isinstance(strategy, Weighted)
    if allowed is None and len(node.candidates) <= 2:
        return node.guesses.text(strategy.choose(node))
    if rows and len(node.candidates) * len(node.guesses) > WORK:
        return _best_of_some(node, allowed)
    if allowed is None and is_ready(problem):
        return node.guesses.text(choose_in_kernel(node, rating_of(strategy, len(node.candidates))))
    tried = node.distinct_guesses() if allowed is None else np.flatnonzero(allowed)
    return node.guesses.text(strategy.choose_among(node, tried))


def _best_of_some(node: Position, allowed: NDArray[np.bool_] | None) -> str:
    """Return the best of a sample of candidates, judged by that sample; of other guesses if no candidate is allowed."""
    chosen = node.candidates[:: -(-len(node.candidates) // SOME)]
    codes = tried = [node.codes.text(code) for code in chosen.tolist()]
    if allowed is not None:
        tried = [code for code, may in zip(codes, allowed[node.guess_of(chosen)], strict=True) if may]
        tried = tried or [node.guesses.text(int(guess)) for guess in np.flatnonzero(allowed)[:SOME]]
    return best_of(tried, codes, node.problem.codes)


def _best_of_sample(problem: Problem, rows: RowTuple, placing: Placing) -> str | None:
    """Return the code of a sample that best spreads the sample. Uses no clock: the same rows give the same guess."""
    random = Random(str(rows))
    first = random_fit(problem.codes, rows, random, STEPS)
    if first is None:
        with suppress(Undecided):
            first = any_fit(problem.codes, rows)
    if first is None:
        return None
    drawn = [random_fit(problem.codes, rows, random, STEPS) for _ in range(SAMPLE)]
    codes = sorted({first, *(code for code in drawn if code is not None)})
    may = placing.rows(problem.guesses, [guess for guess, _ in rows])
    guesses = [code for code in codes if code in may]
    return best_of(guesses, codes, problem.codes) if guesses else None


def tree_of_expert(problem: Problem) -> Tree:
    """Return the tree of the strategy that experts follow."""
    return grow_tree(problem, STRATEGIES[ONE_STEP])
