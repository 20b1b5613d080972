"""Prove the best guess of a small set of candidates from the sizes of its cells, without search."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from keypeg.deduce.mark_ids import mark_count, win_id
from keypeg.deduce.suggestion import Basis, GuessValue, counted
from keypeg.solve.position import Position


def settle(node: Position) -> GuessValue[int] | None:
    """Return the value of a position if the sizes of a guess's cells prove it, otherwise None.

    A candidate that tells all n apart needs 2n - 1 guesses in all, which no guess beats. Otherwise the least is 2n,
    reached by a candidate that leaves one pair together, or by any other guess that tells all apart.
    """
    n = len(node.candidates)
    if n > mark_count(node.problem.holes):
        return None
    inside = node.guess_of(node.candidates)
    parts = _parts(node, inside)
    if parts.max() == n:
        return counted(int(inside[parts.argmax()]), {1: 1, 2: n - 1} if n > 1 else {1: 1}, Basis.PROVED)
    if parts.max() == n - 1:
        return counted(int(inside[parts.argmax()]), {1: 1, 2: n - 2, 3: 1}, Basis.PROVED)
    outside = node.distinct_guesses()
    parts = _parts(node, outside)
    return counted(int(outside[parts.argmax()]), {2: n}, Basis.PROVED) if parts.max() == n else None


def branch(node: Position, guess: int) -> Iterator[tuple[int, str]]:
    """Yield a guess that leaves at most pairs, then the remaining codes in order of play, each with its depth."""
    yield 0, node.guesses.text(guess)
    for mark, cell in sorted(node.after(guess).items()):
        if mark != win_id(node.problem.holes):
            yield from enumerate(map(node.codes.text, cell.candidates), start=1)


def _parts(node: Position, guesses: NDArray[np.integer]) -> NDArray[np.int64]:
    parts: NDArray[np.int64] = (node.cells(guesses) > 0).sum(axis=1)
    return parts
