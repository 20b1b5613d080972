"""Puzzles in words: the question, and why an answer is right or not."""

from __future__ import annotations

from collections.abc import Iterator

from keypeg.message import Message, message, together
from keypeg.puzzles import Judged, Kind, Puzzle
from keypeg.tell.rows import marks_message


def question_message(kind: Kind) -> Message:
    """Return the question that a puzzle of this kind asks."""
    return message(f"tell.puzzle.question.{kind}")


def judged_messages(puzzle: Puzzle, judged: Judged) -> Iterator[Message]:
    """Say whether the answer is right, and why."""
    yield message("tell.puzzle.right") if judged.right else message("tell.puzzle.not-right")
    match puzzle.kind:
        case Kind.CODE:
            yield from _contradictions(judged)
            yield message("tell.puzzle.only", code=puzzle.answers[0])
        case Kind.FITS:
            if puzzle.answers:
                yield message("tell.puzzle.fit", codes=together(puzzle.answers))
            yield from _contradictions(judged)
        case Kind.WRONG:
            meant = marks_message(judged.meant)
            yield message("tell.puzzle.wrong", row=int(puzzle.answers[0]), codes=puzzle.candidates, meant=meant)
        case Kind.NEXT:
            yield from _next(judged)


def _contradictions(judged: Judged) -> Iterator[Message]:
    for against in judged.contradictions:
        would, said = marks_message(against.would), marks_message(against.said)
        yield message("tell.puzzle.against", code=against.code, row=against.row, would=would, said=said)


def _next(judged: Judged) -> Iterator[Message]:
    worth = judged.worth
    assert worth is not None, "a next row is worth something"
    assert worth.best.expected is not None, "a puzzle asks only where the best row is proved"
    if judged.right:
        yield message("tell.puzzle.best", guess=worth.guess, rows=worth.best.expected)
    elif worth.expected is not None:
        yield message(
            "tell.puzzle.behind",
            guess=worth.guess,
            rows=worth.expected,
            best=worth.best.guess,
            least=worth.best.expected,
        )
    else:
        yield message("tell.puzzle.best", guess=worth.best.guess, rows=worth.best.expected)
    yield message("tell.puzzle.parts", guess=worth.guess, codes=worth.candidates, parts=len(worth.partition))
