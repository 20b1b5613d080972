"""Write down what a finished search has proved, so that others can check it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from keypeg.atlas.proof import Proof
from keypeg.deduce.problem import Problem
from keypeg.errors import Conflict
from keypeg.solve._kernels.stack import NEVER
from keypeg.solve._kernels.threads import CORES
from keypeg.solve.layout import Indices
from keypeg.solve.optimal.checkpoint import Checkpoint
from keypeg.solve.optimal.deeper import split
from keypeg.solve.optimal.opening import Opening
from keypeg.solve.optimal.search import Search
from keypeg.solve.optimal.second_guess import Trial
from keypeg.solve.optimal.two_rows import TwoRows
from keypeg.solve.optimal.workers import SYMMETRIC_FROM, UNLIMITED, Task, opens_at, workers_for
from keypeg.solve.position import Position, start


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
    """Write down a bound for every second guess after a mark, and the cells that it rests on."""
    needed = proof.firsts[opening.guess, mark]
    for at, guess in enumerate(opening.seconds.tolist()):
        bound = int(opening.bounds[at, mark])
        if bound < needed:
            # If the findings do not come from a search that ended here, some may be missing.
            trial.attempt(opening, at, mark, lambda: needed)
            turned, sizes = opening.turned(at), opening.sizes[at, mark]
            cells = [
                trial.cell(turned.key(mark, other), int(sizes[other]))
                for other in np.flatnonzero(sizes[: trial.win]).tolist()
            ]
            # What adds most comes first, and what is known before what has to be looked at again: few cells are enough.
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


def prove_again(problem: Problem, proof: Proof, tell: Callable[[int, int], None] | None = None) -> None:
    """Search everything that a proof rests on once more, on all cores; raise Conflict where a bound does not hold."""
    trial = Trial(problem, UNLIMITED, workers_for(problem), Checkpoint(""))
    work = list(_claims(problem, proof))
    # The biggest first, so that threads finish at about the same time.
    work.sort(key=lambda claim: -len(claim[0].candidates))

    def holds(claim: tuple[Position, int]) -> bool:
        node, bound = claim
        return _holds(trial, node, bound)

    with ThreadPoolExecutor(CORES) as pool:
        for done, ((node, _), fine) in enumerate(zip(work, pool.map(holds, work), strict=True), 1):
            if not fine:
                where = ", ".join(f"{guess}:{marks.exact},{marks.near}" for guess, marks in node.texts)
                raise Conflict("proof-fails", shape=proof.shape, where=where)
            if tell:
                tell(done, len(work))


def _claims(problem: Problem, proof: Proof) -> Iterator[tuple[Position, int]]:
    """Yield every set of codes that the proof rests on, and its bound."""
    top = start(problem)
    for (guess, mark), bound in proof.wholes.items():
        yield top.after(guess)[mark], bound
    for ((one, mark), (two, other)), bound in proof.cells.items():
        codes: Indices = TwoRows(problem, one, two).codes(mark, other)
        yield Position(problem, ((one, mark), (two, other)), codes), bound


def _holds(trial: Trial, node: Position, bound: int) -> bool:
    """Return True if a search finds nothing below the bound."""
    if len(node.candidates) > trial.workers.rows:
        return split(trial, node, bound).value >= bound
    opens = opens_at(node)
    if len(node.rows) == 2 and len(node.candidates) >= SYMMETRIC_FROM:
        (one, first), (two, second) = node.rows
        opens = TwoRows(trial.problem, one, two).opens(first, second)
    with trial.workers.buffers() as buffers:
        value, finished, _ = trial.workers.search(buffers, Task(node.candidates, opens, limit=bound))
    return finished and value >= bound
