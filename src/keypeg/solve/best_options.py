"""List the best guesses of a position, each with its worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from keypeg.deduce.mark_ids import mark_count, win_id
from keypeg.deduce.size_estimate import by_size
from keypeg.deduce.suggestion import Basis, GuessValue
from keypeg.solve.position import Position
from keypeg.solve.position_value import Evaluator, by_worth
from keypeg.solve.ranked_guesses import Ranked, cells_in_blocks, ranked_guesses

MOST_TRIED, LOOKED_AT = 60, 100_000_000
"""The most guesses to evaluate in a proved position, and the most marks in all of them together."""

Tell = Callable[[GuessValue[int]], None]
"""Called with the value of every guess that is evaluated."""


@dataclass(frozen=True, slots=True)
class Options:
    """The value of a position with the suggested guess, and a list of good guesses that begins with that one.

    `complete` if it is proved that no guess left out is better than the last one listed.
    """

    best: GuessValue[int]
    guesses: tuple[GuessValue[int], ...]
    complete: bool


def best_options(evaluator: Evaluator, node: Position, top: int, tell: Tell | None = None) -> Options:
    """Return the best `top` guesses, one of each kind, starting with the guess that the evaluator chooses.

    If its value is not proved, the guesses that were compared with it come next. Any others are listed without a value,
    in the order of how well they spread the codes: one of them might be better, and would then have to be suggested.
    """
    best = evaluator.value(node)
    if tell:
        tell(best)
    if top == 1:
        return Options(best, (best,), best.proved)
    short = evaluator.short_at(node)
    ranked = ranked_guesses(node, short)
    marks = len(node.candidates) * len(node.guesses)
    most = max(top, min(MOST_TRIED, LOOKED_AT // marks) * evaluator.effort)
    compared = len(ranked.guesses) if best.proved else evaluator.compared_at(node)
    symmetric = evaluator.is_symmetric_at(node)
    skipped = {best.guess, evaluator.kind(node, best.guess)}
    if evaluator.placing.fresh:
        skipped.update(guess for guess, _ in node.rows)
    others: list[GuessValue[int]] = []
    estimates: list[GuessValue[int]] = []
    left_out = False
    for at, (guess, bound) in enumerate(_bounded(node, ranked)):
        last = others[top - 2].total if len(others) >= top - 1 else None
        if guess in skipped or (last is not None and bound >= last):
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
    every = ranked.basis is not Basis.SAMPLED and symmetric and not left_out
    options = (best, *sorted(others[: top - 1], key=by_worth), *estimates)
    return Options(best, options, every and all(option.proved for option in options))


def _estimate(node: Position, ranked: Ranked, at: int) -> GuessValue[int]:
    """Estimate the value of a guess from the sizes of its cells, without playing it out."""
    (cells,) = node.cells(ranked.guesses[at : at + 1])
    sizes = cells[: win_id(node.problem.holes)].tolist()
    total = len(node.candidates) + sum(by_size(size, node.problem.holes) for size in sizes if size)
    return GuessValue(int(ranked.guesses[at]), len(node.candidates), total, None, ranked.basis)


def _bounded(node: Position, ranked: Ranked) -> Iterator[tuple[int, int]]:
    """Yield pairs of a guess and a lower bound on its total, computed from the sizes of its cells."""
    from keypeg.solve._kernels.stack import floors

    n, win = len(node.candidates), win_id(node.problem.holes)
    least = floors(mark_count(node.problem.holes), n)[-2]
    bounds = (n + least[cells].sum(axis=1) - cells[:, win] for cells in cells_in_blocks(node, ranked.guesses))
    return zip(ranked.guesses.tolist(), (bound for block in bounds for bound in block.tolist()), strict=True)
