"""The coach at a table, within the limits agreed on.

A question takes three steps, because the second may take seconds: `question` runs under the table's lock, `advise`
works by value in any process, and `advice` takes the lock again and counts the use.
"""

from __future__ import annotations

from dataclasses import dataclass

from keypeg.api.coach import Advice, Answer, NewQuestion
from keypeg.core import Call, Guess, View
from keypeg.errors import Malformed
from keypeg.notation import read_move
from keypeg.review.advice import Grade
from keypeg.service.advice import advice_of
from keypeg.service.moves import seat_for
from keypeg.table import Action, Change, Coach, Coaching, Table, Use, uses_text


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the coach, with everything needed to answer it."""

    seat: int
    view: View
    coaching: Coaching
    ask: str
    move: Guess | Call | None
    grade: Grade | None
    key: str


def question(table: Table, who: str | None, asked: NewQuestion) -> Question:
    """Read a request, and snapshot the View and the coaching of the seat that asks."""
    seat = seat_for(table, who, asked.seat)
    move = read_move(table.rules, asked.move) if asked.move is not None else None
    if move is not None and not isinstance(move, Guess | Call):
        raise Malformed("coach-needs-move")
    # A different question is a new use, even with the same key; the same question sent again gets the same hint.
    key = f"{asked.key} {asked.ask} {asked.move} {asked.grade}"
    grade = asked.grade or _grade_given(table, seat, key)
    return Question(seat, table.view(seat), table.coaching[seat], asked.ask, move, Grade(grade) if grade else None, key)


def advise(question: Question) -> tuple[Answer, Use]:
    """Answer a question; return the answer, and the use of the coach to log."""
    kept: list[Coaching] = []
    coach = Coach(question.view, question.coaching, lambda after, _: kept.append(after))
    answer: Answer
    if question.ask == "hint":
        answer = coach.hint(question.grade)
    elif question.move is None:
        raise Malformed("coach-needs-move")
    else:
        answer = coach.check(question.move) if question.ask == "check" else coach.explain(question.move)
    return answer, kept[-1].uses[-1]


def advice(table: Table, question: Question, answer: Answer, use: Use, now: float) -> Change[Advice]:
    """Count the use, and return the advice."""
    done = table.apply(Action("coach", question.seat, uses_text((use,)), question.key), now)
    return Change(advice_of(table, answer, use.kind, done.answer), done.entries)


def _grade_given(table: Table, seat: int, key: str) -> str | None:
    """Return the grade of the hint given for this key before, if any."""
    request, _ = table.keys.get(f"{seat}:{key}", ("", 0))
    grade = request.rpartition(":")[2]
    return grade if grade in list(Grade) else None
