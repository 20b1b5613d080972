"""The input that a match waits for from a seat: a row of pegs, marks, an answer, or nothing."""

from __future__ import annotations

from enum import Enum

from keypeg.core import (
    BLANK,
    HIDDEN,
    Accept,
    Call,
    Claim,
    GiveUp,
    Guess,
    Hide,
    Judge,
    Mark,
    Move,
    Pass,
    Phase,
    Reveal,
    Space,
    View,
    legal_in,
    lone,
)
from keypeg.errors import KeypegError
from keypeg.terminal.input.entry import RowEntry


class Task(Enum):
    """The kind of input that a seat can enter now."""

    NOTHING = "nothing"
    """The match waits for others, or is over."""
    HIDE = "hide"
    GUESS = "guess"
    CALL = "call"
    REVEAL = "reveal"
    MARK = "mark"
    """Exact and near of a whole code."""
    ANSWER = "answer"
    """Black, white or nothing, for each own share of a split code."""
    JUDGE = "judge"
    DECIDE = "decide"

    @property
    def is_row(self) -> bool:
        return self in (Task.HIDE, Task.GUESS, Task.CALL, Task.REVEAL)

    @property
    def is_marks(self) -> bool:
        return self in (Task.MARK, Task.ANSWER)


def task_of(view: View, *, calling: bool = False) -> Task:
    """Return the task of this View's owner; with `calling`, the answer row if it may call."""
    types = legal_in(view).types
    if Call in types and (calling or view.phase is Phase.CALL):
        return Task.CALL
    if view.seat not in view.to_act:
        return Task.NOTHING
    for move, task in (
        (Hide, Task.HIDE),
        (Guess, Task.GUESS),
        (Reveal, Task.REVEAL),
        (Judge, Task.JUDGE),
        (Accept, Task.DECIDE),
    ):
        if move in types:
            return task
    if Mark in types:
        return Task.ANSWER if view.rules.split else Task.MARK
    return Task.NOTHING


def space_of(view: View, task: Task) -> Space:
    """Return the holes and pegs of the row to enter."""
    rules, seat = view.rules, view.seat
    assert seat is not None
    if task is Task.GUESS:
        return rules.guesses[seat - 1]
    return rules.codes[0] if rules.split else rules.code_hidden_by(seat)


def other_moves(view: View) -> list[Move]:
    """Return the legal moves that need no input and are not the answer to the current task."""
    legal = legal_in(view)
    plain: list[Move] = [Pass(), Claim(), GiveUp()]
    return [move for move in plain if move in legal and not (view.phase is Phase.DECIDE and move == Claim())]


def row_move(view: View, task: Task, entry: RowEntry) -> Move:
    """Return the move that the entered row makes."""
    match task:
        case Task.HIDE:
            return Hide(entry.code)
        case Task.CALL:
            return Call(entry.code)
        case Task.REVEAL if view.rules.split:
            code = entry.code
            return Reveal(tuple(lone(len(code), hole, peg) for hole, peg in enumerate(code) if peg != BLANK))
        case Task.REVEAL:
            return Reveal((entry.code,))
        case _:
            return Guess(entry.code)


def refusal_in(view: View, move: Move) -> KeypegError | None:
    """Return why the owner of this View may not make this move, as far as the View shows."""
    if isinstance(move, Mark) and any(HIDDEN in (share.code or HIDDEN) for share in view.own_shares):
        return None
    kind = next((kind for kind in legal_in(view).kinds if kind.move is type(move)), None)
    return kind.refusal(move) if kind else None
