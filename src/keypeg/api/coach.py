"""The coach at a table, within the limits agreed on; and the best next move where nobody else plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import Key, OwnSeat, Pair, SeatNumber, TableId
from keypeg.api.host import Call
from keypeg.api.limits import TOOLS
from keypeg.api.moves import seat_for
from keypeg.core import Call as CoreCall
from keypeg.core import Guess, Move, Rules, View
from keypeg.errors import Illegal, Malformed
from keypeg.message import Message
from keypeg.notation import move_text, read_move
from keypeg.review.advice import Check, Contradiction, Explanation, Grade, Hint
from keypeg.review.coach import hint
from keypeg.table import Action, Change, Coach, Coaching, Table, Use, uses_text
from keypeg.tell.coach import below_row_message, check_message, explanation_messages, hint_messages


class NewQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the coach: about a planned guess or call (`move`), or for a hint (default: of the next grade)."""

    ask: Literal["check", "explain", "hint"]
    key: Key
    move: Annotated[str, Meta(max_length=120, examples=["guess RYBG"])] | None = None
    grade: Literal["nudge", "good", "best"] | None = None
    seat: SeatNumber | None = None


class CoachAnswer(Struct, frozen=True):
    """The coach’s answer: sentences, and the data that a page needs to show them in place."""

    messages: list[Message]
    possible: bool | None
    """For a check or an explanation: true if the guess or call can still be right."""
    rows: list[Against]
    """The rows that rule it out."""
    move: str | None
    """For a hint: the move to make."""


class Advice(CoachAnswer, frozen=True):
    """The coach’s answer at a table, with the version of the table that it is for and the kind of help."""

    version: int
    kind: str


class Against(Struct, frozen=True):
    """A row that would have got other marks if the planned guess were the code."""

    seat: int
    board: int
    row: int
    guess: str
    would: Pair | None
    earned: Pair
    sentence: Message
    """The same in words, to show below the row."""


@endpoint("POST", "/tables/{id}/coach", "Ask the coach for help, within the limits agreed on", "study", TOOLS)
async def coach(call: Call, id: TableId, who: str | None, asked: NewQuestion) -> Advice:
    """Ask the coach: under the lock of the table, then at leisure, then under the lock again to count the use."""
    async with call.held(id) as table:
        asks = question(table, who, asked)
    answer, use = await call.compute(table.rules, advise, asks)
    return await call.change(id, partial(advice, question=asks, answer=answer, use=use))


@endpoint(
    "GET", "/tables/{id}/suggestion", "Suggest your next move at a table where no other person plays", "study", TOOLS
)
async def suggestion(call: Call, id: TableId, who: str | None, seat: OwnSeat = None) -> Advice:
    """Return the best hint as advice; it is not counted as a use of the coach."""
    async with call.held(id) as table:
        seen = helped_view(table, who, seat)
    return advice_of(table, await call.compute(table.rules, best_hint, seen), Grade.BEST, table.version)


Answer: TypeAlias = Check | Explanation | Hint


def coach_answer(rules: Rules, names: Mapping[int, str], answer: Answer | Move | None) -> CoachAnswer:
    """Convert an answer, or a proposed move, to a struct with its messages."""
    match answer:
        case Hint(move=move):
            named = move_text(rules, move) if move else None
            return CoachAnswer(list(hint_messages(answer)), None, [], named)
        case Explanation(possible=possible, contradictions=against):
            rows = [_against(each) for each in against]
            return CoachAnswer(list(explanation_messages(rules, names, answer)), possible, rows, None)
        case Check(possible=possible):
            return CoachAnswer([check_message(rules, answer)], possible, [], None)
        case None:
            return CoachAnswer([], None, [], None)
        case _:
            return CoachAnswer([], None, [], move_text(rules, answer))


def _against(each: Contradiction) -> Against:
    sentence = below_row_message(each)
    return Against(each.seat, each.board, each.row, each.guess, each.would, each.earned, sentence)


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the coach, with everything needed to answer it."""

    seat: int
    view: View
    coaching: Coaching
    ask: str
    move: Guess | CoreCall | None
    grade: Grade | None
    key: str


def question(table: Table, who: str | None, asked: NewQuestion) -> Question:
    """Read a request, and snapshot the View and the coaching of the seat that asks."""
    seat = seat_for(table, who, asked.seat)
    move = read_move(table.rules, asked.move) if asked.move is not None else None
    if move is not None and not isinstance(move, Guess | CoreCall):
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


def advice_of(table: Table, answer: Answer, kind: str, version: int) -> Advice:
    """Convert an answer to the advice for a person at a table."""
    found = coach_answer(table.rules, table.names, answer)
    return Advice(found.messages, found.possible, found.rows, found.move, version, kind)


def best_hint(view: View) -> Hint:
    """Return the best hint for what to do next. May take seconds."""
    return hint(view, Grade.BEST)


def helped_view(table: Table, who: str | None, asked: int | None) -> View:
    """Return the View of a person who needs no agreement to get help; refuse the others."""
    seat = seat_for(table, who, asked)
    refuse_help(table, who)
    return table.view(seat)


def refuse_help(table: Table, who: str | None) -> None:
    """Refuse help that nobody agreed on, unless the match is over, or nobody else plays (but not in a daily puzzle)."""
    if table.over:
        return
    people = [chair for chair in table.chairs if chair.kind != "computer"]
    alone = len(people) == 1 and people[0].guest == who and who is not None
    if not alone or table.agreed.daily is not None:
        raise Illegal("help-not-agreed")
