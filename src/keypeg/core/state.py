"""State: a match as the table knows it, secrets included. Everyone else gets a View."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from keypeg.core.marks import Marks, mark
from keypeg.core.moves import Move
from keypeg.core.rules import Rules
from keypeg.core.space import BLANK
from keypeg.shown import Shown


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
    """What one seat holds of the secret: a whole code, or one hole of a split one. `code` is None until hidden."""

    holder: int
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A guess and its marks: one pair for each share that answers, in share order, None until given."""

    guess: str
    marks: tuple[Marks | None, ...]

    @property
    def total(self) -> Marks | None:
        """The sum of all answers; None while one is missing."""
        if len(self.marks) == 1:
            return self.marks[0]
        given = self.given
        if len(given) < len(self.marks):
            return None
        return Marks(sum(marks.exact for marks in given), sum(marks.near for marks in given))

    @property
    def breaks(self) -> bool:
        """True if the marks say that the guess is the code. A split code is broken by a call instead."""
        return self.total == (len(self.guess), 0)

    @property
    def given(self) -> tuple[Marks, ...]:
        """The answers given so far."""
        return tuple([marks for marks in self.marks if marks is not None])


@dataclass(frozen=True, slots=True)
class Board:
    """The rows of one breaker. `number` tells the boards of one seat apart."""

    breaker: int
    number: int = 1
    rows: tuple[Row, ...] = ()

    @property
    def marked(self) -> list[tuple[str, Marks]]:
        """The guesses whose marks are complete, each with the sum of its answers."""
        return [(row.guess, total) for row in self.rows if (total := row.total) is not None]


@dataclass(frozen=True, slots=True)
class Called:
    """A call; `right` is None while seats at a real board still judge it."""

    seat: int
    code: str
    right: bool | None = None
    judged: tuple[tuple[int, bool], ...] = ()
    """(seat, agreed) of the others, on a real board."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of an attempt."""

    void: bool
    """The attempt does not count and is played again."""
    adds: tuple[int, ...]
    """By seat: added to its points (or rows)."""
    erred: tuple[int, ...] = ()
    """The seats that marked wrongly."""
    broke: tuple[tuple[int, int], ...] = ()
    """(seat, row) of every break that counts."""
    unbroken: tuple[int, ...] = ()
    """The seats that did not break their code."""
    winners: tuple[int, ...] = ()
    """The seats that won the race, if the rules make it one."""


@dataclass(frozen=True)
class Attempt:
    """One secret, from hiding it to its verdict: half a round, a round, or a void try at one."""

    round: int
    code: int
    """The number of this code in its round, from 1."""
    starter: int
    phase: Phase
    shares: tuple[Share, ...]
    boards: tuple[Board, ...]
    """In the order of turns."""
    placed: tuple[str | None, ...]
    """By board: a guess, sealed until all are in."""
    turn: int = 0
    """The board whose turn it is; 0 if all act together."""
    marking: tuple[int, ...] = ()
    """The boards whose newest row is being marked. If all act together, its marks are sealed until all are in."""
    out: tuple[int, ...] = ()
    """Seats that called wrongly or gave up a split code, or began out."""
    began_out: tuple[int, ...] = ()
    """Seats that are out from the start, because they answered wrongly in the deal before."""
    gave_up: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    """Seats that refused to reveal their code or shares at the end."""
    unfit: tuple[int, ...] = ()
    """Holders whose marks no code fits; checked only if marks are given by hand."""
    witnesses: tuple[str | None, ...] = field(default=(), repr=False)
    """By board: a code that fits its marks, or None; for a split code, a deal that fits. Kept to save a search."""
    calls: tuple[Called, ...] = ()
    stands: bool | None = None
    """The breaker's decision on a break despite wrong marks: True lets it stand."""
    log: tuple[tuple[int, Move], ...] = field(default=(), repr=False)
    resume: Phase = Phase.GUESS
    """The phase to return to after a call has been judged."""
    opened: int = 0
    """The index of the first log entry that is sealed now; used where all seats act together."""
    verdict: Verdict | None = None

    @property
    def counts(self) -> bool:
        """True if the attempt is over and not void."""
        return self.verdict is not None and not self.verdict.void

    def answering(self, board: Board) -> list[int]:
        """Return the indices of the shares that answer this board."""
        return answering(self.shares, board)

    def boards_of(self, seat: int | None) -> list[Board]:
        """Return the boards on which this seat breaks."""
        return [board for board in self.boards if board.breaker == seat]

    def held_by(self, seat: int) -> list[Share]:
        """Return the shares that this seat holds."""
        return [share for share in self.shares if share.holder == seat]

    def still_in(self, rules: Rules) -> list[int]:
        """Return the seats that are not out."""
        return [seat for seat in rules.all_seats if seat not in self.out]

    def with_rows(self, rows: Mapping[int, tuple[Row, ...]]) -> tuple[Board, ...]:
        """Return the boards, with the rows of these indices replaced."""
        return tuple(
            Board(board.breaker, board.number, rows[index]) if index in rows else board
            for index, board in enumerate(self.boards)
        )


def altered(attempt: Attempt, **changes: object) -> Attempt:
    """Copy the attempt with some fields changed. Runs five times a move; `dataclasses.replace` is 15 times slower."""
    made = object.__new__(Attempt)
    object.__setattr__(made, "__dict__", attempt.__dict__ | changes)
    return made


def answering(shares: Sequence[Share], board: Board) -> list[int]:
    """Return the indices of the shares that answer a board: all but the breaker's own."""
    return [index for index, share in enumerate(shares) if share.holder != board.breaker]


def earned(rules: Rules, share: str | None, guess: str) -> Marks | None:
    """Mark a guess against one share, if it is known. In a split code an empty hole must not match an empty hole."""
    if share is None:
        return None
    return mark(share.replace(BLANK, " ") if rules.split else share, guess)


@dataclass(frozen=True, slots=True, repr=False)
class State(Shown):
    """A match: the attempts that are over and the current one."""

    rules: Rules
    first: int | None
    """The seat that begins; None until lots are drawn."""
    past: tuple[Attempt, ...] = ()
    now: Attempt | None = None
    """None before lots are drawn, and when the match is over."""

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """All attempts, with the current one."""
        return self.past if self.now is None else (*self.past, self.now)
