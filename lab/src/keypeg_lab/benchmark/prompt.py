"""The prompt of a benchmark question, complete in itself: the rules, the rows, the question, and how to answer."""

from __future__ import annotations

from collections.abc import Iterator

from keypeg.message import Message, concat, message, spaced, together
from keypeg.puzzles import Kind, Puzzle
from keypeg.tell.puzzles import question_message
from keypeg.tell.rows import marks_message, peg_message


def prompt_messages(puzzle: Puzzle) -> Iterator[Message]:
    """Yield a prompt that asks the question and explains all it takes to answer it."""
    space = puzzle.rules.codes[0]
    colours = together(concat(peg_message(peg), f" ({peg})") for peg in space.pegs)
    yield message("tell.bench.code", holes=space.holes, colours=colours)
    yield message("tell.bench.distinct") if space.distinct else message("tell.bench.repeats")
    yield message("tell.bench.marks")
    for number, (guess, marks) in enumerate(puzzle.rows, start=1):
        yield spaced(f"{number}. {guess}:", marks_message(marks))
    if puzzle.kind is Kind.FITS:
        yield message("tell.bench.fits", code=puzzle.options[0])
        yield message("tell.bench.answer.fits")
        return
    yield question_message(puzzle.kind)
    if puzzle.kind is Kind.WRONG:
        yield message("tell.bench.answer.wrong")
    else:
        yield message("tell.bench.answer.code", example=(space.pegs * space.holes)[: space.holes])
