"""Record what a search has proved as a proof that others can check: of the least total, or of a bound for it."""

from __future__ import annotations

import numpy as np

from keypeg_lab.gpu.search import Search
from keypeg_lab.proofs.proof import Proof
from keypeg_lab.reprove.verify_proof import WHOLE


def proof_by(search: Search) -> Proof:
    """Return the proof of the least bound of all openings, with few of the sets that prove it."""
    one, game = search.branches, search.branches.game
    total = min(search.opening_bounds().values())
    proof = Proof(game.shape, total)
    rows, by_size = one.filed_rows(), np.array([game.least(codes) for codes in range(game.codes + 1)])
    floors = by_size[one.sizes]
    needed = search.first_bounds()
    chosen: set[int] = set()
    for (opening, mark), least in _trimmed(search, needed, total).items():
        row = opening, game.mark_id(mark)
        lines = search.firsts[opening, mark]
        proof.firsts[row] = least
        if least <= by_size[one.size[lines[0]]]:
            continue
        for branch in lines.tolist():
            cells = one.cells[one.begins[branch] : one.begins[branch + 1]]
            bound = int(one.size[branch] + floors[cells].sum())
            # Sets that are needed anyway come first, then those that are easy to prove again and add most.
            gains = search.bounds[cells] - floors[cells]
            order = sorted(
                range(len(cells)),
                key=lambda at: (int(cells[at]) not in chosen, one.sizes[cells[at]] > WHOLE, -int(gains[at])),
            )
            for at in order:
                if bound >= least:
                    break
                if gains[at] > 0:
                    chosen.add(int(cells[at]))
                    bound += int(gains[at])
            proof.seconds[row, int(one.guess[branch])] = bound
    for at in chosen:
        first, mark, second, other = rows[at]
        proof.cells[(first, mark), (second, other)] = int(search.bounds[at])
    return proof


def _trimmed(search: Search, bounds: dict[tuple[int, int], int], total: int) -> dict[tuple[int, int], int]:
    """Return bounds of first rows that are no better than every opening needs to reach the total."""
    trimmed = dict(bounds)
    for opening, reached in search.opening_bounds().items():
        spare = reached - total
        for first in sorted((each for each in bounds if each[0] == opening), key=lambda each: bounds[each]):
            floor = search.branches.game.least(search.size(first))
            less = min(spare, trimmed[first] - floor)
            trimmed[first] -= less
            spare -= less
    return trimmed
