"""State: a match as the table knows it, secrets included. Everybody else gets a View."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from keypeg.core.marks import Marks, mark
from keypeg.core.moves import Move
from keypeg.core.rules import Rules
from keypeg.core.space import BLANK


class Phase(StrEnum):
    """What the match waits for."""

    DRAW = "draw"
    DEAL = "deal"
    HIDE = "hide"
    GUESS = "guess"
    MARK = "mark"
    JUDGE = "judge"
    CALL = "call"
    """The last round of calls, when all boards are full."""
    REVEAL = "reveal"
    DECIDE = "decide"
    """A breaker decides whether its break stands although marks were wrong."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Share:
    """What one seat holds of the secret: a whole code, or one hole of a split one. None until it is there."""

    holder: int
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A guess and its marks: one pair for each share that answers, in share order, None until given."""

    guess: str
    marks: tuple[Marks | None, ...]

    @property
    def total(self) -> Marks | None:
        """All answers added up; None while one is missing."""
        if len(self.marks) == 1:
            return self.marks[0]
        given = [marks for marks in self.marks if marks is not None]
        if len(given) < len(self.marks):
            return None
        return Marks(sum(marks.exact for marks in given), sum(marks.near for marks in given))


@dataclass(frozen=True, slots=True)
class Board:
    """The rows of one breaker. `number` tells the boards of one seat apart."""

    breaker: int
    number: int = 1
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Called:
    """A call that was made; `right` is None while seats at a real board still judge it."""

    seat: int
    code: str
    right: bool | None = None
    judged: tuple[tuple[int, bool], ...] = ()
    """What the others said of it, on a real board."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an attempt came to."""

    void: bool
    """It does not count and is played again."""
    adds: tuple[int, ...]
    """By seat: what is added to its points (or rows)."""
    erred: tuple[int, ...] = ()
    """The seats that marked wrongly."""
    broke: tuple[tuple[int, int], ...] = ()
    """(seat, row) of every break that counts."""
    unbroken: tuple[int, ...] = ()
    """The seats whose code to break stayed unbroken."""
    winners: tuple[int, ...] = ()
    """The seats that won the race, where there is one."""


@dataclass(frozen=True)
class Attempt:
    """One secret, from hiding it to its verdict: half a round, a round, or a void try at one."""

    round: int
    code: int
    """Which code of its round this is, from 1."""
    starter: int
    phase: Phase
    shares: tuple[Share, ...]
    boards: tuple[Board, ...]
    """In the order of turns."""
    placed: tuple[str | None, ...]
    """By board: a guess that stays sealed until all are in."""
    turn: int = 0
    """The board (where all act together: the first board) whose turn it is."""
    marking: tuple[int, ...] = ()
    """The boards whose newest row is being marked; where all act together its marks are sealed until all are in."""
    out: tuple[int, ...] = ()
    """Seats that called wrongly or gave up a split code."""
    gave_up: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    """Seats that did not show at the end what they held."""
    unfit: tuple[int, ...] = ()
    """Holders whose marks no code fits; known only where marks are given by hand."""
    witnesses: tuple[str | None, ...] = field(default=(), repr=False)
    """By board: a code that fits its marks, None where none does. Kept so that it need not be found again."""
    calls: tuple[Called, ...] = ()
    stands: bool | None = None
    """What the breaker decided about a break in spite of wrong marks: True to let it stand."""
    log: tuple[tuple[int, Move], ...] = field(default=(), repr=False)
    resume: Phase = Phase.GUESS
    """Where to go on after a call has been judged."""
    opened: int = 0
    """How much of the log precedes what is sealed at the moment."""
    verdict: Verdict | None = None

    def answering(self, board: Board) -> list[int]:
        """The shares that answer this board, as indices."""
        return answering(self.shares, board)

    def held_by(self, seat: int) -> list[Share]:
        return [share for share in self.shares if share.holder == seat]

    def seated(self, rules: Rules) -> Iterable[int]:
        """All seats in turn order, from the starter on."""
        return ((self.starter - 1 + step) % rules.seats + 1 for step in range(rules.seats))

    def still_in(self, rules: Rules) -> list[int]:
        return [seat for seat in self.seated(rules) if seat not in self.out]

    def with_rows(self, rows: Mapping[int, tuple[Row, ...]]) -> tuple[Board, ...]:
        """The boards, those of these indices with these rows."""
        return tuple(
            Board(board.breaker, board.number, rows[index]) if index in rows else board
            for index, board in enumerate(self.boards)
        )


def altered(attempt: Attempt, **changes: object) -> Attempt:
    """The attempt with these fields changed, five times a move: `dataclasses.replace` takes ten times as long."""
    made = object.__new__(Attempt)
    made.__dict__.update(attempt.__dict__, **changes)
    return made


def answering(shares: Sequence[Share], board: Board) -> list[int]:
    """The shares that answer a board, as indices: all but the breaker's own."""
    return [index for index, share in enumerate(shares) if share.holder != board.breaker]


def earned(rules: Rules, share: str | None, guess: str) -> Marks | None:
    """The marks of one share. In a split code an empty hole earns nothing, so it must match nothing."""
    if share is None:
        return None
    return mark(share.replace(BLANK, " ") if rules.split else share, guess)


@dataclass(frozen=True, slots=True)
class State:
    """A match: the attempts that are over and the one that is being played."""

    rules: Rules
    first: int | None
    """The seat that begins; None until lots are drawn."""
    past: tuple[Attempt, ...] = ()
    now: Attempt | None = None
    """None before lots are drawn, and when the match is over."""
