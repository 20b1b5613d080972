"""Input beside a real board: a row placed there, its marks, or corrected marks for an earlier row."""

from __future__ import annotations

from collections.abc import Mapping

from keypeg.core import Guess
from keypeg.errors import Illegal
from keypeg.table import HomeBoard
from keypeg.terminal.input.entry import MarksEntry
from keypeg.terminal.input.move_input import MoveInput
from keypeg.terminal.input.task import Task
from keypeg.words import Words


class HomeBoardInput:
    """The input for a real board. A row is entered in two steps: first its pegs, then its marks."""

    def __init__(self, words: Words, board: HomeBoard) -> None:
        self.board = board
        self.move_input = MoveInput(words, board.view)
        self.placed: str | None = None
        """A row on the board whose marks have not been entered yet."""
        self.correcting: int | None = None
        """The number of the row whose marks are being corrected."""
        self.marks: MarksEntry | None = None
        self._who: int | None = None

    @property
    def who(self) -> int:
        """The seat whose row is entered: with a split code, the seats take turns unless the person chooses another."""
        return self._who or self.board.next_seat or self.board.seat

    @property
    def asks_row(self) -> bool:
        """True if pegs are to be entered, False if marks."""
        return self.marks is None and self.move_input.asked is Task.GUESS

    def begin(self) -> None:
        """Start over after the rows have changed, keeping pegs that were entered."""
        self.placed, self.marks, self.correcting, self._who = None, None, None, None
        self.move_input.calling = False
        self.move_input.look(self.board.view)

    # Keys and clicks. Each method returns True if it has handled the event.

    def type(self, key: str, character: str) -> bool:
        """Place a peg or enter marks; the keys that erase a peg also cancel marks."""
        if self.marks is None:
            return self.move_input.type(key, character)
        if key in ("backspace", "delete"):
            self.marks, self.placed, self.correcting = None, None, None
            return True
        self.move_input.complaint = ""
        return self.marks.type(key, character.upper())

    def click(self, meta: Mapping[str, object]) -> bool:
        """Handle a click on a peg, a hole, a row or a field of the marks."""
        if self.marks is None:
            return self.move_input.click(meta)
        field = meta.get("field")
        if not isinstance(field, int):
            return False
        self.marks.at = field
        self.marks.add(1)
        return True

    def edit(self, action: str) -> bool:
        """Edit the row being entered."""
        return self.marks is None and self.move_input.edit(action)

    # Entering

    def submit(self) -> bool:
        """Submit the pegs or marks that have been entered; return True if the rows have changed."""
        if self.marks is None:
            if self.board.broken:
                raise Illegal("home-broken")
            if self.board.full:
                raise Illegal("home-full", rows=self.board.rules.most_rows)
            move = self.move_input.move()
            if isinstance(move, Guess):
                self.ask_marks(move.code)
            return False
        if self.correcting:
            self.board.correct(self.correcting, self.marks.marks)
        elif self.placed:
            self.board.place(self.placed, self.marks.marks, self.who)
            if self.move_input.entry:
                self.move_input.entry.clear()
        return True

    def propose(self, row: str) -> None:
        """Propose a row, unless the person has already begun to enter one."""
        if self.placed is None and not any(self.move_input.entry.holes if self.move_input.entry else ()):
            self.ask_marks(row)

    def ask_marks(self, row: str) -> None:
        """Ask for the marks of a row on the board."""
        self.placed, self.move_input.complaint = row, ""
        self.marks = MarksEntry(len(row), self.answers)

    def correct(self) -> None:
        """Correct the marks of the last row; each further call goes back one row."""
        if not self.board.rows:
            raise Illegal("home-no-row", row=1, rows=0)
        self.correcting = (self.correcting or len(self.board.rows) + 1) - 1 or len(self.board.rows)
        self.placed = None
        _, row = self.board.rows[self.correcting - 1]
        self.marks = MarksEntry(len(row.guess), self.answers)

    def next_who(self) -> None:
        """Enter the row for the next seat instead."""
        self._who = self.who % self.board.rules.seats + 1

    @property
    def answers(self) -> int:
        """The number of separate answers to a row; 0 if it gets a sum."""
        rules = self.board.rules
        return rules.shares - rules.boards if rules.split and not rules.counts_only else 0
