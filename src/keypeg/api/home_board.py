"""Help beside a real board: each request carries all rows, and nothing is stored."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from keypeg.api.coach import Answer, CoachAnswer, coach_answer
from keypeg.api.doctor import Diagnosis, diagnosis_of
from keypeg.api.endpoint import endpoint
from keypeg.api.limits import TOOLS
from keypeg.api.match import May, may_place
from keypeg.api.tools import AskRows, read_asked, rules_asked
from keypeg.core import Call, Guess, Move
from keypeg.errors import Malformed
from keypeg.notation import read_code, read_given_row, read_move, read_split_row
from keypeg.players import Level
from keypeg.review.advice import Grade
from keypeg.table import HomeBoard


class AskHome(AskRows, frozen=True, forbid_unknown_fields=True):
    """A question about a real board. The client stores its rows, and sends all of them each time.

    `look` only describes the board; `propose` chooses a row as a breaker of this `level` would, the same for the same
    `seed`; `check` and `explain` are about `move`; `hint` gives one of this `grade`.
    """

    ask: Literal["look", "propose", "check", "explain", "hint"] = "look"
    own: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=2)] = []  # noqa: RUF012 - msgspec copies it
    """The shares of a split code that the breaker holds."""
    move: Annotated[str, Meta(max_length=120)] | None = None
    grade: Literal["nudge", "good", "best"] = "best"
    level: Literal["novice", "club", "expert", "perfect"] = "perfect"
    seed: Annotated[str, Meta(max_length=40)] = ""
    first: Annotated[int, Meta(ge=0, le=100)] = 10


class HomeSeat(Struct, frozen=True):
    """The rows that a seat may place on a real board; `may` is null if it has no row left, or the code is broken."""

    seat: int
    may: May | None


class HomeAdvice(CoachAnswer, frozen=True):
    """The state of a real board, and the answer to the question about it."""

    broken: bool
    full: bool
    """No seat has a row left."""
    next_seat: int | None
    """The seat that places the next row; with a split code, seats take turns."""
    seats: list[HomeSeat]
    diagnosis: Diagnosis
    candidates: list[str]
    """The first codes that are left; for a split code, the likeliest."""


@endpoint(
    "POST",
    "/tools/home",
    "Get help beside a real board: what is left, what to place, what is wrong",
    "questions",
    TOOLS,
    computes=rules_asked,
)
def home(asked: AskHome) -> HomeAdvice:
    """Answer a question about a real board. May take seconds."""
    board = _board(asked)
    diagnosis = board.diagnosis
    may_list = bool(diagnosis.fits) and not board.broken and (bool(board.own) or not board.rules.split)
    next_seat = None if board.broken else board.next_seat
    found = coach_answer(board.rules, {}, _answer(board, asked))
    return HomeAdvice(
        broken=board.broken,
        full=board.full,
        next_seat=next_seat,
        seats=[
            HomeSeat(seat, may_place(board.legal_rows(seat)) if _may_place(board, seat) else None)
            for seat in board.breakers
        ],
        diagnosis=diagnosis_of(diagnosis, [row.guess for _, row in board.rows]),
        candidates=board.candidates(asked.first) if may_list else [],
        messages=found.messages,
        possible=found.possible,
        rows=found.rows,
        move=found.move,
    )


def _board(asked: AskHome) -> HomeBoard:
    rules, _ = read_asked(asked)
    own = [read_code(rules, share) for share in asked.own]
    board = HomeBoard(rules, asked.seat, own, level=Level(asked.level), seed=asked.seed)
    for text in asked.rows:
        if rules.split:
            breaker, row = read_split_row(rules, text)
            board.place(row.guess, [marks for marks in row.marks if marks is not None], breaker)
        else:
            guess, marks = read_given_row(rules, text, asked.seat)
            board.place(guess, [marks])
    return board


def _may_place(board: HomeBoard, seat: int) -> bool:
    return not board.broken and board.has_room(seat)


def _answer(board: HomeBoard, asked: AskHome) -> Answer | Move | None:
    if asked.ask == "look":
        return None
    if asked.ask == "propose":
        return board.propose()
    if asked.ask == "hint":
        return board.hint(Grade(asked.grade))
    move = read_move(board.rules, asked.move or "")
    if not isinstance(move, Guess | Call):
        raise Malformed("coach-needs-move")
    return board.check(move) if asked.ask == "check" else board.explain(move)
