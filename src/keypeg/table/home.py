"""A real board, whose rows are entered as they are played and can be corrected or taken back.

It holds only what one breaker knows. From that it makes a View, so it can ask the coach, the doctor or a computer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import islice

from keypeg.argument_types import checked
from keypeg.core import HIDDEN, Board, Call, Guess, Marks, Move, Phase, Row, Rules, Share, View, fitting
from keypeg.core.move_sets import Shares
from keypeg.core.moves import Reveal
from keypeg.core.rows import Rows, rows_on
from keypeg.errors import Illegal
from keypeg.notation import given_marks, marks_text, read_given_row, read_split_row
from keypeg.players import Computer, Level
from keypeg.review import coach
from keypeg.review.advice import Check, Explanation, Grade, Hint
from keypeg.review.coach_split import likely_codes
from keypeg.review.doctor import Diagnosis, diagnose, diagnose_split

Placed = tuple[int, Row]
"""The seat that placed a row, and the row with its marks."""


class HomeBoard:
    """The rows of one breaker, or of all seats if the code is split, in the order of entry."""

    @checked
    def __init__(
        self, rules: Rules, seat: int = 1, own: Sequence[str] = (), *, level: Level = Level.PERFECT, seed: str = ""
    ) -> None:
        """Start empty, for the breaker at `seat`, who holds the shares `own` of a split code."""
        if own:
            wrong = Shares(rules).refusal(Reveal(tuple(own))) if rules.split else Illegal("share-not-split")
            if wrong:
                raise wrong
        self.rules = rules
        self.seat = seat
        self.own = tuple(own)
        self.player = Computer(level, seed)
        self._history: list[tuple[Placed, ...]] = [()]

    # State

    @property
    def rows(self) -> tuple[Placed, ...]:
        """The rows in the order of entry."""
        return self._history[-1]

    @property
    def broken(self) -> bool:
        """True if the last row was marked all exact. A split code is broken by a call, which the board never sees."""
        if self.rules.split or not self.rows:
            return False
        _, last = self.rows[-1]
        return last.breaks

    @property
    def full(self) -> bool:
        """True if no seat can place another row."""
        return not any(map(self.has_room, self.breakers))

    @property
    def next_seat(self) -> int | None:
        """The seat to place the next row; with a split code, all seats take turns from 1 on. None if no row is left."""
        if not self.rules.split:
            return None if self.full else self.seat
        last = self.rows[-1][0] if self.rows else 0
        turns = ((last + step) % self.rules.seats + 1 for step in range(self.rules.seats))
        return next(filter(self.has_room, turns), None)

    def has_room(self, breaker: int) -> bool:
        """Return True if this seat has a row left."""
        return sum(placed == breaker for placed, _ in self.rows) < self.rules.most_rows * self.rules.boards

    def legal_rows(self, breaker: int) -> Rows:
        """Return the rows that this seat could place on an empty board; pegs may come from another box."""
        mine = [Share(self.seat, share) for share in self.own] if breaker == self.seat else []
        return rows_on(self.rules, Board(breaker), mine)

    @property
    def breakers(self) -> Sequence[int]:
        """The seats that place rows: all of them if the code is split."""
        return self.rules.all_seats if self.rules.split else (self.seat,)

    @property
    def view(self) -> View:
        """What the breaker knows, as if it had the turn."""
        rules, seat = self.rules, self.seat
        boards = _boards(rules, self.breakers, self.rows)
        turn = min(
            (index for index, board in enumerate(boards) if board.breaker == seat),
            key=lambda index: len(boards[index].rows),
        )
        return View(
            rules=rules,
            seat=seat,
            first=1,
            phase=Phase.OVER if self.broken or self.full else Phase.GUESS,
            to_act=frozenset({seat}),
            points=(0,) * rules.seats,
            outcome=None,
            past=(),
            round=1,
            code=1,
            starter=1,
            shares=_shares(rules, seat, self.own),
            boards=boards,
            # If all seats act together, a View finds its own board without this.
            turn=turn,
            log=tuple((breaker, Guess(row.guess)) for breaker, row in self.rows),
        )

    # Changes

    def place(self, guess: str, marks: Sequence[Marks], breaker: int | None = None) -> None:
        """Enter a row with its marks: one pair, or one for each share that answers if the code is split."""
        if self.broken:
            raise Illegal("home-broken")
        breaker = breaker or self.seat
        if not self.has_room(breaker):
            raise Illegal("home-full", rows=self.rules.most_rows)
        row = self._row(guess, marks, breaker)
        self._history.append((*self.rows, (breaker, row)))

    def enter(self, text: str) -> None:
        """Enter a row written as `ROYG:1,2`, or in the way of a split code."""
        if self.rules.split:
            breaker, row = read_split_row(self.rules, text)
            self.place(row.guess, row.given, breaker)
        else:
            guess, marks = read_given_row(self.rules, text, self.seat)
            self.place(guess, [marks])

    def correct(self, number: int, marks: Sequence[Marks] | None = None, guess: str | None = None) -> None:
        """Change the marks, or the pegs, of an earlier row. Rows count from 1."""
        if not 1 <= number <= len(self.rows):
            raise Illegal("home-no-row", row=number, rows=len(self.rows))
        breaker, old = self.rows[number - 1]
        row = self._row(old.guess if guess is None else guess, old.given if marks is None else marks, breaker)
        last = number == len(self.rows)
        if not last and not self.rules.split and row.breaks:
            raise Illegal("home-broken-before", row=number, marks=marks_text(Marks(len(row.guess), 0)))
        self._history.append((*self.rows[: number - 1], (breaker, row), *self.rows[number:]))

    def undo(self) -> None:
        """Take back the last row, or the last correction."""
        if len(self._history) == 1:
            raise Illegal("home-nothing-to-undo")
        self._history.pop()

    def _row(self, guess: str, marks: Sequence[Marks], breaker: int) -> Row:
        wrong = self.legal_rows(breaker).refusal(guess)
        if wrong:
            raise wrong
        if not self.rules.split:
            given_marks(marks[0], len(guess))
        return Row(guess, tuple(marks))

    # Questions

    @property
    def diagnosis(self) -> Diagnosis:
        """How many codes are left; if none, which rows cannot be true and what was probably meant."""
        if self.rules.split:
            return diagnose_split(self.rules, self.rows, self._own)
        return diagnose(self.rules, self._board.marked, self.seat)

    @property
    def _board(self) -> Board:
        """All rows on one board, if the code is not split."""
        return Board(self.seat, rows=tuple(row for _, row in self.rows))

    @cached_property
    def _own(self) -> list[tuple[int, str]]:
        first = (self.seat - 1) * self.rules.boards
        return [(first + at, share) for at, share in enumerate(self.own)]

    def candidates(self, most: int) -> list[str]:
        """Return the first `most` codes that fit, in palette order; the likeliest ones if the code is split."""
        if self.rules.split:
            return likely_codes(self.view, most)
        return list(islice(fitting(self.rules.codes[self.seat - 1], self._board.marked), most))

    def propose(self) -> Move:
        """Choose the next row, or a call, as a computer of the board's level would."""
        if self.broken:
            raise Illegal("home-broken")
        if self.full:
            raise Illegal("home-full", rows=self.rules.most_rows)
        if self.rules.split and not self.own:
            raise Illegal("coach-no-share", seat=self.seat)
        fits = self.diagnosis.fits
        if not fits:
            rows = len(self.rows)
            raise Illegal("code-none-found", rows=rows) if fits is None else Illegal("code-none-fits", rows=rows)
        move = self.player.choose(self.view) if self.has_room(self.seat) else self.player.interject(self.view)
        if move is None:
            raise Illegal("home-full", rows=self.rules.most_rows)
        return move

    def check(self, move: Guess | Call) -> Check:
        """Say whether this guess or call can still be right."""
        return coach.check(self.view, move)

    def explain(self, move: Guess | Call) -> Explanation:
        """Say which rows rule out this guess or call."""
        return coach.explain(self.view, move)

    def hint(self, grade: Grade) -> Hint:
        """Give a hint of this grade."""
        return coach.hint(self.view, grade)


def _shares(rules: Rules, seat: int, own: tuple[str, ...]) -> tuple[Share, ...]:
    """Return the shares as the breaker sees them: its own if entered, all others hidden."""
    if not rules.split:
        return (Share(rules.other(seat), HIDDEN * rules.codes[seat - 1].holes),)
    mine = own or (None,) * rules.boards
    hidden = HIDDEN * rules.codes[0].holes
    return tuple(
        Share(holder, mine[at] if holder == seat else hidden)
        for holder in rules.all_seats
        for at in range(rules.boards)
    )


def _boards(rules: Rules, breakers: Sequence[int], rows: Sequence[Placed]) -> tuple[Board, ...]:
    """Distribute the rows to boards. A seat with several boards fills them in turn."""
    return tuple(
        Board(breaker, number, tuple(row for by, row in rows if by == breaker)[number - 1 :: rules.boards])
        for number in range(1, rules.boards + 1)
        for breaker in breakers
    )
