"""The public facts about the shares of a split code: rows with their answers, and calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from keypeg.core import HIDDEN, Marks, View


@dataclass(frozen=True, slots=True)
class Answers:
    """A row and what these shares answered, one by one; None for a share that has not answered yet."""

    row: str
    shares: tuple[int, ...]
    marks: tuple[Marks | None, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """A row and the sum of what these shares answered."""

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


Fact: TypeAlias = Answers | Sum | WrongCall | Said


def facts_of(view: View) -> tuple[Fact, ...]:
    """Return everything public about the shares, rows first, in the order of play."""
    return (*_rows(view), *_calls(view))


def shares_of(view: View, seat: int | None) -> tuple[int, ...]:
    """Return the indices of the shares that a seat holds."""
    return tuple(index for index, share in enumerate(view.shares) if share.holder == seat)


def answering(view: View, breaker: int) -> tuple[int, ...]:
    """Return the indices of the shares that answer a row of this seat."""
    return tuple(index for index, share in enumerate(view.shares) if share.holder != breaker)


def _rows(view: View) -> Iterator[Fact]:
    placed = sorted((at, turn) for turn, board in enumerate(view.boards) for at in range(len(board.rows)))
    for at, turn in placed:
        board = view.boards[turn]
        row, shares = board.rows[at], answering(view, board.breaker)
        if not view.rules.counts_only:
            yield Answers(row.guess, shares, row.marks)
        elif row.total is not None:
            yield Sum(row.guess, shares, row.total)


def _calls(view: View) -> Iterator[Fact]:
    for called in view.calls:
        if HIDDEN in called.code:
            continue
        if called.right is False:
            yield WrongCall(called.code, shares_of(view, called.seat))
        for seat, agree in called.judged:
            yield Said(called.code, shares_of(view, seat), agree)
