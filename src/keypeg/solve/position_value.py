"""Evaluate positions and guesses: the one evaluator behind every answer of Keypeg.

A value is proved by the atlas, by the cell sizes of a small set, or by a search that finished. Otherwise it is the
value of the best of a few guesses, each played out over every code; if a position is too large for that, only a guess
is known. Answers depend on the rows alone: budgets are counted in nodes, never in seconds, and earlier questions never
change an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from keypeg.atlas.guide import guide, is_placeable
from keypeg.deduce.mark_ids import mark_count, win_id
from keypeg.deduce.placing import Placing
from keypeg.deduce.size_estimate import by_size
from keypeg.deduce.suggestion import Basis, GuessValue, counted, told_apart
from keypeg.errors import Illegal
from keypeg.solve import small_sets
from keypeg.solve.position import Position, allowed_guesses
from keypeg.solve.ranked_guesses import Allowed, ranked_guesses
from keypeg.solve.symmetry import least_of_kind

SEARCH = 10_000_000_000
"""The most marks that a search may look at: its nodes times the marks in its position. A second or so."""

CELLS = 500_000_000
"""The same for all searches of the cells of one guess together."""

PLAYED = 400_000_000
"""The largest product of candidates and guesses that is played out."""

TRIED = 4
"""The most guesses that are compared if no search finishes."""

SHORT_TRIED, SHORT_WORK = 8, 20_000
"""The same if pegs run short and the position has at most this many marks: the guesses that spread the codes best
also use the most pegs."""

LEAST_NODES, MOST_NODES = 40, 20_000
"""A search with fewer nodes is hopeless, and more are never needed."""

FEW_HOLES = 5
"""The most holes with which a search looks at marks at full speed."""

LEFT_OPEN = 200
"""A position with more candidates that the atlas has without a proof is only searched from `ATLAS_EFFORT` on."""

ATLAS_EFFORT = 2
"""The least effort worth such a search: with less, it has no more nodes than the search that mended the atlas had."""

BOUNDED = 24
"""The size from which on a cell is searched faster with a strategy's total as the initial bound."""

SURE = (Basis.PROVED, Basis.EVALUATED, Basis.HEURISTIC, Basis.SAMPLED)
"""All bases of a value, the surest first."""


def by_worth(value: GuessValue[int]) -> tuple[bool, int]:
    """Sort known values first: an estimate may belong to a guess after which some code can no longer be placed."""
    return value.worst is None, value.total


_answers: dict[Hashable, GuessValue[int]] = {}
"""A cache of answers. Computing one again would give the same."""

_placeable: dict[Hashable, GuessValue[int] | None] = {}
"""A cache of proved values whose trees were checked against the supply of pegs; None if a tree cannot be placed."""

MOST_ANSWERS = 20_000


def forget_answers() -> None:
    """Clear the cache of answers, as in a new process."""
    _answers.clear()
    _placeable.clear()


def _known(asked: Hashable, find: Callable[[], GuessValue[int]]) -> GuessValue[int]:
    if asked in _answers:
        return _answers[asked]
    found = find()
    if len(_answers) >= MOST_ANSWERS:
        _answers.clear()
    _answers[asked] = found
    return found


