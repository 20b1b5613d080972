"""Raise the bounds of sets that fit two rows until openings are refuted, or first rows proved.

A branch is an opening, its mark and a second guess: its bound is the number of codes plus the bounds of its cells. A first
row is worth at least what its least branch is, and an opening what its first rows are together. So it is always the
branches below a target that are worked at, and of them the cells that promise most.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from keypeg_lab.gpu.findings import Bound, Findings, Rows
from keypeg_lab.gpu.pairs import Branches, Ints

First = tuple[int, int]
"""An opening and a mark."""

STEPS = 3
"""The most steps of a bound."""

CHEAP = (200, 350, 550)
"""Sets of up to so many codes are raised to the end before bigger ones get shares: the price grows faster than the size."""


class Engine(Protocol):
    """What computes bounds: a GPU, or NumPy for small games. Sets are given as numbers of `Branches`."""

    def one_step(self, sets: Ints) -> Ints:
        """Return the one-step bounds of sets."""

    def raised(self, sets: Ints, limits: Ints, steps: int, seconds: float) -> Ints:
        """Return the bounds of sets by so many steps, up to their limits; 0 for what time did not allow."""


@dataclass
class Search:
    """The state of a search. It ends early when `until`, a time on the monotonic clock, has come."""

    branches: Branches
    engine: Engine
    hopes: Ints
    until: float = float("inf")
    tell: Callable[[str], None] = field(default=lambda _text: None)

    def __post_init__(self) -> None:
        count = len(self.branches.sizes)
        self.bounds = np.zeros(count, dtype=np.int64)
        self.steps = np.zeros(count, dtype=np.int8)
        one = self.branches
        self.firsts: dict[First, NDArray[np.intp]] = {}
        for opening in one.game.openings:
            for mark in np.unique(one.mark[one.opening == opening]).tolist():
                self.firsts[opening, mark] = np.flatnonzero((one.opening == opening) & (one.mark == mark))

    @property
    def seconds(self) -> float:
        """The time left."""
        return self.until - time.monotonic()

    def take(self, findings: Findings) -> None:
        """Begin with what earlier searches have proved, and look at all other sets for one step."""
        numbers = {rows: at for at, rows in enumerate(self.branches.all_rows())}
        for rows, bound in findings.bounds.items():
            at = numbers[rows]
            self.bounds[at], self.steps[at] = bound.least, max(bound.steps, 1)
        fresh = np.flatnonzero(self.steps == 0)
        self.bounds[fresh] = np.maximum(self.engine.one_step(fresh), self.bounds[fresh])
        self.steps[fresh] = 1

    def found(self) -> Findings:
        """Return what is proved so far, beyond what one step tells."""
        findings = Findings(self.branches.game.shape)
        rows: Sequence[Rows] = self.branches.all_rows()
        for at in np.flatnonzero(self.steps > 1).tolist():
            findings.keep(rows[at], Bound(int(self.bounds[at]), int(self.steps[at])))
        return findings

    def branch_bounds(self) -> Ints:
        """Return the bound of every branch."""
        one = self.branches
        return one.size + np.add.reduceat(self.bounds[one.cells], one.begins[:-1])

    def first_bounds(self) -> dict[First, int]:
        """Return the bound of every first row."""
        bounds, one = self.branch_bounds(), self.branches
        return {
            first: max(int(bounds[lines].min()), one.game.by_size(int(one.size[lines[0]])))
            for first, lines in self.firsts.items()
        }

    def opening_bounds(self) -> dict[int, int]:
        """Return the bound of every opening."""
        firsts, game = self.first_bounds(), self.branches.game
        return {
            opening: game.codes + sum(bound for (guess, _), bound in firsts.items() if guess == opening)
            for opening in game.openings
        }

    def refute(self, opening: int, total: int) -> bool:
        """Raise first rows until the opening needs at least so many guesses; return False if no bound can be raised."""
        for most in range(2, STEPS + 1):
            stuck: set[First] = set()
            while self.seconds > 0 and (missing := total - self.opening_bounds()[opening]) > 0:
                firsts = self.first_bounds()
                free = {f: self._size(f) for f in self.firsts if f[0] == opening and f not in stuck}
                if not free:
                    break
                # Every first row gets a share of what is missing. Those that cannot reach it leave it to the others.
                codes = sum(free.values())
                targets = {f: firsts[f] + int(1.3 * missing * size / codes) + 1 for f, size in free.items()}
                self.reach(targets, most)
                after = self.first_bounds()
                stuck |= {f for f in free if after[f] < targets[f]}
                self.tell(f"{self.branches.game.text(opening)} ≥ {self.opening_bounds()[opening]}, {most} steps")
        return self.opening_bounds()[opening] >= total

    def reach(self, targets: Mapping[First, int], most: int) -> None:
        """Raise branches until every first row reaches its target, or so many steps can prove no more."""
        while self.seconds > 0 and (wanted := self._wanted(targets, most)):
            sets = np.array(list(wanted))
            limits = np.array(list(wanted.values()))
            before = int(self.bounds[sets].sum())
            for steps in range(2, most + 1):
                those = self.steps[sets] == steps - 1
                self._raise(sets[those], limits[those], steps)
            low = self.first_bounds()
            rows = ", ".join(f"{self.branches.game.text(f[0])} {f[1]} ≥ {low[f]}" for f in targets if low[f] < targets[f])
            self.tell(f"{len(sets)} sets raised by {int(self.bounds[sets].sum()) - before}; {rows or 'done'}")

    def _size(self, first: First) -> int:
        return int(self.branches.size[self.firsts[first][0]])

    def _wanted(self, targets: Mapping[First, int], most: int) -> dict[int, int]:
        """Choose the sets to be raised next, and how far, for all branches that are below their targets."""
        bounds, one = self.branch_bounds(), self.branches
        wanted: dict[int, int] = {}
        for first, target in targets.items():
            lines = self.firsts[first]
            for branch in lines[bounds[lines] < target].tolist():
                cells = one.cells[one.begins[branch] : one.begins[branch + 1]]
                for cell, more in self._shares(cells, target - int(bounds[branch]), most):
                    wanted[cell] = max(wanted.get(cell, 0), int(self.bounds[cell]) + more)
        return wanted

    def _shares(self, cells: Ints, missing: int, most: int) -> list[tuple[int, int]]:
        """Divide what a branch misses among its cells, as far as so many steps may raise them."""
        sizes, steps = self.branches.sizes[cells], self.steps[cells]
        # A set of up to 24 codes gains nothing from a third step, one of up to three nothing from a second.
        open_ = (sizes > 3) & (steps < np.where(sizes > 24, most, min(most, 2)))
        if not open_.any():
            return []
        open_ &= steps == steps[open_].min()
        gaps = np.maximum(self.hopes[sizes] - self.bounds[cells], 1)
        if steps[open_][0] == 1:
            best = cells[open_][np.argsort(-gaps[open_])[:4]]
            return [(cell, missing) for cell in best.tolist()]
        for size in CHEAP:
            if (cheap := open_ & (sizes <= size)).any():
                return [(cell, missing) for cell in cells[cheap].tolist()]
        total = int(gaps[open_].sum())
        pairs = zip(cells[open_].tolist(), gaps[open_].tolist(), strict=True)
        return [(cell, min(missing, 5 * missing * gap // (4 * total) + 1)) for cell, gap in pairs]

    def _raise(self, sets: Ints, limits: Ints, steps: int) -> None:
        """Raise sets to their limits; note which are exhausted, the biggest sets first."""
        order = np.argsort(-self.branches.sizes[sets])
        sets, limits = sets[order], limits[order]
        at = 0
        while at < len(sets) and self.seconds > 0:
            # So many that the GPU is busy for some seconds, so few that an interruption loses little.
            count = max(1, min(384, 60_000 // int(self.branches.sizes[sets[at]])))
            part, limit = sets[at : at + count], limits[at : at + count]
            raised = self.engine.raised(part, limit, steps, self.seconds)
            self.bounds[part] = np.maximum(self.bounds[part], raised)
            self.steps[part[(raised > 0) & (raised < limit)]] = steps
            at += count
