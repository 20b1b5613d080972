"""What is worked out in other processes. Everything here is handed over and back by value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from keypeg import wire
from keypeg.core import Call, Guess, Move, State, View
from keypeg.errors import Malformed, Unknown
from keypeg.notation import Seal, move_text, read_code, read_move, read_record, read_row, read_split_row, seat_text
from keypeg.notation import rules as read_rules
from keypeg.notation.fitting import Fits, fits
from keypeg.players import Level
from keypeg.review import Review, review
from keypeg.review.advice import Check, Explanation, Grade, Hint
from keypeg.review.coach import hint
from keypeg.review.doctor import Diagnosis, diagnose, diagnose_split, diagnose_view, rows_seen
from keypeg.solve import Suggestion, placing_of, problem_of
from keypeg.solve import suggest as suggested
from keypeg.table import Coach, Coaching, HomeBoard, Use
from keypeg.table.saved import moves_of

Advice = Check | Explanation | Hint


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """A diagnosis, and what its rows are called."""

    diagnosis: Diagnosis
    rows: list[str]


def check(text: str, rows: Sequence[str], seat: int, first: int) -> Fits:
    rules = read_rules(text)
    return fits(rules, rows, first, _seat(rules.seats, seat))


def suggest(text: str, rows: Sequence[str], seat: int) -> Suggestion:
    rules = read_rules(text)
    problem = problem_of(rules, _seat(rules.seats, seat))
    return suggested(problem, [read_row(rules, row, seat) for row in rows], placing_of(rules))


def doctor(text: str, rows: Sequence[str], seat: int) -> Diagnosed:
    rules = read_rules(text)
    seat = _seat(rules.seats, seat)
    if rules.split:
        split = [read_split_row(rules, row) for row in rows]
        return Diagnosed(diagnose_split(rules, split), _names([row.guess for _, row in split]))
    whole = [read_row(rules, row, seat) for row in rows]
    return Diagnosed(diagnose(rules, whole, seat), _names([guess for guess, _ in whole]))


def doctor_of(view: View) -> Diagnosed:
    return Diagnosed(diagnose_view(view), _names([row.guess for _, row in rows_seen(view)]))


def hint_of(view: View, grade: Grade) -> Hint:
    return hint(view, grade)


def seen_of(state: State, view: View) -> State:
    """The match with no more of the running attempt than this View shows.

    Of a split code nothing is left of it: the review of a deal says what every seat could know, and so what it holds.
    """
    if state.now is None:
        return state
    if state.rules.split:
        return replace(state, now=None)
    return replace(state, now=replace(state.now, shares=view.shares, boards=view.boards, placed=(), log=()))


def review_of(state: State) -> Review:
    return review(state)


MOST_MOVES = 2000


def read(text: str) -> tuple[str, list[str], dict[int, str]]:
    """The rules of a record, its moves with who made them and their salts, and the names of those who sat there."""
    record = read_record(text)
    rules = record.state.rules
    moves = [
        f"{seat_text(seat)} {move_text(rules, move)}{_salts(record.seals.get(number, ()))}"
        for number, (seat, move) in enumerate(moves_of(record.state))
    ]
    if len(moves) > MOST_MOVES:
        raise Malformed("record-too-long", most=MOST_MOVES)
    names = {seat: record.headers.get(f"Seat-{seat}", "")[:40] for seat in range(1, rules.seats + 1)}
    return str(rules), moves, names


def _salts(seals: Sequence[Seal]) -> str:
    """What a code was sealed with, after a tab; nothing unless all is known."""
    salts = [seal.salt for seal in seals if seal.salt]
    return f"\t{' '.join(salts)}" if salts and len(salts) == len(seals) else ""


def advise(
    view: View, coaching: Coaching, ask: str, move: Guess | Call | None, grade: str | None
) -> tuple[Advice, Use]:
    """What the coach says, and the use that was made of it."""
    kept: list[Coaching] = []
    coach = Coach(view, coaching, lambda after, _: kept.append(after))
    said: Advice
    if ask == "hint":
        said = coach.hint(Grade(grade) if grade else None)
    elif move is None:
        raise Malformed("coach-needs-move")
    else:
        said = coach.check(move) if ask == "check" else coach.explain(move)
    return said, kept[-1].uses[-1]


@dataclass(frozen=True, slots=True)
class AtHome:
    """What there is to say beside a real board."""

    broken: bool
    full: bool
    diagnosed: Diagnosed
    candidates: list[str]
    advice: Advice | Move | None


def home(asked: wire.AskHome) -> AtHome:
    """Build the board from its rows, and ask what is asked."""
    rules = read_rules(asked.rules)
    own = [read_code(rules, share) for share in asked.own]
    board = HomeBoard(rules, _seat(rules.seats, asked.seat), own, level=Level(asked.level), seed=asked.seed)
    for text in asked.rows:
        if rules.split:
            breaker, row = read_split_row(rules, text)
            board.place(row.guess, [marks for marks in row.marks if marks is not None], breaker)
        else:
            guess, marks = read_row(rules, text, asked.seat)
            board.place(guess, [marks])
    diagnosis = board.diagnosis
    fine = bool(diagnosis.fits) and not board.broken
    return AtHome(
        broken=board.broken,
        full=board.full,
        diagnosed=Diagnosed(diagnosis, _names([row.guess for _, row in board.rows])),
        candidates=board.candidates(asked.first) if fine and (own or not rules.split) else [],
        advice=_at_home(board, asked),
    )


def _at_home(board: HomeBoard, asked: wire.AskHome) -> Advice | Move | None:
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


def _names(guesses: Sequence[str]) -> list[str]:
    return [f"{number} ({guess})" for number, guess in enumerate(guesses, start=1)]


def _seat(seats: int, seat: int) -> int:
    if seat > seats:
        raise Unknown("seat-unknown", seat=seat, seats=seats)
    return seat
