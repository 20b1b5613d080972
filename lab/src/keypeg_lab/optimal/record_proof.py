"""Record the proof that a finished search has found, so that others can check it."""

from __future__ import annotations

import numpy as np

from keypeg.solve.for_lab import NEVER
from keypeg_lab.optimal.opening import Opening
from keypeg_lab.optimal.search import Search
from keypeg_lab.optimal.second_guess import Trial
from keypeg_lab.proofs.proof import Proof


def proof_by(search: Search) -> Proof:
    """Return the proof that a finished search has found."""
    trial = search.trial
    proof = Proof(trial.problem.shape, search.best)
    for opening in search.tried:
        for mark, bound in search.lows[opening.guess].items():
            proof.firsts[opening.guess, mark] = bound
            if bound <= int(trial.floor[opening.marks[mark]]):
                continue
            if trial.is_direct(opening, mark) and bound > opening.low(mark):
                proof.wholes[opening.guess, mark] = bound
            else:
                _seconds(proof, trial, opening, mark)
    return proof


def _seconds(proof: Proof, trial: Trial, opening: Opening, mark: int) -> None:
    """Record a bound for every second guess after a mark, and the cells that it rests on."""
    needed = proof.firsts[opening.guess, mark]
    for at, guess in enumerate(opening.seconds.tolist()):
        bound = int(opening.bounds[at, mark])
        if bound < needed:
            # Some findings may be missing if the search did not finish in this process.
            trial.attempt(opening, at, mark, lambda: needed)
            turned, sizes = opening.turned(at), opening.sizes[at, mark]
            cells = [
                trial.cell(turned.key(mark, other), int(sizes[other]))
                for other in np.flatnonzero(sizes[: trial.win]).tolist()
            ]
            # The bounds that add most come first, and known ones before cells to be looked at again: a few are enough.
            cells.sort(key=lambda cell: (int(trial.floor[cell.size]) - cell.low, -cell.size))
            for cell in cells:
                if bound >= needed:
                    break
                if not cell.exact:
                    trial.look(turned.rows, cell)
                floor = int(trial.floor[cell.size])
                if cell.low > floor:
                    proof.cells[cell.rows[0], cell.rows[1]] = cell.low
                    bound += cell.low - floor
        if bound < NEVER:
            proof.seconds[(opening.guess, mark), guess] = bound
