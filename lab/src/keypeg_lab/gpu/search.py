"""Raise the bounds of sets that fit two rows until openings are refuted, or first rows proved.

A branch is an opening, its mark and a second guess: its bound is the number of codes plus the bounds of its cells. A
first row is worth at least what its least branch is, and an opening what its first rows are together. So it is always
the branches below a target that are worked at, and of them the cells that promise most.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from keypeg.atlas import charted
from keypeg.atlas.tree import Tree
from keypeg.deduce.problem import Problem
from keypeg.errors import Conflict
from keypeg.solve import grow_tree
from keypeg.solve.for_lab import ENTROPY_BONUS
from keypeg_lab.gpu.findings import Bound, Findings
from keypeg_lab.gpu.pairs import Branches, Game, Ints

First = tuple[int, int]
"""An opening and a mark."""

STEPS = 3
"""The most steps of a bound."""

SOLVED, UNRAISED = 24, 3
"""Sets of up to so many codes gain nothing from a third step, or from a second."""

CHEAP = (200, 350, 550)
"""Sets of up to so many codes are raised to the end before bigger ones get shares: bigger ones cost much more."""

TOGETHER, MARKED = 384, 60_000
"""The most sets that are raised together, and the most codes in them: some seconds of work for a GPU."""


class Engine(Protocol):
    """What computes bounds: a GPU, or NumPy for small games. Sets are given as numbers of `Branches`."""

    def one_step(self, sets: Ints) -> Ints:
        """Return the one-step bounds of sets."""

    def raised(self, sets: Ints, limits: Ints, steps: int, seconds: float) -> Ints:
        """Return the bounds of sets by so many steps, up to their limits; 0 for what time did not allow."""


@dataclass(frozen=True, slots=True)
class Best:
    """What is to be proved best: a tree's opening, its total, and the totals after its marks."""

    opening: int
    total: int
    rows: Mapping[int, int]


def best_of(game: Game, tree: Tree) -> Best:
    """Return what has to be proved if no tree is better than this one."""
    number = {game.mark_id(mark): mark for mark in range(game.win + 1)}
    rows = {number[tree.marks[child]]: tree.worths[child][1] for child in tree.children_of(0)}
    return Best(game.kind_of(tree.guesses[0]), tree.worths[0][1], rows)


def best_tree(problem: Problem) -> Tree:
    """Return the best known tree of a problem: the atlas's, or one grown by a strategy."""
    chart = charted(problem.shape)
    return chart.tree if chart else grow_tree(problem, ENTROPY_BONUS)


