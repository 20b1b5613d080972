"""Guide a player through their first code: what to do, what the marks of a row mean, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator

from keypeg.core import BLANK, Marks, Phase, Space, View
from keypeg.deduce.code_table import CodeTable, table_of
from keypeg.message import Message, message, together
from keypeg.tell.names import Names, seat_name
from keypeg.tell.rows import peg_message

MOST_CODES = 2000
"""With more codes than this, the guide leaves out what follows from the rows."""


def guide_messages(view: View, names: Names, *, arms: bool = False) -> list[Message]:
    """Say what the owner of a View should know now; nothing after their first code.

    `arms` is True if the box marks with sliding arms.
    """
    if view.rules.split or view.seat is None:
        return []
    if view.past:
        ended = len(view.past) == 1 and view.past[0].boards_of(view.seat)
        return [message("tell.guide.done")] if ended else []
    board = next(iter(view.own_boards), None)
    if board is None or any(row.total is None for row in board.rows):
        return []
    if view.phase is Phase.HIDE:
        return []
    if not board.rows:
        holder = next(share.holder for share in view.shares if share.holder != view.seat)
        holes = view.rules.guesses[view.seat - 1].holes
        return [message("tell.guide.start", who=seat_name(names, holder), holes=holes)]
    rows = board.marked
    guess, marks = rows[-1]
    space = view.rules.codes[view.seat - 1]
    follows = [] if len(rows) > 1 else list(_second(space, guess, marks))
    rest = len(guess) - sum(marks) if any(marks) and not follows else 0  # the advice on a second row covers the rest
    return [*_meaning(marks, rest, "-arms" if arms else ""), *follows, *_left(space, rows)]


def _meaning(marks: Marks, rest: int, kind: str) -> Iterator[Message]:
    if not any(marks):
        yield message("tell.guide.nothing")
    if marks.exact:
        yield message(f"tell.guide.exact{kind}", n=marks.exact)
    if marks.near:
        yield message(f"tell.guide.near{kind}", n=marks.near)
    if rest:
        yield message("tell.guide.rest", n=rest)


def _left(space: Space, rows: list[tuple[str, Marks]]) -> Iterator[Message]:
    """Say how many codes several rows leave, and which colours are certainly in or out."""
    if len(rows) == 1 or len(space) > MOST_CODES:
        return
    table = table_of(space)
    left = table.fitting(rows)
    yield message("tell.guide.left", rows=len(rows), codes=left.bit_count(), all=len(space))
    for key, colours in (("out", _out(table, left)), ("in", _in(table, left))):
        if colours:
            yield message(f"tell.guide.{key}", colours=tuple(map(peg_message, colours)))


def _second(space: Space, guess: str, marks: Marks) -> Iterator[Message]:
    """Say how to make a second row that fits the first, unless too few colours are left for it."""
    rest, unused = len(guess) - sum(marks), len(set(space.pegs) - {BLANK, *guess})
    if unused < (rest if space.distinct else min(rest, 1)):
        return
    if not any(marks):
        yield message("tell.guide.second-other")
        return
    steps: list[Message] = []
    if marks.exact:
        steps.append(message("tell.guide.step.keep", n=marks.exact))
    if marks.near:
        steps.append(message("tell.guide.step.move", n=marks.near))
    if rest:
        steps.append(message("tell.guide.step.fill"))
    yield message("tell.guide.second", steps=together(steps))


def _out(table: CodeTable, left: int) -> list[str]:
    """Return the colours that none of the remaining codes has."""
    return [peg for peg in table.space.pegs if peg != BLANK and not left & table.with_at_least(peg)[1]]


def _in(table: CodeTable, left: int) -> list[str]:
    """Return the colours that all remaining codes have."""
    return [peg for peg in table.space.pegs if peg != BLANK and left & table.with_at_least(peg)[1] == left]
