"""Moves as text: a word and its argument, such as `guess RYBG`, `mark 2,1`, `deal ..R.. B....`, `give-up`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from keypeg.argument_types import checked
from keypeg.core import (
    HIDDEN,
    TABLE,
    Absent,
    Accept,
    Call,
    Claim,
    Deal,
    Draw,
    GiveUp,
    Guess,
    Hide,
    Judge,
    Mark,
    Move,
    Pass,
    Reveal,
    Rules,
)
from keypeg.errors import Malformed
from keypeg.notation.codes import answers_text, marks_text, read_answers, read_code, read_marks

TABLE_NAME = "table"
SEATS = tuple("123456789")
VERDICTS = {"yes": True, "no": False}
JOIN = "+"
"""Joins the shares that one seat holds."""


@checked
def move_text(rules: Rules, move: Move) -> str:
    """Write a move so that it reads back. Parts that a View hides are written as `?`."""
    said = _argument(rules, move)
    return f"{move.name} {said}" if said else move.name


@checked
def read_move(rules: Rules, text: str) -> Move:
    """Read a move, whether or not it is legal now."""
    word, _, said = text.strip().partition(" ")
    reader = READERS.get(word)
    if reader is None:
        raise Malformed("move-unknown", move=text, known=", ".join(READERS))
    said = said.strip()
    if HIDDEN in said:
        raise Malformed("move-hidden", move=text)
    return reader(rules, said)


def read_seen_move(rules: Rules, text: str) -> Move:
    """Read a move as a View shows it, with `?` for what is hidden from its owner."""
    if HIDDEN not in text:
        return read_move(rules, text)
    word, _, said = text.partition(" ")
    codes = tuple(code if set(code) == {HIDDEN} else read_code(rules, code) for code in said.replace(JOIN, " ").split())
    match word:
        case Hide.name:
            return Hide(codes[0])
        case Guess.name:
            return Guess(codes[0])
        case Call.name:
            return Call(codes[0])
        case Mark.name:
            return Mark(())
        case Deal.name:
            return Deal(codes)
        case Reveal.name:
            return Reveal(codes)
        case _:
            raise Malformed("move-hidden", move=text)


def seat_text(seat: int) -> str:
    """Write a seat: its number, or `table`."""
    return TABLE_NAME if seat == TABLE else str(seat)


def read_seat(text: str) -> int:
    """Read a seat: its number, or TABLE for `table`."""
    if text == TABLE_NAME:
        return TABLE
    if text in SEATS:
        return int(text)
    raise Malformed("seat-unreadable", seat=text)


def shares_text(rules: Rules, shares: Iterable[str]) -> str:
    """Write shares in seat order, those of one seat joined."""
    left = iter(shares)
    return " ".join(JOIN.join(islice(left, rules.boards)) for _ in range(rules.seats))


def _argument(rules: Rules, move: Move) -> str:
    match move:
        case Hide(code) | Guess(code) | Call(code):
            return code
        case Draw(seat) | Absent(seat):
            return str(seat)
        case Deal(shares):
            return shares_text(rules, shares)
        case Reveal(shares):
            return JOIN.join(shares)
        case Mark(()):
            return HIDDEN
        case Mark(marks):
            return answers_text(marks) if rules.split else marks_text(marks[0])
        case Judge(right):
            return next(word for word, value in VERDICTS.items() if value is right)
        case _:
            return ""


def _read_deal(rules: Rules, said: str) -> Move:
    return Deal(_codes(rules, said.replace(JOIN, " ").split()))


def _read_reveal(rules: Rules, said: str) -> Move:
    return Reveal(_codes(rules, said.split(JOIN)))


def _codes(rules: Rules, texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(read_code(rules, text) for text in texts)


def _read_mark(rules: Rules, said: str) -> Move:
    return Mark(read_answers(said) if rules.split else (read_marks(said),))


def _read_judge(_: Rules, said: str) -> Move:
    if said not in VERDICTS:
        raise Malformed("judge-unreadable", said=said)
    return Judge(VERDICTS[said])


def _of_code(make: Callable[[str], Move]) -> Callable[[Rules, str], Move]:
    return lambda rules, said: make(read_code(rules, said))


def _of_seat(make: Callable[[int], Move]) -> Callable[[Rules, str], Move]:
    return lambda _, said: make(read_seat(said))


def _of_nothing(move: Move) -> Callable[[Rules, str], Move]:
    def read(_: Rules, said: str) -> Move:
        if said:
            raise Malformed("move-too-long", move=move.name, said=said)
        return move

    return read


READERS: dict[str, Callable[[Rules, str], Move]] = {
    Draw.name: _of_seat(Draw),
    Deal.name: _read_deal,
    Hide.name: _of_code(Hide),
    Guess.name: _of_code(Guess),
    Mark.name: _read_mark,
    Call.name: _of_code(Call),
    Judge.name: _read_judge,
    Pass.name: _of_nothing(Pass()),
    Reveal.name: _read_reveal,
    Claim.name: _of_nothing(Claim()),
    Accept.name: _of_nothing(Accept()),
    GiveUp.name: _of_nothing(GiveUp()),
    Absent.name: _of_seat(Absent),
}
