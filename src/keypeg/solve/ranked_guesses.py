"""Rank guesses by how well they spread the candidates, the most promising first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.suggestion import Basis
from keypeg.solve.position import Position
from keypeg.solve.strategy import ENTROPY_BONUS

RATED = 300_000_000
"""The largest product of candidates and guesses for which every guess is rated; above it, a sample is."""

REDUCED = 1_000_000_000
"""The largest product of candidates and guesses for which it pays to rate fewer guesses by looking for symmetries."""

MANY = 100_000
"""The number of guesses above which symmetries take too long to find."""

SOME = 100
"""The sample of guesses to rate is never limited to fewer than this."""

PLAIN = 20_000_000
"""The most marks that NumPy counts without a kernel."""

BLOCK = 4096
"""The number of guesses whose cells are counted at a time: those of a million would fill hundreds of megabytes."""

Allowed: TypeAlias = NDArray[np.bool_] | None
"""A mask of the legal guesses, by index; None if all are."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Guesses (indices), best first; `basis` is SAMPLED if not all were rated.

    Only the first `telling` guesses tell anything: the others leave all candidates in one cell.
    """

    guesses: NDArray[np.intp]
    telling: int
    basis: Basis


def ranked_guesses(node: Position, allowed: Allowed) -> Ranked:
    """Rank the guesses of a position: one of each kind, or all that are allowed."""
    return _ranked(node, allowed) if allowed is not None else _ranked_all(node)


@lru_cache(maxsize=1)
def _ranked_all(node: Position) -> Ranked:
    """Rank one guess of each kind. Cached because callers ask for the best guess, then for a list of the best."""
    return _ranked(node, None)


def _ranked(node: Position, allowed: Allowed) -> Ranked:
    guesses, basis = _rated(node, allowed)
    n, inside = len(node.candidates), node.may_be_code(guesses)
    weights = ENTROPY_BONUS.weights(n)
    rated = [(weights[cells].sum(axis=1), cells.max(axis=1) < n) for cells in cells_in_blocks(node, guesses)]
    spread, tells = (np.concatenate(parts) for parts in zip(*rated, strict=True))
    telling = tells | inside
    order = np.lexsort((guesses, ~inside, spread - ENTROPY_BONUS.bonus * inside, ~telling))
    return Ranked(guesses[order], int(telling.sum()), basis)


def _rated(node: Position, allowed: Allowed) -> tuple[NDArray[np.intp], Basis]:
    """Return the guesses to rate: one of each kind or all allowed ones, or if those are too many, a sample."""
    n, most = len(node.candidates), REDUCED if len(node.guesses) <= MANY else RATED
    guesses = np.empty(0, dtype=np.intp)
    if allowed is not None:
        guesses = np.flatnonzero(allowed)
    elif not node.rows or n * len(node.guesses) <= most:
        guesses = np.intersect1d(node.distinct_guesses(), node.kinds(), assume_unique=True)
    if len(guesses) and n * len(guesses) <= RATED:
        return guesses, Basis.HEURISTIC
    inside = node.guess_of(node.candidates).astype(np.intp)
    sampled = inside if allowed is None else inside[allowed[inside]]
    if not len(sampled):
        sampled = guesses
    return sampled[:: -(-len(sampled) // max(SOME, RATED // n))], Basis.SAMPLED


def cell_sizes(node: Position, guesses: NDArray[np.intp]) -> NDArray[np.int64]:
    """Count the candidates by mark, one line per guess; use a kernel if there are many marks to count."""
    return np.concatenate([np.zeros((0, win_id(node.problem.holes) + 1), np.int64), *cells_in_blocks(node, guesses)])


def cells_in_blocks(node: Position, guesses: NDArray[np.intp]) -> Iterator[NDArray[np.int64]]:
    """Yield the same, some guesses at a time, so that those already counted need not stay in memory."""
    blocks = (guesses[lo : lo + BLOCK] for lo in range(0, len(guesses), BLOCK))
    if len(guesses) * len(node.candidates) <= PLAIN:
        yield from map(node.cells, blocks)
        return
    from keypeg.solve._kernels.marks import histograms

    rows, counts = node.codes.rows[:, node.candidates], node.codes.counts[:, node.candidates]
    for some in blocks:
        cells = np.empty((len(some), win_id(node.problem.holes) + 1), dtype=np.int64)
        histograms(rows, counts, node.guesses.digits[some], node.guesses.needs[some], cells)
        yield cells
