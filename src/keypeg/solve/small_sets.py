"""Prove the best guess of a small set of candidates from the sizes of its cells, without search."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from keypeg.deduce.mark_ids import mark_count, win_id
from keypeg.deduce.suggestion import GuessValue, told_apart
from keypeg.solve.position import Position


def settle(node: Position) -> GuessValue[int] | None:
    """Return the value of a position if a guess tells its codes apart so well that no other is better; else None."""
    n = len(node.candidates)
    if n > mark_count(node.problem.holes):
        return None
    guess, most = _most_cells(node, node.guess_of(node.candidates))
    best = told_apart(guess, n, most, is_code=True)
    if best is not None:
        return best
    guess, most = _most_cells(node, node.distinct_guesses())
    return told_apart(guess, n, most, is_code=False)


def branch(node: Position, guess: int) -> Iterator[tuple[int, str]]:
    """Yield a guess that leaves at most pairs, then the remaining codes in order of play, each with its depth."""
    yield 0, node.guesses.text(guess)
    for mark, cell in sorted(node.after(guess).items()):
        if mark != win_id(node.problem.holes):
            yield from enumerate(map(node.codes.text, cell.candidates), start=1)


def _most_cells(node: Position, guesses: NDArray[np.integer]) -> tuple[int, int]:
    """Return the guess that parts the candidates into most cells, and how many these are."""
    cells = (node.cells(guesses) > 0).sum(axis=1)
    return int(guesses[cells.argmax()]), int(cells.max())
