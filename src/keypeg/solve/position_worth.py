"""The worth of a position: the guesses that its codes need in all under the best play known.

It is proved if the atlas has a proof, if the position is small, or if a search of a fixed size ends; otherwise it is
the total of a strategy played out; and if even that would take too long, an estimate by size.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import log
from time import monotonic
from typing import TYPE_CHECKING

from keypeg.atlas.guide import guide
from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import Problem
from keypeg.solve import small_sets
from keypeg.solve.compiled import is_ready
from keypeg.solve.position import Position, allowed_guesses
from keypeg.solve.strategy import ENTROPY_BONUS

if TYPE_CHECKING:
    from keypeg.solve.optimal.workers import Workers

PROOF = 400_000_000
"""The most positions that a search opens times the marks in each: a tenth of a second or two."""

LEAST_NODES, MOST_NODES = 40, 20_000
"""With fewer a search is hopeless; more are never needed."""

EASY = 3_000_000
"""The most codes times guesses of a problem whose positions are all proved in a moment."""

SMALL = 1_000_000
"""The most candidates times guesses for which a search needs no strategy's total as its first bound."""

PLAYED = 1_200_000_000
"""The most candidates times guesses for which kernels play a strategy out."""

PLAYED_PLAINLY = 1000
"""The most candidates for which a strategy is played out without kernels."""

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
    """The worths of positions of one problem, cached.

    If pegs have run so short that some row cannot be placed, a position counts as if they had not; as proved only if
    they are enough for all that the best play may need.
    """

    problem: Problem
    placing: Placing = field(default_factory=Placing)
    _known: dict[Hashable, Worth] = field(default_factory=dict)
    _shortages: dict[tuple[int, ...], bytes | None] = field(default_factory=dict)

    def of(self, node: Position) -> Worth:
        """Return the worth of a position with at least one candidate, as known or found in a moment."""
        key = self.key(node)
        if key not in self._known:
            worth = self._found(node)
            self._known[key] = self._while_short(node, worth) if self.is_short(node) else worth
        return self._known[key]

    def settle(self, node: Position, worth: Worth) -> None:
        """Set the worth of a position."""
        self._known[self.key(node)] = worth

    def prove(self, nodes: Iterable[Position], seconds: float) -> None:
        """Try to prove or to improve the worths of these positions, small ones first, for about `seconds`.

        Every search is of a fixed size, so that the same positions get the same worths if time allows; in easy
        problems it always does. The first search, which may have to load kernels, does not count.
        """
        if not is_ready(self.problem):
            return
        until: float | None = None
        easy = len(self.problem.codes) * len(self.problem.guesses) <= EASY
        for node in sorted(nodes, key=lambda node: len(node.candidates)):
            if not easy and until is not None and monotonic() > until:
                break
            if self.is_short(node):
                continue
            small = len(node.candidates) * len(node.guesses) <= SMALL
            known = self._known.get(self.key(node)) or (self._at_once(node) if small else self.of(node))
            if known is None or not known.proved:
                known = _proved(node, known) or known
                until = until or monotonic() + seconds
            if known:
                self.settle(node, known)

    def proved(self, node: Position) -> Worth | None:
        """Return the worth of a position if it is small enough to try and a search of the fixed size proves it."""
        if not is_ready(self.problem) or _nodes_for(node) < LEAST_NODES:
            return None
        self.prove([node], 0)
        worth = self.of(node) if self.is_short(node) else self._known.get(self.key(node))
        return worth if worth and worth.proved else None

    def key(self, node: Position) -> Hashable:
        """Return the candidates and the legal rows: positions with the same key have the same worth."""
        return node.candidates.tobytes(), self._short(node)

    def is_short(self, node: Position) -> bool:
        """Return True if pegs have run short. (Repeated rows tell nothing, so their being illegal does not matter.)"""
        return self._short(node) is not None

    def _short(self, node: Position) -> bytes | None:
        """Return the legal rows if not all are. Depends on the pegs placed, not on their marks."""
        if self.placing.supply is None:
            return None
        placed = tuple(guess for guess, _ in node.rows)
        if placed not in self._shortages:
            allowed = allowed_guesses(node, replace(self.placing, fresh=False))
            self._shortages[placed] = None if allowed is None else allowed.tobytes()
        return self._shortages[placed]

    def _while_short(self, node: Position, worth: Worth) -> Worth:
        ready = is_ready(self.problem)
        if ready and not worth.proved:
            worth = _proved(node, worth) or worth
        if ready and worth.proved and self._is_enough(node):
            return worth
        allowed = allowed_guesses(node, self.placing)
        may = worth.guess == UNKNOWN or allowed is None or bool(allowed[worth.guess])
        return Worth(worth.total, worth.guess if may else UNKNOWN, proved=False)

    def _is_enough(self, node: Position) -> bool:
        """Return True if the pegs suffice for every branch of an optimal tree."""
        workers = _workers(self.problem)
        if len(node.candidates) > workers.rows:
            return False
        with workers.buffers() as buffers:
            guesses, _, depths, _ = workers.tree_below(buffers, node.candidates)
        branch: list[str] = [guess for guess, _ in node.texts]
        placed = len(branch)
        for guess, depth in zip(guesses, depths, strict=True):
            del branch[placed + depth :]
            text = node.guesses.text(guess)
            if text not in self.placing.rows(self.problem.guesses, branch):
                return False
            branch.append(text)
        return True

    def _found(self, node: Position) -> Worth:
        """Find the worth without search, or by playing a strategy out."""
        n = len(node.candidates)
        found = self._at_once(node)
        if found:
            return found
        if is_ready(self.problem) and n * len(node.guesses) <= PLAYED:
            return _played(node)
        if n <= PLAYED_PLAINLY:
            return _played_plainly(node)
        return Worth(by_size(n, self.problem.holes), UNKNOWN, proved=False)

    def _at_once(self, node: Position) -> Worth | None:
        """Return the worth if few candidates are left, or if the atlas holds the position."""
        n = len(node.candidates)
        if n <= 2:
            return Worth(2 * n - 1, int(node.guess_of(node.candidates[:1])[0]), proved=True)
        found = small_sets.settle(node)
        if found:
            return Worth(_sum(found.broken), found.guess, proved=True)
        advice = guide(self.problem, node.texts)
        if advice:
            return Worth(_sum(advice.broken), node.guesses.index(advice.guess), advice.proved)
        return None


