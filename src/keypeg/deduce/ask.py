"""Ask the engine about rules and rows, which may be given as text. NumPy is not needed until a question is asked."""

from __future__ import annotations

from collections.abc import Sequence

from keypeg.argument_types import checked
from keypeg.core import Marks, Rules
from keypeg.deduce.late_import import late_import
from keypeg.deduce.placing import placing_of
from keypeg.deduce.problem import problem_of
from keypeg.deduce.suggestion import GuessWorth, Suggestion
from keypeg.errors import Unknown
from keypeg.notation import read_code, read_row
from keypeg.notation import rules as read_rules

AnyRow = str | tuple[str, tuple[int, int]]
"""A row as `RYBG:2,1`, or as a guess with its marks."""


@checked
def suggest(
    rules: Rules | str, rows: Sequence[AnyRow] = (), *, seat: int = 1, top: int = 1, effort: int = 1
) -> Suggestion:
    """Return the guess to place after these rows, and the best `top` guesses if several are asked for."""
    found = _rules(rules, seat)
    engine = late_import("keypeg.solve:suggest")
    answer: Suggestion = engine(
        problem_of(found, seat), _rows(found, rows, seat), placing_of(found), top=top, effort=effort
    )
    return answer


@checked
def worth(rules: Rules | str, guess: str, rows: Sequence[AnyRow] = (), *, seat: int = 1, effort: int = 1) -> GuessWorth:
    """Return what this guess is worth after these rows, and how much worse it is than the suggested guess."""
    found = _rules(rules, seat)
    problem, placed = problem_of(found, seat), _rows(found, rows, seat)
    engine = late_import("keypeg.solve:worth")
    answer: GuessWorth = engine(problem, read_code(found, guess), placed, placing_of(found), effort=effort)
    return answer


def _rules(rules: Rules | str, seat: int) -> Rules:
    found = read_rules(rules) if isinstance(rules, str) else rules
    if not 1 <= seat <= found.seats:
        raise Unknown("seat-unknown", seat=seat, seats=found.seats)
    return found


def _rows(rules: Rules, rows: Sequence[AnyRow], seat: int) -> list[tuple[str, Marks]]:
    return [read_row(rules, row, seat) if isinstance(row, str) else (row[0], Marks(*row[1])) for row in rows]
