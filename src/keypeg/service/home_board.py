"""Answer questions about a real board beside the screen: each request carries all rows, and nothing is stored."""

from __future__ import annotations

from keypeg import wire
from keypeg.core import Call, Guess, Move
from keypeg.errors import Malformed, Unknown
from keypeg.notation import read_code, read_given_row, read_move, read_split_row
from keypeg.notation import rules as read_rules
from keypeg.players import Level
from keypeg.review.advice import Grade
from keypeg.service.advice import Answer, coach_answer, diagnosis_of
from keypeg.table import HomeBoard


def home(asked: wire.AskHome) -> wire.HomeAdvice:
    """Answer a question about a real board. May take seconds."""
    board = _board(asked)
    diagnosis = board.diagnosis
    may_list = bool(diagnosis.fits) and not board.broken and (bool(board.own) or not board.rules.split)
    next_seat = None if board.broken else board.next_seat
    found = coach_answer(board.rules, {}, _answer(board, asked))
    return wire.HomeAdvice(
        broken=board.broken,
        full=board.full,
        next_seat=next_seat,
        seats=[
            wire.HomeSeat(seat, wire.may_place(board.legal_rows(seat)) if _may_place(board, seat) else None)
            for seat in board.breakers
        ],
        diagnosis=diagnosis_of(diagnosis, [row.guess for _, row in board.rows]),
        candidates=board.candidates(asked.first) if may_list else [],
        messages=found.messages,
        possible=found.possible,
        rows=found.rows,
        move=found.move,
    )


def _board(asked: wire.AskHome) -> HomeBoard:
    rules = read_rules(asked.rules)
    if asked.seat > rules.seats:
        raise Unknown("seat-unknown", seat=asked.seat, seats=rules.seats)
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


def _answer(board: HomeBoard, asked: wire.AskHome) -> Answer | Move | None:
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
