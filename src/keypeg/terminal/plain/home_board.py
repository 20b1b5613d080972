"""Line mode beside a real board: Keypeg breaks the code, or helps to break it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from keypeg.core import Board, Call, Guess, Marks, Move
from keypeg.errors import Malformed, Unknown
from keypeg.message import Message
from keypeg.notation import (
    given_marks,
    read_given_row,
    read_marks,
    read_split_row,
    row_text,
)
from keypeg.review.advice import Grade
from keypeg.review.doctor import Diagnosis
from keypeg.table import HomeBoard
from keypeg.tell import code_pegs
from keypeg.tell.coach import explanation_messages, hint_messages
from keypeg.tell.doctor import doctor_messages, left_message
from keypeg.terminal.plain.console import Console
from keypeg.terminal.plain.conversation import PromptedConversation
from keypeg.terminal.plain.line_reader import read_row

PAIR = re.compile(r"(\d)[ ,./](\d)")
"""Marks as people type them: 2,1 or 2 1."""

SHOWN = 10
"""The number of remaining codes to show."""


class PlainHomeBoard(PromptedConversation):
    """The conversation beside a real board, which may play one code after another."""

    def __init__(self, console: Console, board: HomeBoard, *, plays: bool) -> None:
        """With `plays`, Keypeg proposes every row and asks for its marks."""
        super().__init__(console)
        self.board = board
        self.plays = plays
        self.proposed: Move | None = None
        self.hints = 0
        """The number of hints given since the rows last changed; each gives away more."""

    @property
    def commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "check": self._check,
            "call": self._call,
            "codes": self._codes,
            "doctor": self._doctor,
            "exit": self.leave,
            "fix": self._fix,
            "help": self._help,
            "hint": self._hint,
            "new": self._new,
            "quit": self.leave,
            "rows": self._rows,
            "undo": self._undo,
        }

    def run(self) -> None:
        """Converse until the person leaves."""
        self.console.say("cli.home.welcome", help="help", quit="quit")
        self._propose()
        self.converse()

    def prompt(self) -> str:
        if self.plays and isinstance(self.proposed, Guess):
            return self.words.say("cli.home.marks-prompt", code=self.proposed.code)
        return self.words.say("cli.home.row-prompt", row=len(self.board.rows) + 1)

    def answer(self, line: str) -> None:
        """Take a row with its marks, the marks of the proposed row, or a code to check."""
        if self.plays and self._is_marks(line):
            # If no code fits, there is no proposal, and `propose` raises the error that says so.
            proposed = self.proposed or self.board.propose()
            assert isinstance(proposed, Guess), "a code that is broken whole is never called"
            self._placed(proposed.code, [self._marks(line)], None)
        elif ":" in line:
            self._row(line)
        elif self._is_code(line):
            self._check(line)
        else:
            commands = ", ".join(sorted(self.commands.keys() - {"exit"}))
            raise Malformed("home-line-unreadable", line=line, commands=commands)

    # Rows

    def _row(self, line: str) -> None:
        if self.board.rules.split:
            breaker, row = read_split_row(self.board.rules, line)
            self._placed(row.guess, [marks for marks in row.marks if marks is not None], breaker)
        else:
            guess, marks = read_given_row(self.board.rules, line, self.board.seat)
            self._placed(guess, [marks], None)

    def _placed(self, guess: str, marks: list[Marks], breaker: int | None) -> None:
        self.board.place(guess, marks, breaker)
        self._after()

    def _undo(self, _: str) -> None:
        self.board.undo()
        self._rows("")
        self._after()

    def _fix(self, rest: str) -> None:
        """Correct a row: `fix 2 1,1`, or `fix 2 ROYG:1,1`."""
        number, _, said = rest.partition(" ")
        said = said.strip()
        if not number.isascii() or not number.isdigit() or not said:
            raise Malformed("home-fix-unreadable")
        rules, at = self.board.rules, int(number)
        if rules.split:
            _, row = read_split_row(rules, said)
            self.board.correct(at, [marks for marks in row.marks if marks is not None], row.guess)
        elif ":" in said:
            guess, marks = read_given_row(rules, said, self.board.seat)
            self.board.correct(at, [marks], guess)
        else:
            self.board.correct(at, [self._marks(said)])
        self._rows("")
        self._after()

    def _is_code(self, line: str) -> bool:
        return all(peg in f"{self.board.rules.palette}.123456789" for peg in line.upper())

    def _is_marks(self, line: str) -> bool:
        return bool(PAIR.fullmatch(line)) or ("," in line and ":" not in line)

    def _marks(self, text: str) -> Marks:
        pair = PAIR.fullmatch(text)
        marks = read_marks(f"{pair[1]},{pair[2]}" if pair else text)
        return given_marks(marks, self.board.rules.guesses[self.board.seat - 1].holes)

    def _after(self) -> None:
        """Print what follows from the rows after they have changed."""
        say, found = self.words.say, self.board.diagnosis
        self.proposed, self.hints = None, 0
        if not found.fits:
            self.console.tell_all(self._diagnosed(found))
            self.console.tell(say("cli.home.fix-how", example=self._example(found)))
        elif self.board.broken:
            self.console.tell(say("tell.home.broken", rows=len(self.board.rows)), say("cli.home.again", new="new"))
        elif self.board.full:
            self.console.tell(say("tell.home.full"), say("cli.home.again", new="new"))
        else:
            self.console.tell(left_message(found))
            self._propose()

    def _propose(self) -> None:
        if not self.plays:
            return
        self.proposed = self.board.propose()
        if isinstance(self.proposed, Guess):
            code = self.proposed.code
            number = len(self.board.rows) + 1
            self.console.say("tell.home.place", row=number, code=code, pegs=code_pegs(code))

    # Questions

    def _check(self, rest: str) -> None:
        self._explain(Guess(read_row(self.board.rules, rest, self.words)))

    def _call(self, rest: str) -> None:
        self._explain(Call(read_row(self.board.rules, rest, self.words)))

    def _explain(self, move: Guess | Call) -> None:
        found = self.board.explain(move)
        self.console.tell_all(explanation_messages(self.board.rules, {}, found))

    def _hint(self, rest: str) -> None:
        if rest and rest not in list(Grade):
            raise Unknown("home-grade-unknown", grade=rest, known=", ".join(Grade))
        grade = Grade(rest) if rest else list(Grade)[min(self.hints, len(Grade) - 1)]
        self.console.tell_all(hint_messages(self.board.hint(grade)))
        self.hints += 1

    def _codes(self, _: str) -> None:
        found = self.board.diagnosis
        if not found.fits:
            self.console.tell_all(self._diagnosed(found))
            return
        first = self.board.candidates(SHOWN)
        self.console.tell(left_message(found), " ".join(first) + (" …" if found.codes != len(first) else ""))

    def _doctor(self, _: str) -> None:
        self.console.tell_all(self._diagnosed(self.board.diagnosis))

    def _rows(self, _: str) -> None:
        rules = self.board.rules
        rows = (row_text(rules, Board(breaker), row) for breaker, row in self.board.rows)
        numbered = [f"{number:2}  {row}" for number, row in enumerate(rows, start=1)]
        self.console.tell_all(numbered or [self.words.say("tell.home.empty")])

    def _new(self, _: str) -> None:
        board = self.board
        seed = f"{board.player.seed}+"
        self.board = HomeBoard(board.rules, board.seat, board.own, level=board.player.level, seed=seed)
        self.console.say("tell.home.new")
        self._propose()

    def _help(self, _: str) -> None:
        self.console.tell_all(self.words.say("cli.home.help.play" if self.plays else "cli.home.help.row").splitlines())
        self.console.tell_all(self.words.say("cli.home.help").splitlines())

    def _diagnosed(self, found: Diagnosis) -> Iterator[Message]:
        names = [f"{number} ({row.guess})" for number, (_, row) in enumerate(self.board.rows, start=1)]
        return doctor_messages(found, names)

    def _example(self, found: Diagnosis) -> str:
        """Return the command for the likeliest correction."""
        if not found.corrections:
            return "undo"
        change = found.corrections[0].changes[0]
        _, row = self.board.rows[change.row - 1]
        return (
            f"fix {change.row} {row.guess}:{change.marks}"
            if self.board.rules.split
            else f"fix {change.row} {change.marks}"
        )
