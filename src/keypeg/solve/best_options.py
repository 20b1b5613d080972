"""The best guesses of a position, as many as are asked for, each with its worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.size_estimate import by_size
from keypeg.deduce.suggestion import Basis
from keypeg.solve.position import Position
from keypeg.solve.position_value import Evaluator, GuessValue
from keypeg.solve.ranked_guesses import Ranked, ranked_guesses
from keypeg.solve.symmetry import least_of_kind

MOST_TRIED, LOOKED_AT = 60, 100_000_000
"""The most guesses of a proved position whose worth is found, and times the marks in it."""

Tell = Callable[[GuessValue], None]
"""Called with every guess whose worth is found."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the position is worth, with the suggested guess, and guesses, that one first.

    `complete` if it is proved that no guess left out is better than the last of them.
    """

    best: GuessValue
    guesses: tuple[GuessValue, ...]
    complete: bool


def best_options(evaluator: Evaluator, node: Position, top: int, tell: Tell | None = None) -> Options:
    """Return the best `top` guesses, one of each kind, that of the position's value first.

    If it is not proved, the next are those that were compared with it. More than these are listed without a value, in
    the order of how well they spread the codes: one of them might be better, and then it would be the one to suggest.
    """
    best = evaluator.value(node)
    if tell:
        tell(best)
    if top == 1:
        return Options(best, (best,), best.basis is Basis.PROVED)
    short = evaluator.short_at(node)
    ranked = ranked_guesses(node, short)
    marks = len(node.candidates) * len(node.guesses)
    proved = best.basis is Basis.PROVED
    most = max(top, min(MOST_TRIED, LOOKED_AT // marks) * evaluator.effort)
    compared = len(ranked.guesses) if proved else evaluator.compared_at(node)
    twin = least_of_kind(node.problem.guesses, node.history, best.guess)
    others: list[GuessValue] = []
    estimates: list[GuessValue] = []
    left_out = False
    for at, (guess, bound) in enumerate(_bounded(node, ranked)):
        last = others[top - 2].total if len(others) >= top - 1 else None
        if guess in (best.guess, twin) or (last is not None and bound >= last):
            continue
        if most == 0 or at >= compared:
            left_out = True
            if len(others) + len(estimates) >= top - 1 or at >= ranked.telling:
                break
            estimates.append(_estimate(node, ranked, at))
            continue
        most -= 1
        option = evaluator.worth(node, guess)
        others = sorted([*others, option], key=lambda option: option.total)
        if tell:
            tell(option)
    every = ranked.basis is not Basis.SAMPLED and short is None and not left_out
    valued = sorted((best, *others[: top - 1]), key=lambda option: (option.worst is None, option.total))
    options = (*valued, *estimates)
    return Options(best, options, every and all(option.basis is Basis.PROVED for option in options))


def _estimate(node: Position, ranked: Ranked, at: int) -> GuessValue:
    """Return a guess that is not played out, with an estimate by the sizes of its cells."""
    sizes = ranked.cells[at, : win_id(node.problem.holes)].tolist()
    total = len(node.candidates) + sum(by_size(size, node.problem.holes) for size in sizes if size)
    return GuessValue(int(ranked.guesses[at]), len(node.candidates), total, None, ranked.basis)


def _bounded(node: Position, ranked: Ranked) -> Iterator[tuple[int, int]]:
    """Yield the guesses, and totals that no play after them beats, from the sizes of their cells."""
    from keypeg.solve._kernels.stack import floors

    marks, win = node.problem.holes * (node.problem.holes + 3) // 2, win_id(node.problem.holes)
    least = floors(marks, len(node.candidates))[-2]
    bounds = len(node.candidates) + least[ranked.cells].sum(axis=1) - ranked.cells[:, win]
    return zip(ranked.guesses.tolist(), bounds.tolist(), strict=True)