@dataclass
class Search:
    """The state of a search. It ends early when `until`, a time on the monotonic clock, has come.

    `tell` is called with the opening at which it works, every few seconds.
    """

    branches: Branches
    engine: Engine
    until: float = float("inf")
    tell: Callable[[int], None] = field(default=lambda _opening: None)

    def __post_init__(self) -> None:
        one, every = self.branches, np.arange(len(self.branches.sizes))
        self.one_step = self.engine.one_step(every)
        self.bounds = self.one_step.copy()
        self.steps = np.ones(len(every), dtype=np.int8)
        self.firsts: dict[First, NDArray[np.intp]] = {}
        for opening in one.game.openings:
            for mark in np.unique(one.mark[one.opening == opening]).tolist():
                self.firsts[opening, mark] = np.flatnonzero((one.opening == opening) & (one.mark == mark))

    @property
    def seconds(self) -> float:
        """The time left."""
        return self.until - time.monotonic()

    def take(self, findings: Findings) -> None:
        """Take over what earlier searches have proved. Raise Conflict for rows that are none of this game's."""
        numbers = {rows: at for at, rows in enumerate(self.branches.filed_rows())}
        for rows, bound in findings.bounds.items():
            if rows not in numbers:
                raise Conflict("findings-other", found=str(rows), wanted=self.branches.game.shape)
            at = numbers[rows]
            self.bounds[at] = max(self.bounds[at], bound.least)
            self.steps[at] = max(self.steps[at], bound.steps)

    def found(self) -> Findings:
        """Return what is proved so far, beyond what one step tells."""
        findings = Findings(self.branches.game.shape)
        rows = self.branches.filed_rows()
        for at in np.flatnonzero((self.steps > 1) | (self.bounds > self.one_step)).tolist():
            findings.keep(rows[at], Bound(int(self.bounds[at]), int(self.steps[at])))
        return findings

    def size(self, first: First) -> int:
        """Return how many codes fit a first row."""
        return int(self.branches.size[self.firsts[first][0]])

    def branch_bounds(self) -> Ints:
        """Return the bound of every branch."""
        one = self.branches
        # Differences of running sums, since a branch of one code has no cells, for which `reduceat` does not tell 0.
        sums = np.concatenate(([0], np.cumsum(self.bounds[one.cells])))
        bounds: Ints = one.size + np.diff(sums[one.begins])
        return bounds

    def first_bounds(self) -> dict[First, int]:
        """Return the bound of every first row."""
        bounds, game = self.branch_bounds(), self.branches.game
        return {
            first: max(int(bounds[lines].min()), game.least(self.size(first))) for first, lines in self.firsts.items()
        }

    def opening_bounds(self) -> dict[int, int]:
        """Return the bound of every opening."""
        firsts, game = self.first_bounds(), self.branches.game
        return {
            opening: game.codes + sum(bound for (guess, _), bound in firsts.items() if guess == opening)
            for opening in game.openings
        }

    def bound_of(self, opening: int) -> int:
        """Return the bound of one opening."""
        return self.opening_bounds()[opening]

    def run(self, best: Best) -> None:
        """Prove that no tree is better, as far as so many steps can: two for all, then three where they decide.

        The other openings come first, that which misses least before the rest; then the rows of the tree's own, the
        smallest first.
        """
        for most in range(2, STEPS + 1):
            bounds = self.opening_bounds()
            for opening in sorted(bounds, key=lambda each: -bounds[each]):
                if opening != best.opening or most == 2:
                    self.refute(opening, best.total, most)
        for first in sorted((first for first in self.firsts if first[0] == best.opening), key=self.size):
            self.reach({first: best.rows[first[1]]}, STEPS)

    def refute(self, opening: int, total: int, most: int = STEPS) -> bool:
        """Raise first rows until the opening needs at least so many guesses; return False if that cannot be proved."""
        stuck: set[First] = set()
        while self.seconds > 0 and (missing := total - self.bound_of(opening)) > 0:
            firsts = self.first_bounds()
            free = {first: self.size(first) for first in firsts if first[0] == opening and first not in stuck}
            if not free:
                break
            # Every first row gets a share of what is missing. Those that cannot reach it leave it to the others.
            codes = sum(free.values())
            targets = {first: firsts[first] + int(1.3 * missing * size / codes) + 1 for first, size in free.items()}
            self.reach(targets, most)
            after = self.first_bounds()
            stuck |= {first for first in free if after[first] < targets[first]}
        return self.bound_of(opening) >= total

    def reach(self, targets: Mapping[First, int], most: int) -> None:
        """Raise branches until every first row reaches its target, or so many steps can prove no more."""
        while self.seconds > 0 and (wanted := self._wanted(targets, most)):
            sets = np.array(list(wanted))
            limits = np.array(list(wanted.values()))
            for steps in range(2, most + 1):
                those = self.steps[sets] == steps - 1
                self._raise(sets[those], limits[those], steps)
                self.tell(next(iter(targets))[0])

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
        can_rise = (sizes > UNRAISED) & (steps < np.where(sizes > SOLVED, most, min(most, 2)))
        if not can_rise.any():
            return []
        can_rise &= steps == steps[can_rise].min()
        gaps = np.maximum(self.branches.game.hopes[sizes] - self.bounds[cells], 1)
        if steps[can_rise][0] == 1:
            best = cells[can_rise][np.argsort(-gaps[can_rise])[:4]]
            return [(cell, missing) for cell in best.tolist()]
        for size in CHEAP:
            if (cheap := can_rise & (sizes <= size)).any():
                return [(cell, missing) for cell in cells[cheap].tolist()]
        total = int(gaps[can_rise].sum())
        pairs = zip(cells[can_rise].tolist(), gaps[can_rise].tolist(), strict=True)
        return [(cell, min(missing, 5 * missing * gap // (4 * total) + 1)) for cell, gap in pairs]

    def _raise(self, sets: Ints, limits: Ints, steps: int) -> None:
        """Raise sets to their limits, the biggest first; note which of them so many steps cannot raise further."""
        order = np.argsort(-self.branches.sizes[sets])
        sets, limits = sets[order], limits[order]
        at = 0
        while at < len(sets) and self.seconds > 0:
            count = max(1, min(TOGETHER, MARKED // int(self.branches.sizes[sets[at]])))
            part, limit = sets[at : at + count], limits[at : at + count]
            raised = self.engine.raised(part, limit, steps, self.seconds)
            self.bounds[part] = np.maximum(self.bounds[part], raised)
            self.steps[part[(raised > 0) & (raised < limit)]] = steps
            at += count