def by_size(codes: int, holes: int) -> int:
    """Estimate the total for this many codes, from its growth in solved problems."""
    marks = holes * (holes + 3) // 2
    mean = 1.3 + log(codes) / (0.85 * log(marks + 1))
    return max(2 * codes - 1, round(codes * mean))


def _sum(broken: Mapping[int, int] | None) -> int:
    return sum(turn * times for turn, times in (broken or {}).items())


def _played(node: Position) -> Worth:
    """Play a good strategy out by kernels."""
    from keypeg.solve.evaluate import branch_below, rating_of

    guesses, _, depths, wins = branch_below(node, rating_of(ENTROPY_BONUS, len(node.candidates)))
    return Worth(int(((depths + 1) * wins).sum()), int(guesses[0]), proved=False)


def _played_plainly(node: Position) -> Worth:
    """Play the same strategy out without kernels, and only with guesses that may be the code."""
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


def _nodes_for(node: Position) -> int:
    """Return how many positions a search from this one may open."""
    return min(MOST_NODES, PROOF // (len(node.candidates) * len(node.guesses)))


def _proved(node: Position, known: Worth | None) -> Worth | None:
    """Return the least total if a search of a fixed size finds it; the known worth is its first bound."""
    from keypeg.solve._kernels.stack import NEVER
    from keypeg.solve.optimal.workers import Task, opens_at

    workers, n = _workers(node.problem), len(node.candidates)
    budget = _nodes_for(node)
    if n > workers.rows or budget < LEAST_NODES or (known and known.guess == UNKNOWN):
        return None
    limit = known.total if known else NEVER
    with workers.buffers() as buffers:
        value, finished, guess = workers.search(
            buffers, Task(node.candidates, opens_at(node), limit=limit, budget=budget)
        )
    if not finished:
        return None
    return replace(known, proved=True) if known and value >= limit else Worth(value, guess, proved=True)
