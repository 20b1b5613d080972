"""Practice puzzles: make one by kind, level and seed, and judge an answer. Nothing is stored."""

from __future__ import annotations

from keypeg import puzzles, wire
from keypeg.core import Board, Row
from keypeg.core.rows import Rows
from keypeg.deduce.late_import import has_numpy
from keypeg.notation import rules as read_rules
from keypeg.puzzles import Kind, Puzzle
from keypeg.puzzles.pack import packed_puzzle
from keypeg.tell.puzzles import judged_messages, question_message


def puzzle(kind: wire.PuzzleKind, level: wire.PuzzleLevel, seed: str) -> wire.Puzzle:
    """Return a puzzle without its answer. Without NumPy, "next" puzzles come from the packed ones."""
    made = _made(kind, level, seed)
    rules = made.rules
    rows = [Row(guess, (marks,)) for guess, marks in made.rows]
    board = Board(1, rows=tuple(rows))
    may = Rows(rules.codes[0] if made.kind is Kind.CODE else rules.guesses[0])
    return wire.Puzzle(
        kind=kind,
        level=level,
        seed=made.seed,
        rules=wire.rules_of(rules),
        board=wire.Board(1, 1, [2], [wire.row_of(rules, board, row) for row in rows]),
        question=question_message(made.kind),
        options=list(made.options),
        may=wire.may_place(may) if made.kind in (Kind.CODE, Kind.NEXT) else None,
    )


def puzzle_verdict(kind: wire.PuzzleKind, level: wire.PuzzleLevel, seed: str, answer: str) -> wire.PuzzleVerdict:
    """Judge an answer, with reasons."""
    made = _made(kind, level, seed)
    judged = puzzles.judge(made, answer)
    return wire.PuzzleVerdict(judged.right, list(made.answers), list(judged_messages(made, judged)), judged.loss)


def _made(kind: wire.PuzzleKind, level: wire.PuzzleLevel, seed: str) -> Puzzle:
    if kind == "next" and not has_numpy():
        return packed_puzzle(level, seed)
    return puzzles.make(Kind(kind), read_rules(puzzles.LEVELS[level]), seed)
