"""What is being entered beside a real board: a row that lies there, its marks, or other marks for an earlier row."""

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
    """The hand of who sits beside the board. Rows come in two steps: the pegs, then what they earned."""

    def __init__(self, words: Words, board: HomeBoard) -> None:
        self.board = board
        self.move_input = MoveInput(words, board.view)
        self.placed: str | None = None
        """A row that lies on the board and has no marks yet."""
        self.correcting: int | None = None
        """The row whose marks are entered again."""
        self.marks: MarksEntry | None = None
        self._who: int | None = None

    @property
    def who(self) -> int:
        """Whose row it is: of a split code the seats take turns unless another is named."""
        return self._who or self.board.next_seat or self.board.seat

    @property
    def asks_row(self) -> bool:
        """Whether pegs are to be entered, not marks."""
        return self.marks is None and self.move_input.asked is Task.GUESS

    def begin(self) -> None:
        """Rows have come or gone: whatever was being entered is dropped, but for pegs."""
        self.placed, self.marks, self.correcting, self._who = None, None, None, None
        self.move_input.calling = False
        self.move_input.look(self.board.view)

    # Keys and clicks. Each tells whether it meant something here.

    def type(self, key: str, character: str) -> bool:
        """A key that places a peg or enters marks; what takes a peg out leaves the marks, too."""
        if self.marks is None:
            return self.move_input.type(key, character)
        if key in ("backspace", "delete"):
            self.marks, self.placed, self.correcting = None, None, None
            return True
        self.move_input.complaint = ""
        return self.marks.type(key, character.upper())

    def click(self, meta: Mapping[str, object]) -> bool:
        """A click on a peg, a hole, a row or a field of the marks."""
        if self.marks is None:
            return self.move_input.click(meta)
        field = meta.get("field")
        if not isinstance(field, int):
            return False
        self.marks.at = field
        self.marks.add(1)
        return True

    def edit(self, action: str) -> bool:
        """Change the row in the making."""
        return self.marks is None and self.move_input.edit(action)

    # Entering

    def submit(self) -> bool:
        """Take what has been entered; whether the rows have changed."""
        if self.marks is None:
            if self.board.broken:
                raise Illegal("home-broken")
            if self.board.full:
                raise Illegal("home-full", rows=self.board.rules.rows or 0)
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
        """Keypeg would place this row; it does not get in the way of one that is being entered."""
        if self.placed is None and not any(self.move_input.entry.holes if self.move_input.entry else ()):
            self.ask_marks(row)

    def ask_marks(self, row: str) -> None:
        """This row lies on the board: what did it earn?"""
        self.placed, self.move_input.complaint = row, ""
        self.marks = MarksEntry(len(row), self.answers)

    def correct(self) -> None:
        """Enter the marks of the last row again; asked again, those of the row before it."""
        if not self.board.rows:
            raise Illegal("home-no-row", row=1, rows=0)
        self.correcting = (self.correcting or len(self.board.rows) + 1) - 1 or len(self.board.rows)
        self.placed = None
        _, row = self.board.rows[self.correcting - 1]
        self.marks = MarksEntry(len(row.guess), self.answers)

    def next_who(self) -> None:
        """The row is of the seat after the one that is shown."""
        self._who = self.who % self.board.rules.seats + 1

    @property
    def answers(self) -> int:
        """How many separate answers a row gets; 0 if it gets a sum."""
        rules = self.board.rules
        return rules.shares - rules.boards if rules.split and not rules.counts_only else 0
