"""Practice puzzles: a position and one question about it, and the verdict on an answer. Nothing is stored."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from keypeg import core, puzzles
from keypeg.api.boxes import Rules, rules_of
from keypeg.api.endpoint import endpoint
from keypeg.api.limits import TOOLS
from keypeg.api.match import Board, May, may_place, row_of
from keypeg.core.rows import Rows
from keypeg.deduce.late_import import has_numpy
from keypeg.message import Message
from keypeg.notation import rules as read_rules
from keypeg.puzzles import Kind
from keypeg.puzzles.pack import packed_puzzle
from keypeg.tell.puzzles import judged_messages, question_message

PuzzleKind = Literal["code", "fits", "wrong", "next"]
PuzzleLevel = Literal["easy", "medium", "hard"]


class Puzzle(Struct, frozen=True):
    """A position and one question about it. The same kind, level and seed always give the same puzzle."""

    kind: PuzzleKind
    level: PuzzleLevel
    seed: str
    rules: Rules
    board: Board
    question: Message
    options: list[str]
    """The codes to choose from, if the question is which of them fit."""
    may: May | None
    """What the row of the answer may hold, if the answer is a row."""


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer: a code, the codes that fit, the number of a row, or a row."""

    answer: Annotated[str, Meta(max_length=120)]


class PuzzleVerdict(Struct, frozen=True):
    """The verdict on an answer, and the reasons for it; `answers` lists right answers."""

    right: bool
    answers: list[str]
    messages: list[Message]
    loss: float
    """For a "next" puzzle: how many guesses more than the best row the answer needs on average; for others 0 or 1."""


AtLevel: TypeAlias = Annotated[PuzzleLevel, Meta(description="The difficulty.")]
FromSeed: TypeAlias = Annotated[
    Annotated[str, Meta(max_length=40)], Meta(description="The same seed gives the same puzzle.")
]


def _rules_of_puzzle(*given: Any) -> core.Rules:
    """Return the rules of a level, from the arguments of an endpoint."""
    *_, level, _ = given
    return read_rules(puzzles.LEVELS[level])


@endpoint(
    "GET", "/puzzles/{kind}", "Get a practice puzzle", "questions", TOOLS, 2, computes=_rules_of_puzzle, long=True
)
def puzzle(kind: PuzzleKind, level: AtLevel = "easy", seed: FromSeed = "") -> Puzzle:
    """Return a puzzle without its answer. Without NumPy, "next" puzzles come from the packed ones."""
    made = _made(kind, level, seed)
    rules = made.rules
    rows = [core.Row(guess, (marks,)) for guess, marks in made.rows]
    board = core.Board(1, rows=tuple(rows))
    may = Rows(rules.codes[0] if made.kind is Kind.CODE else rules.guesses[0])
    return Puzzle(
        kind=kind,
        level=level,
        seed=made.seed,
        rules=rules_of(rules),
        board=Board(1, 1, [2], [row_of(rules, board, row) for row in rows]),
        question=question_message(made.kind),
        options=list(made.options),
        may=may_place(may) if made.kind in (Kind.CODE, Kind.NEXT) else None,
    )


@endpoint(
    "POST",
    "/puzzles/{kind}",
    "Check the answer to a practice puzzle",
    "questions",
    TOOLS,
    2,
    computes=_rules_of_puzzle,
    long=True,
)
def answer_puzzle(asked: PuzzleAnswer, kind: PuzzleKind, level: AtLevel = "easy", seed: FromSeed = "") -> PuzzleVerdict:
    """Judge an answer, with reasons."""
    made = _made(kind, level, seed)
    judged = puzzles.judge(made, asked.answer)
    return PuzzleVerdict(judged.right, list(made.answers), list(judged_messages(made, judged)), judged.loss)


def _made(kind: PuzzleKind, level: PuzzleLevel, seed: str) -> puzzles.Puzzle:
    if kind == "next" and not has_numpy():
        return packed_puzzle(level, seed)
    return puzzles.make(Kind(kind), read_rules(puzzles.LEVELS[level]), seed)
