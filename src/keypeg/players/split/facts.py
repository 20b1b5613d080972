"""The public facts about the shares of a split code: rows with their answers, and calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from keypeg.core import BLANK, HIDDEN, Called, Marks, Row, View


@dataclass(frozen=True, slots=True)
class Answers:
    """A row and the answers of these shares, one by one; None for a share that has not answered yet."""

    row: str
    shares: tuple[int, ...]
    marks: tuple[Marks | None, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """A row and the sum of these shares' answers."""

    row: str
    shares: tuple[int, ...]
    total: Marks


@dataclass(frozen=True, slots=True)
class WrongCall:
    """A wrong call by the holder of these shares: it contains them, and is not the code."""

    code: str
    shares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """At a real board: the holder of these shares says whether all of them agree with a call."""

    code: str
    shares: tuple[int, ...]
    agree: bool


@dataclass(frozen=True, slots=True)
class LeftEmpty:
    """A row left these holes empty. A seat may leave only its own holes empty, so these are the holes of its shares."""

    holes: tuple[int, ...]
    shares: tuple[int, ...]


Fact: TypeAlias = Answers | Sum | WrongCall | Said | LeftEmpty


def facts_of(view: View) -> tuple[Fact, ...]:
    """Return all public facts about the shares, those from rows first, in the order of play."""
    return (*_rows(view), *(fact for called in view.calls for fact in call_facts(view, called)))


def shares_of(view: View, seat: int | None) -> tuple[int, ...]:
    """Return the indices of the shares that a seat holds."""
    return tuple(index for index, share in enumerate(view.shares) if share.holder == seat)


def answering(view: View, breaker: int) -> tuple[int, ...]:
    """Return the indices of the shares that answer a row of this seat."""
    return tuple(index for index, share in enumerate(view.shares) if share.holder != breaker)


def _rows(view: View) -> Iterator[Fact]:
    placed = sorted((at, turn) for turn, board in enumerate(view.boards) for at in range(len(board.rows)))
    for at, turn in placed:
        yield from row_facts(view, view.boards[turn].breaker, view.boards[turn].rows[at])


def row_facts(view: View, breaker: int, row: Row) -> Iterator[Fact]:
    """Yield the facts about the shares that follow from one row of this seat."""
    shares = answering(view, breaker)
    if not view.rules.counts_only:
        yield Answers(row.guess, shares, row.marks)
    elif row.total is not None:
        yield Sum(row.guess, shares, row.total)
    if view.rules.full_rows and BLANK in row.guess:
        yield left_empty(row.guess, shares_of(view, breaker))


def left_empty(guess: str, shares: tuple[int, ...]) -> LeftEmpty:
    """Return the fact about the shares of a row's seat that follows from its empty holes."""
    return LeftEmpty(tuple(hole for hole, peg in enumerate(guess) if peg == BLANK), shares)


def rows_of(view: View, seat: int) -> Iterator[Row]:
    """Yield the rows of one seat in the order of play."""
    boards = view.boards_of(seat)
    placed = sorted((at, turn) for turn, board in enumerate(boards) for at in range(len(board.rows)))
    return (boards[turn].rows[at] for at, turn in placed)


def call_facts(view: View, called: Called) -> Iterator[Fact]:
    """Yield the facts about the shares that follow from one call."""
    if HIDDEN in called.code:
        return
    if called.right is False:
        yield WrongCall(called.code, shares_of(view, called.seat))
    for seat, agree in called.judged:
        yield Said(called.code, shares_of(view, seat), agree)
