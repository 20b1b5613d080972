"""Judge the answer to a puzzle, and give the reasons."""

from __future__ import annotations

from dataclasses import dataclass

from keypeg.argument_types import checked
from keypeg.core import Marks, code_refusal, mark, row_refusal
from keypeg.deduce import ask
from keypeg.deduce.late_import import has_numpy
from keypeg.deduce.suggestion import GuessWorth
from keypeg.errors import Malformed
from keypeg.notation import read_code
from keypeg.puzzles.make import MarkedRows, fitting_codes
from keypeg.puzzles.pack import packed_worth
from keypeg.puzzles.puzzle import Kind, Puzzle

SAME = 1e-9
"""Means that differ by less than this count as equal."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A row that rules a code out: it was marked `said`, but against this code it would be marked `would`."""

    code: str
    row: int
    said: Marks
    would: Marks


@dataclass(frozen=True, slots=True)
class Judged:
    """A judged answer: whether it is right, and why."""

    right: bool
    answer: str
    """The answer as it was understood."""
    contradictions: tuple[Contradiction, ...] = ()
    """For each code in the question or the answer that does not fit: the first row that rules it out."""
    meant: Marks | None = None
    """The marks that the wrong row should have had."""
    worth: GuessWorth | None = None
    """The worth of the row given as the answer, compared with the best."""

    @property
    def loss(self) -> float:
        """Guesses lost on average by a next row; otherwise 0 for a right answer and 1 for a wrong one."""
        if self.worth is None:
            return float(not self.right)
        return max(0.0, self.worth.behind or 0.0)


@checked
def judge(puzzle: Puzzle, answer: str) -> Judged:
    """Judge an answer: a code, the codes that fit, a row's number, or a row. Raise an error if it cannot be one."""
    match puzzle.kind:
        case Kind.CODE:
            code = _code(puzzle, answer)
            return Judged(code in puzzle.answers, code, contradicted(puzzle.rows, [code]))
        case Kind.FITS:
            chosen = [_option(puzzle, each) for each in answer.replace(",", " ").split()]
            right = set(chosen) == set(puzzle.answers)
            return Judged(right, " ".join(sorted(chosen)), contradicted(puzzle.rows, puzzle.options))
        case Kind.WRONG:
            row = _number(answer, len(puzzle.rows))
            at = int(puzzle.answers[0]) - 1
            guess = puzzle.rows[at][0]
            codes = fitting_codes(puzzle.rules.codes[0], [*puzzle.rows[:at], *puzzle.rows[at + 1 :]])
            return Judged(row in puzzle.answers, row, meant=mark(codes[0], guess))
        case Kind.NEXT:
            placed = read_code(puzzle.rules, answer)
            wrong = row_refusal(puzzle.rules, 1, placed)
            if wrong:
                raise wrong
            worth = ask.worth(puzzle.rules, placed, puzzle.rows) if has_numpy() else packed_worth(puzzle, placed)
            return Judged(abs(worth.behind or 0.0) < SAME, placed, worth=worth)


def contradicted(rows: MarkedRows, codes: tuple[str, ...] | list[str]) -> tuple[Contradiction, ...]:
    """Return, for each of these codes that does not fit, the first row that rules it out."""
    found = (
        next(
            (
                Contradiction(code, number, said, would)
                for number, (guess, said) in enumerate(rows, start=1)
                if (would := mark(code, guess)) != said
            ),
            None,
        )
        for code in codes
    )
    return tuple(each for each in found if each)


def _code(puzzle: Puzzle, text: str) -> str:
    code = read_code(puzzle.rules, text.strip())
    wrong = code_refusal(puzzle.rules, 1, code)
    if wrong:
        raise wrong
    return code


def _option(puzzle: Puzzle, text: str) -> str:
    code = read_code(puzzle.rules, text)
    if code not in puzzle.options:
        raise Malformed("puzzle-option", code=code, options=" ".join(puzzle.options))
    return code


def _number(text: str, rows: int) -> str:
    number = text.strip()
    if number not in map(str, range(1, rows + 1)):
        raise Malformed("puzzle-row", row=number, rows=rows)
    return number
