"""A move being entered, and the effect of keys and clicks on it."""

from __future__ import annotations

from collections.abc import Mapping
from random import SystemRandom

from keypeg.core import BLANK, Accept, Call, Claim, Guess, Hide, Judge, Mark, Move, View, legal_in
from keypeg.core.rows import rows_on
from keypeg.terminal.input.entry import MarksEntry, RowEntry
from keypeg.terminal.input.task import Task, refusal_in, row_move, space_of, task_of
from keypeg.words import Words

Notes = set[tuple[int, str]]
"""Colours crossed out, by hole."""


class MoveInput:
    """The input for a View that has not been played yet."""

    def __init__(self, words: Words, view: View) -> None:
        self.words = words
        self.view = view
        self.asked = Task.NOTHING
        self.entry: RowEntry | None = None
        self.marks: MarksEntry | None = None
        self.calling = False
        """True while the answer row is being filled, even if a guess is asked for."""
        self.noting = False
        """True while keys cross colours out instead of placing them."""
        self.complaint = ""
        """Why the input cannot be played."""
        self._notes: dict[tuple[int | None, int], Notes] = {}
        self._copied = 0

    @property
    def notes(self) -> Notes:
        """The notes of this seat for this code."""
        return self._notes.setdefault((self.view.seat, len(self.view.past)), set())

    def look(self, view: View) -> None:
        """Switch to another View, keeping the row being entered if the same input is still asked for."""
        before, self.view, self.complaint = (self.view.seat, self.asked), view, ""
        self.asked = task_of(view, calling=self.calling)
        if self.asked.is_row:
            space = space_of(view, self.asked)
            if self.entry is None or self.entry.space != space or before != (view.seat, self.asked):
                self.entry = RowEntry(space, *_may_be_empty(view, self.asked))
                if self.asked is Task.CALL:
                    self._lay_own_shares(self.entry)
        elif self.asked is not Task.NOTHING or before[0] != view.seat:
            self.entry = None
        if self.asked.is_marks:
            holes = max(space.holes for space in view.rules.guesses)
            self.marks = self.marks or MarksEntry(holes, len(view.own_shares) if self.asked is Task.ANSWER else 0)
        else:
            self.marks = None

    def done(self) -> None:
        """Start over after a move was made, keeping held pegs."""
        if self.entry:
            self.entry.clear()
        self.marks, self.calling, self.noting, self._copied = None, False, False, 0

    def _lay_own_shares(self, entry: RowEntry) -> None:
        for share in self.view.own_shares:
            for hole, peg in enumerate(share.code or ""):
                if peg in entry.space.pegs:
                    entry.holes[hole] = peg

    # Keys and clicks. Each method returns True if it has handled the event.

    def type(self, key: str, character: str) -> bool:
        """Place a peg, or enter marks."""
        if self.entry and self.asked.is_row:
            return self._type_peg(character.upper())
        if not (self.marks and self.marks.type(key, character.upper())):
            return False
        self.complaint = ""
        return True

    def _type_peg(self, character: str) -> bool:
        assert self.entry is not None
        palette = self.view.rules.palette
        if character.isdigit() and 1 <= int(character) <= min(9, len(palette)):
            character = palette[int(character) - 1]
        blank = character in (BLANK, "0") and (BLANK in self.entry.space.pegs or self.view.rules.split)
        if not blank and character not in list(palette):
            return False
        self.place(BLANK if blank else character)
        return True

    def place(self, peg: str) -> None:
        """Place a peg at the cursor; while noting, cross its colour out there, or remove the cross."""
        if not (self.entry and self.asked.is_row):
            return
        self.complaint = ""
        if self.noting and peg != BLANK:
            self.notes.symmetric_difference_update({(self.entry.at, peg)})
        elif peg != BLANK and peg not in self.entry.space.pegs:
            self.complaint = self.words.say("terminal.peg-not-here", peg=peg, pegs=" ".join(self.entry.space.pegs))
        else:
            self.entry.place("" if peg == BLANK and self.view.rules.split else peg)

    def click(self, meta: Mapping[str, object]) -> bool:
        """Handle a click on a peg of the tray, a hole, a row or a field of the marks."""
        match meta:
            case {"peg": str(peg)}:
                self.place(peg)
            case {"hole": int(hole)} if self.entry:
                self.entry.at = hole
            case {"field": int(field)} if self.marks:
                self.marks.at = field
                self.marks.add(1)
            case {"row": int(row), "board": int(board)} if self.entry and self.asked.is_row:
                self.entry.copy(self.view.boards[board].rows[row - 1].guess)
            case _:
                return False
        return True

    def edit(self, action: str) -> bool:
        """Edit the row being entered."""
        entry = self.entry
        if action not in EDITS or not (entry and self.asked.is_row):
            return False
        self.complaint = ""
        match action:
            case "left" | "right":
                entry.move(1 if action == "right" else -1)
            case "turn-up" | "turn-down":
                entry.turn(1 if action == "turn-up" else -1)
            case "erase":
                entry.erase()
            case "hold":
                entry.hold()
            case "fill":
                entry.fill()
            case "copy":
                self._copy(entry)
            case "notes":
                self.noting = not self.noting
            case "any":
                self._any(entry)
            case _:
                return False
        return True

    def _copy(self, entry: RowEntry) -> None:
        """Copy the seat's newest row; each further call goes back one row."""
        rows = [row.guess for board in self.view.boards if board.breaker == self.view.seat for row in board.rows]
        if rows:
            self._copied = self._copied % len(rows) + 1
            entry.copy(rows[-self._copied])

    def _any(self, entry: RowEntry) -> None:
        """Fill in a random code to hide."""
        if self.asked is Task.HIDE:
            move = legal_in(self.view).only(Hide).sample(SystemRandom())
            assert isinstance(move, Hide)
            entry.copy(move.code)

    def turn_to_call(self) -> bool:
        """Switch to the answer row, or back."""
        if not self.calling and Call not in legal_in(self.view).types:
            return False
        self.calling = not self.calling
        self.entry = None
        self.look(self.view)
        return True

    # Moves

    def move(self) -> Move | None:
        """Return the move that was entered; None if it is not ready, with the reason in `complaint`."""
        if self.asked.is_row and self.entry:
            if self.entry.missing:
                self.complaint = self.words.say("terminal.holes-missing", holes=self.entry.missing)
                return None
            move = row_move(self.view, self.asked, self.entry)
        elif self.marks:
            move = Mark(self.marks.marks)
        else:
            return None
        wrong = refusal_in(self.view, move)
        if wrong:
            self.complaint = self.words.render(wrong.message)
            return None
        return move

    def answer(self, yes: bool) -> Move | None:
        """Return the move that answers yes or no, if the View asks for that."""
        if self.asked is Task.JUDGE:
            return Judge(yes)
        if self.asked is Task.DECIDE:
            return Accept() if yes else Claim()
        return None

    def planned(self) -> Guess | Call | None:
        """Return the guess or call being entered, if it is complete enough to be checked."""
        if not (self.entry and self.asked in (Task.GUESS, Task.CALL)):
            return None
        if self.entry.missing:
            self.complaint = self.words.say("terminal.holes-missing", holes=self.entry.missing)
            return None
        return Call(self.entry.code) if self.asked is Task.CALL else Guess(self.entry.code)


def _may_be_empty(view: View, asked: Task) -> tuple[frozenset[int], int]:
    """Return the holes of the row asked for that may stay empty, and how many of them at most."""
    every = frozenset(range(view.rules.codes[0].holes))
    if not view.rules.split:
        return frozenset(), 0
    if asked is Task.GUESS and view.board:
        rows = rows_on(view.rules, view.board, view.own_shares)
        return rows.may_be_empty, rows.most_empty
    return every, len(every)


EDITS = frozenset({"left", "right", "turn-up", "turn-down", "erase", "hold", "fill", "copy", "notes", "any"})