@dataclass(slots=True)
class _Budget:
    """The number of marks that searches may still look at."""

    left: int

    def nodes_for(self, node: Position) -> int:
        """Return how many nodes a search of this position may open, or 0 if they are too few to be of use."""
        nodes = min(MOST_NODES, self.left // self._price(node))
        return nodes if nodes >= LEAST_NODES else 0

    def spend(self, node: Position, nodes: int) -> None:
        """Subtract the nodes of a search; the first look at the position counts as one more."""
        self.left -= (nodes + 1) * self._price(node)

    def _price(self, node: Position) -> int:
        """Return what opening a node costs: its marks, which take twice as long with many holes."""
        return _marks_in(node) * (2 if node.problem.holes > FEW_HOLES else 1)


FREE = Placing()
"""Placing rules that allow any guess at any time."""

MOST_EFFORT = 1000
"""The most effort that may be asked for."""


@dataclass(frozen=True, slots=True)
class Evaluator:
    """Evaluates positions under these placing rules; `effort` multiplies every budget."""

    placing: Placing = FREE
    effort: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.effort <= MOST_EFFORT:
            raise Illegal("effort-range", most=MOST_EFFORT)

    def value(self, node: Position) -> GuessValue[int]:
        """Return the value of a position with the guess that reaches it. A code must fit, and a guess must be legal."""
        return _known((self, node.problem, node.rows), lambda: self._value(node))

    def worth(self, node: Position, guess: int) -> GuessValue[int]:
        """Return the value of a position if this guess is placed now.

        It is proved if no play after this guess needs fewer guesses, whether or not another guess is better.
        """
        best, kind = self.value(node), self.kind(node, guess)
        if self.kind(node, best.guess) == kind and (best.proved or guide(node.problem, node.texts)):
            return replace(best, guess=guess)
        return replace(self._worth_of(node, kind), guess=guess)

    def _worth_of(self, node: Position, kind: int) -> GuessValue[int]:
        return _known((self, node.problem, node.rows, kind), lambda: self._by_cells(node, kind))

    def _value(self, node: Position) -> GuessValue[int]:
        if self.placing.supply is not None:
            found = replace(self, placing=FREE).value(node)
            short = self.short_at(node)
            if short is not None and not self._within_supply(node, found):
                return self._best_tried(node, self._not_repeated(node, short), found)
            found = self._within_supply(node, found) or found
        else:
            found = self._with_enough_pegs(node)
        placed = self.placing.fresh and any(guess == found.guess for guess, _ in node.rows)
        return self._best_tried(node, allowed_guesses(node, self.placing)) if placed else found

    def kind(self, node: Position, guess: int) -> int:
        """Return the guess that this one is valued as: the least one equal by symmetry, or itself if pegs break it."""
        return least_of_kind(node.problem.guesses, node.history, guess) if self.is_symmetric_at(node) else guess

    def is_symmetric_at(self, node: Position) -> bool:
        """Return True if guesses that differ only in the names of colours and holes are worth the same here."""
        return self.placing.is_symmetric(node.problem.guesses) and self.short_at(node) is None

    def short_at(self, node: Position) -> Allowed:
        """Return a mask of the guesses to choose from if pegs have run short, or may run out in best play; else None.

        A ban on repeated rows is ignored here: repeating a row tells nothing.
        """
        if self.placing.supply is None:
            return None
        legal = self._legal_at(node)
        if legal is None:
            found = replace(self, placing=FREE).value(node)
            if found.proved and not self._within_supply(node, found):
                return np.ones(len(node.guesses), dtype=np.bool_)
        return legal

    def _not_repeated(self, node: Position, allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Remove the rows on the board from a mask of guesses, if none may be repeated."""
        if not self.placing.fresh:
            return allowed
        fresh = allowed.copy()
        fresh[[guess for guess, _ in node.rows]] = False
        return fresh

    def _legal_at(self, node: Position) -> Allowed:
        return allowed_guesses(node, replace(self.placing, fresh=False))

    def _with_enough_pegs(self, node: Position) -> GuessValue[int]:
        advised = _from_atlas(node)
        if advised and advised.proved:
            return advised
        small = small_sets.settle(node)
        if small:
            return small
        if advised and len(node.candidates) > LEFT_OPEN and self.effort < ATLAS_EFFORT:
            return advised
        known = advised or self._played(node)
        return _searched(node, known, _Budget(SEARCH * self.effort)) or advised or self._best_tried(node, None)

    def _played(self, node: Position) -> GuessValue[int] | None:
        """Return the value of a good strategy, played out over every code; None if that takes too long."""
        from keypeg.solve.set_search import play_out

        return play_out(node) if _marks_in(node) <= PLAYED * self.effort else None

    def _best_tried(self, node: Position, allowed: Allowed, free: GuessValue[int] | None = None) -> GuessValue[int]:
        """Return the best of the first few guesses by rank, or the first one if they cannot be played out.

        `free` is the value of the position with enough pegs: a guess that is proved to reach it is the best.
        """
        ranked, n = ranked_guesses(node, allowed), len(node.candidates)
        tried = min(ranked.telling, self._tried_at(node))
        if not tried:
            return GuessValue(int(ranked.guesses[0]), n, by_size(n, node.problem.holes), None, ranked.basis)
        options = []
        for guess in ranked.guesses[:tried]:
            option = self._worth_of(node, int(guess))
            if free and free.proved and option.proved and option.total == free.total:
                return option
            options.append(option)
        best = min(options, key=by_worth)
        # The worth of this guess may be proved, but not that it is the best guess.
        return replace(best, basis=Basis.EVALUATED) if best.proved else best

    def compared_at(self, node: Position) -> int:
        """Return how many of the first guesses by rank were compared to find a value that is not proved."""
        return 0 if self.short_at(node) is None and guide(node.problem, node.texts) else self._tried_at(node)

    def _tried_at(self, node: Position) -> int:
        few = _marks_in(node) <= SHORT_WORK and self.short_at(node) is not None
        return min((SHORT_TRIED if few else TRIED) * self.effort, PLAYED * self.effort // _marks_in(node))

    def _by_cells(self, node: Position, guess: int) -> GuessValue[int]:
        """Return the worth of a guess from the values of its cells, evaluating small cells first."""
        n, budget = len(node.candidates), _Budget(CELLS * self.effort)
        enough = replace(self, placing=replace(self.placing, supply=None))
        on_atlas = guide(node.problem, node.texts) is not None
        values = [GuessValue(guess, n, 0, 0, Basis.PROVED)]
        cells = (cell for mark, cell in node.after(guess).items() if mark != win_id(node.problem.holes))
        for cell in sorted(cells, key=lambda cell: (len(cell.candidates), cell.rows)):
            # A guess that tells nothing leads to the same position, one guess later.
            same = len(cell.candidates) == n
            values.append(
                self._within(cell, enough.value(node)) if same else self._in_cell(cell, budget, on_atlas=on_atlas)
            )
        worsts = [value.worst for value in values if value.worst is not None]
        return GuessValue(
            guess,
            n,
            n + sum(value.total for value in values),
            1 + max(worsts) if len(worsts) == len(values) else None,
            max((value.basis for value in values), key=SURE.index),
        )

    def _in_cell(self, cell: Position, budget: _Budget, *, on_atlas: bool) -> GuessValue[int]:
        """Return the value of a cell: proved if that is quick, otherwise played out."""
        n = len(cell.candidates)
        known = _from_atlas(cell) if on_atlas else None
        if n <= 2:
            known = told_apart(int(cell.guess_of(cell.candidates[:1])[0]), n, n, is_code=True)
        elif known is None or not known.proved:
            if known is None and n >= BOUNDED:
                known = self._played(cell)
            known = _searched(cell, known, budget) or known or self._played(cell)
        if known is None:
            return GuessValue(-1, n, by_size(n, cell.problem.holes), None, Basis.HEURISTIC)
        return self._within(cell, known)

    def _within(self, cell: Position, known: GuessValue[int]) -> GuessValue[int]:
        """Return what a cell is worth if pegs may run out in it."""
        if self.placing.supply is None:
            return known
        proved, legal = self._within_supply(cell, known), self._legal_at(cell)
        if proved or (legal is None and not known.proved):
            return proved or known
        n = len(cell.candidates)
        if 1 < n <= mark_count(cell.problem.holes) and (legal is None or self._not_repeated(cell, legal).any()):
            return self.value(cell)
        # One more guess per code is a penalty for codes that can no longer be placed.
        return replace(known, total=known.total + n, worst=None, basis=Basis.HEURISTIC, broken={})

    def _within_supply(self, node: Position, found: GuessValue[int]) -> GuessValue[int] | None:
        """Return a proved value with the guess of an optimal tree, or None if a branch of the tree cannot be placed."""
        if not found.proved or found.worst is None:
            return None
        space, placed = node.problem.guesses, [guess for guess, _ in node.texts]
        if self.placing.lasts(space, placed, found.worst):
            return found
        asked = self, node.problem, node.rows, found
        if asked in _placeable:
            return _placeable[asked]
        within = self._placed_tree(node, found, placed)
        if len(_placeable) >= MOST_ANSWERS:
            _placeable.clear()
        _placeable[asked] = within
        return within

    def _placed_tree(self, node: Position, found: GuessValue[int], placed: list[str]) -> GuessValue[int] | None:
        """Return a proved value whose tree can be placed: from the atlas, from a small set, or from a search."""
        space, text = node.problem.guesses, node.guesses.text
        if len(node.candidates) == 1:
            return found if self.placing.allows(space, placed, [(0, text(found.guess))]) else None
        advised = _from_atlas(node)
        if advised and advised.proved and is_placeable(node.problem, node.texts, self.placing):
            return advised
        small = small_sets.settle(node)
        if small and self.placing.allows(space, placed, small_sets.branch(node, small.guess)):
            return small
        from keypeg.solve.set_search import best_branch

        branch = best_branch(node, _Budget(SEARCH * self.effort).nodes_for(node))
        if branch is None:
            return None
        guesses, _, depths, _ = branch
        if not self.placing.allows(space, placed, zip(depths.tolist(), map(text, guesses.tolist()), strict=True)):
            return None
        return replace(found, guess=int(guesses[0]), worst=int(depths.max()) + 1, broken={})


def _marks_in(node: Position) -> int:
    return len(node.candidates) * len(node.guesses)


def _from_atlas(node: Position) -> GuessValue[int] | None:
    advised = guide(node.problem, node.texts)
    return counted(node.guesses.index(advised.guess), advised.broken, advised.basis) if advised else None


def _searched(node: Position, known: GuessValue[int] | None, budget: _Budget) -> GuessValue[int] | None:
    """Return the proved value if a search finds it within the budget. The known value is its initial bound."""
    from keypeg.solve.set_search import search_set

    nodes = budget.nodes_for(node)
    found = search_set(node, known.total if known else None, nodes) if nodes else None
    if found is None:
        return None
    budget.spend(node, found.nodes)
    if not found.ended:
        return None
    if found.best is None:
        assert known is not None, "without a limit a search that ends finds something"
        return replace(known, basis=Basis.PROVED)
    return found.best
