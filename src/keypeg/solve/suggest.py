"""Suggest the next guess: from the atlas, by a quick proof, or by a strategy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from keypeg.atlas.suggest import suggest_from_atlas
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import Problem, checked_rows
from keypeg.deduce.sample import best_of
from keypeg.deduce.suggestion import Basis, Suggestion
from keypeg.errors import Illegal
from keypeg.solve import small_sets
from keypeg.solve.compiled import NARROW, is_ready
from keypeg.solve.position import Position, allowed_guesses, position
from keypeg.solve.strategy import ENTROPY_BONUS


def suggest(
    problem: Problem, rows: Sequence[tuple[str, tuple[int, int]]], placing: Placing | None = None
) -> Suggestion:
    """Return the best legal guess after these rows. Raise Illegal if no code fits, or no guess is legal."""
    placing, rows = placing or Placing(), checked_rows(problem, rows)
    if not problem.is_exact:
        from keypeg.solve.suggest_by_sample import suggest_by_sample

        return suggest_by_sample(problem, rows, placing)
    node = position(problem, rows)
    if len(node.candidates) == 0:
        raise Illegal("code-none-fits", rows=len(rows))
    allowed = allowed_guesses(node, placing)
    if allowed is not None and not allowed.any():
        raise Illegal("row-none-placeable")
    return (
        suggest_from_atlas(problem, rows, placing)
        or _at_once(node, allowed)
        or _by_kernel(node, allowed)
        or _by_score(node, allowed)
    )


WORK = 250_000_000
"""The most candidates times guesses that are all looked at; symmetry leaves a tenth of that or less."""

WIDE_WORK = 20_000_000
"""The same for wide codes, which have no kernel and whose symmetries are costly."""

SOME = 2000
"""The size of a sample of candidates, and of guesses, beyond that."""

Allowed = NDArray[np.bool_] | None
"""Which guesses are legal, by index; None for all."""


def _may(allowed: Allowed, guess: int) -> bool:
    return allowed is None or bool(allowed[guess])


def _suggestion(node: Position, guess: int, basis: Basis, broken: dict[int, int] | None) -> Suggestion:
    """Make a suggestion; `broken[n]` codes are broken by the n-th guess from here, if known."""
    n = len(node.candidates)
    expected = sum(turn * times for turn, times in broken.items()) / n if broken else None
    inside = bool(node.may_be_code(np.array([guess]))[0])
    return Suggestion(n, node.guesses.text(guess), inside, expected, max(broken) if broken else None, basis)


def _at_once(node: Position, allowed: Allowed) -> Suggestion | None:
    """Suggest a guess that tells all candidates apart, or all but two of them: nothing can be better."""
    found = small_sets.settle(node, allowed)
    return _suggestion(node, found.guess, Basis.PROVED, found.broken) if found else None


def _by_kernel(node: Position, allowed: Allowed) -> Suggestion | None:
    """Suggest by a short exact search, else by a strategy; only if the kernels are compiled."""
    if allowed is not None or not is_ready(node.problem):
        return None
    from keypeg.solve import short_search

    found = short_search.prove(node)
    if found:
        return _suggestion(node, found.guess, Basis.PROVED, found.broken)
    found = short_search.play_out(node, ENTROPY_BONUS)
    return _suggestion(node, found.guess, Basis.EVALUATED if found.broken else Basis.HEURISTIC, found.broken)


def _by_score(node: Position, allowed: Allowed) -> Suggestion:
    """Suggest the best guess one step ahead: of all guesses if that is not too much work, else of a sample."""
    n = len(node.candidates)
    if not node.rows or n * len(node.guesses) <= (WORK if node.problem.holes <= NARROW else WIDE_WORK):
        guesses = node.distinct_guesses() if allowed is None else np.flatnonzero(allowed)
        return _suggestion(node, ENTROPY_BONUS.choose_among(node, guesses), Basis.HEURISTIC, None)
    return _suggestion(node, node.guesses.index(best_of_some(node, allowed, SOME)), Basis.SAMPLED, None)


def best_of_some(node: Position, allowed: Allowed, most: int) -> str:
    """Return the best of at most `most` candidates, judged by those; of other guesses if none of them is allowed."""
    chosen = node.candidates[:: -(-len(node.candidates) // most)]
    codes = tried = [node.codes.text(code) for code in chosen.tolist()]
    if allowed is not None:
        tried = [code for code, may in zip(codes, allowed[node.guess_of(chosen)], strict=True) if may]
        tried = tried or [node.guesses.text(int(guess)) for guess in np.flatnonzero(allowed)[:most]]
    return best_of(tried, codes, node.problem.codes)
