"""Search sets that are too big for a kernel's tables, guess by guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from keypeg.deduce.mark_ids import win_id
from keypeg.solve import Position
from keypeg.solve.for_lab import opens_at
from keypeg_lab.optimal.checkpoint import Finding
from keypeg_lab.optimal.shares import Cell, refute

if TYPE_CHECKING:
    from keypeg_lab.optimal.second_guess import Trial


def split(trial: Trial, node: Position, limit: int) -> Finding:
    """Return V of a position if it is less than `limit`, otherwise a bound, by trying one guess after another."""
    win = win_id(trial.problem.holes)
    guesses = np.flatnonzero(opens_at(node))
    sizes = node.cells(guesses)
    bounds = len(node.candidates) + trial.floor[sizes].sum(axis=1) - sizes[:, win]
    tells = ((sizes > 0).sum(axis=1) > 1) | (sizes[:, win] > 0)
    best, best_guess = limit, -1
    for at in np.lexsort((guesses, (sizes**2).sum(axis=1), bounds)):
        if tells[at] and bounds[at] < best:
            total = _attempt(trial, node, int(guesses[at]), best)
            if total < best:
                best, best_guess = total, int(guesses[at])
    return Finding(best, best_guess >= 0, best_guess)


def _attempt(trial: Trial, node: Position, guess: int, limit: int) -> int:
    """Return the total of a guess if it is less than the limit, otherwise a bound."""
    win = win_id(trial.problem.holes)
    below = {((*node.rows, (guess, mark))): cell for mark, cell in node.after(guess).items() if mark != win}
    cells = sorted((trial.cell(rows, len(cell.candidates)) for rows, cell in below.items()), key=lambda cell: cell.size)
    total = len(node.candidates) + sum(cell.low for cell in cells)
    return refute(cells, total, lambda: limit, lambda cell, low: _solve(trial, below[cell.rows], cell, low))


def _solve(trial: Trial, node: Position, cell: Cell, limit: int) -> int:
    """Raise the bound of a cell to the limit, or make it exact; return by how much it rose."""
    found = trial.known.find(cell.rows, limit)
    if not found:
        if cell.size > trial.workers.rows:
            found = split(trial, node, limit)
        else:
            found = trial.ask(node.candidates, opens_at(node), limit, trial.cap - len(node.rows))
        trial.known.keep(cell.rows, found)
    return cell.raise_to(found.value, found.exact)
