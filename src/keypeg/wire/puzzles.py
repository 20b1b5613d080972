"""Puzzles as clients get them: the question without its answer, and the verdict."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from keypeg.message import Message
from keypeg.wire.boxes import Rules
from keypeg.wire.match import Board, May

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
