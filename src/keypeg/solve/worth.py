"""What a position is worth: how many guesses its codes need in all under the best play that is known.

Proved where the atlas has a proof, where a glance is enough, or where a search of a fixed size ends; otherwise the
total of a strategy that is really played out; and only where even that would take too long, a guess by size alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import log
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from keypeg.solve import quick
from keypeg.solve.atlas.guide import guide
from keypeg.solve.layout import win_id
from keypeg.solve.placing import Placing
from keypeg.solve.position import Position
from keypeg.solve.problem import Problem
from keypeg.solve.ready import is_ready
from keypeg.solve.strategy import ENTROPY_BONUS

if TYPE_CHECKING:
    from keypeg.solve.optimal.workers import Workers

PROOF = 150_000_000
"""Nodes of a proof times the marks that a node looks at: a tenth of a second or two."""

MOST_NODES = 20_000

PLAYED = 1_200_000_000
"""Candidates times guesses up to which a strategy is played out by kernels."""

PLAYED_LATE = 20_000_000
"""The same past the deadline."""

PLAYED_PLAINLY = 1000
"""Candidates up to which it is played out without them."""

UNKNOWN = -1
"""No guess is known to reach the total."""


@dataclass(frozen=True, slots=True)
class Worth:
    """`total` guesses for all codes of a position together, reached by guessing `guess` (an index) first."""

    total: int
    guess: int
    proved: bool


@dataclass(frozen=True, eq=False)
class Worths:
    """The worth of positions of one problem, each settled once, so that all who ask are told the same.

    Where pegs have run short a position counts as if they had not, but never as proved. Past the `deadline` (by the
    monotonic clock) nothing is searched or played out any more that would take long.
    """

    problem: Problem
    placing: Placing = field(default_factory=Placing)
    deadline: float | None = None
    _settled: dict[tuple[bytes, bytes], Worth] = field(default_factory=dict)

    def of(self, node: Position) -> Worth:
        """The worth of a position with at least one candidate."""
        key = self.key(node)
        known = self._settled.get(key)
        if known is None:
            known = self._while_short(node, key) if key[1] else self._freely(node)
            self._settled[key] = known
        return known

    def settle(self, node: Position, worth: Worth) -> None:
        """From now on the position is worth this."""
        self._settled[self.key(node)] = worth

    def is_short(self, node: Position) -> bool:
        """Whether pegs have run so short that some row cannot be placed. (Repeating a row tells nothing anyway.)"""
        return bool(self.key(node)[1])

    def after(self, node: Position, guess: int) -> Mapping[int, Worth]:
        """What is left after each mark that a guess may earn, by mark id; the win is left out."""
        win = win_id(self.problem.holes)
        return {mark: self.of(cell) for mark, cell in node.after(guess).items() if mark != win}

    def key(self, node: Position) -> tuple[bytes, bytes]:
        """Positions of the same key are worth the same: their candidates, and the rows that can be placed."""
        allowed = Placing(self.placing.supply).allowed(node) if self.placing.supply is not None else None
        return node.candidates.tobytes(), b"" if allowed is None else np.packbits(allowed).tobytes()

    def _while_short(self, node: Position, key: tuple[bytes, bytes]) -> Worth:
        free = self._settled.get((key[0], b"")) or self._freely(node)
        self._settled[key[0], b""] = free
        allowed = self.placing.allowed(node)
        may = allowed is None or free.guess == UNKNOWN or bool(allowed[free.guess])
        return replace(free, proved=False, guess=free.guess if may else UNKNOWN)

    def _freely(self, node: Position) -> Worth:
        """The worth of a position if pegs never run out."""
        n = len(node.candidates)
        if n <= 2:
            return Worth(2 * n - 1, int(node.guess_of(node.candidates[:1])[0]), proved=True)
        found = quick.settle(node)
        if found:
            return Worth(_sum(found.broken), found.guess, proved=True)
        best = self._charted(node)
        if best and best.proved:
            return best
        late = self.deadline is not None and monotonic() > self.deadline
        ready = is_ready(self.problem)
        if best is None:
            if ready:
                may_play = n * len(node.guesses) <= (PLAYED_LATE if late else PLAYED)
            else:
                may_play = n <= PLAYED_PLAINLY and not late
            if not may_play:
                return Worth(by_size(n, self.problem.holes), UNKNOWN, proved=False)
            best = _played(node) if ready else _played_plainly(node)
        return (_proved(node, best) if ready and not late else None) or best

    def _charted(self, node: Position) -> Worth | None:
        """What the atlas says, if the rows follow it."""
        advice = guide(self.problem, node.texts)
        if advice is None:
            return None
        return Worth(_sum(advice.broken), node.guesses.index(advice.guess), advice.proved)


def by_size(codes: int, holes: int) -> int:
    """A guess at the total for so many codes, from how it grows in the problems that are solved."""
    marks = holes * (holes + 3) // 2
    mean = 1.3 + log(codes) / (0.85 * log(marks + 1))
    return max(2 * codes - 1, round(codes * mean))


def _sum(broken: Mapping[int, int] | None) -> int:
    return sum(turn * times for turn, times in (broken or {}).items())


def _played(node: Position) -> Worth:
    """A good strategy, played out by kernels."""
    from keypeg.solve.evaluate import branch_below, rating_of

    guesses, _, depths, wins = branch_below(node, rating_of(ENTROPY_BONUS, len(node.candidates)))
    return Worth(int(((depths + 1) * wins).sum()), int(guesses[0]), proved=False)


def _played_plainly(node: Position) -> Worth:
    """The same strategy without kernels, and with guesses only that may be the code."""
    win = win_id(node.problem.holes)
    first, total, todo = UNKNOWN, 0, [node]
    while todo:
        here = todo.pop()
        guess = ENTROPY_BONUS.choose_among(here, here.guess_of(here.candidates))
        first = guess if first == UNKNOWN else first
        total += len(here.candidates)
        todo += [cell for mark, cell in here.after(guess).items() if mark != win]
    return Worth(total, first, proved=False)


@lru_cache(maxsize=2)
def _workers(problem: Problem) -> Workers:
    from keypeg.solve.optimal.workers import workers_for

    return workers_for(problem)


def _proved(node: Position, known: Worth) -> Worth | None:
    """The least total, if a search of a fixed size finds it."""
    from keypeg.solve.optimal.workers import Task

    workers, n = _workers(node.problem), len(node.candidates)
    if n > workers.rows:
        return None
    opens = np.ones(len(node.guesses), dtype=np.uint8)
    if n >= 32:
        opens[:] = 0
        opens[node.kinds()] = 1
    budget = min(MOST_NODES, PROOF // (n * len(node.guesses)))
    with workers.room() as room:
        value, finished, guess = workers.search(room, Task(node.candidates, opens, limit=known.total, budget=budget))
    if not finished:
        return None
    return Worth(value, guess, proved=True) if value < known.total else replace(known, proved=True)
