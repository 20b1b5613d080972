"""The `info` lines of `keypeg engine`: the worth of guesses and calls, reported while it thinks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from keypeg.core import Phase, View, rows_beside
from keypeg.deduce.placing import Placing, placing_of
from keypeg.deduce.problem import EXACT_LIMIT, MarkedRows, Problem, problem_of
from keypeg.deduce.suggestion import GuessWorth, Option
from keypeg.errors import Illegal

Tell = Callable[[str], None]
"""Called with each line, without its first word."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The report asked for: the number of best guesses, the effort, and other guesses to evaluate."""

    top: int
    effort: int
    worth: tuple[str, ...]


def may_inform(view: View) -> bool:
    """Return True if the owner of a View has a row to place, so that guesses can be evaluated."""
    return view.phase is Phase.GUESS and view.board is not None


def tell_of_split(view: View, tell: Tell) -> None:
    """Report the row that gives most information, and the calls worth making."""
    from keypeg.review.split_suggestion import suggest_split

    found = suggest_split(view)
    tell(f"deals {found.deals} codes {found.codes}")
    if found.guess is not None and found.bits is not None:
        tell(f"guess {found.guess} bits {found.bits:.6f}")
    for call in found.calls:
        tell(f"call {call.code} chance {call.chance:.6f}")


def tell_of_guesses(view: View, asked: Asked, tell: Tell) -> None:
    """Report the worth of every guess evaluated; raise Illegal if none can be suggested."""
    from keypeg.solve.best_options import best_options
    from keypeg.solve.position import position
    from keypeg.solve.position_value import Evaluator
    from keypeg.solve.suggest import option_of, playable
    from keypeg.solve.suggest import worth as worth_of

    problem, rows, placing = _position_of(view)
    tell(f"candidates {len(position(problem, rows).candidates)}")
    node = playable(problem, rows, placing)
    evaluator = Evaluator(placing, asked.effort)
    found = best_options(evaluator, node, asked.top, lambda each: tell(_line(option_of(node, each))))
    for number, each in enumerate(found.guesses if asked.top > 1 else (), start=1):
        tell(f"top {number} {_line(option_of(node, each))}")
    for guess in asked.worth:
        one = worth_of(problem, guess, rows, placing, effort=asked.effort)
        behind = "" if one.behind is None else f" behind {one.behind:.6f}"
        tell(f"worth {_line(one)}{behind}")


def _position_of(view: View) -> tuple[Problem, MarkedRows, Placing]:
    """Return what the owner of a View has to break, the rows so far and what may be placed; Illegal if too large."""
    board, seat = view.board, view.seat
    assert board is not None, "somebody who is to place a row has a board"
    assert seat is not None, "and a seat"
    problem = problem_of(view.rules, seat)
    if not problem.is_exact:
        raise Illegal("space-too-large", codes=len(problem.codes), most=EXACT_LIMIT)
    return problem, board.marked, placing_of(view.rules, rows_beside(view.rules, view.boards, seat))


def _line(worth: Option | GuessWorth) -> str:
    known = "" if worth.expected is None else f" expected {worth.expected:.6f} worst {worth.worst}"
    return f"guess {worth.guess}{known} basis {worth.basis}"
