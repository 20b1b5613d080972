"""Guide a player through their first code: what to do, what the marks of a row mean, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keypeg.core import BLANK, Marks, Phase, Space, View
from keypeg.deduce.code_table import CodeTable, table_of
from keypeg.message import Message, message, together
from keypeg.tell.names import Names, seat_name
from keypeg.tell.rows import peg_message

MOST_CODES = 2000
"""With more codes than this, the guide leaves out what follows from the rows."""

MarkedRows = Sequence[tuple[str, Marks]]


def guide_messages(view: View, names: Names, *, key: str = "pegs") -> list[Message]:
    """Say what the owner of a View should know now; nothing after their first code.

    `key` is what the box marks with: black and white pegs, red and white pins, or sliding arms.
    """
    if view.rules.split or view.seat is None:
        return []
    if view.past:
        ended = len(view.past) == 1 and view.past[0].boards_of(view.seat)
        return [message("tell.guide.done")] if ended and view.phase is Phase.HIDE and view.seat in view.to_act else []
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
    if marks.exact == len(guess):
        return []  # the code is broken, and the others go on
    space = view.rules.codes[view.seat - 1]
    left = _left(space, rows)
    if left == 0:
        return []  # a mark was entered wrongly, and the doctor says more
    follows = [] if len(rows) > 1 else list(_second(space, guess, marks))
    rest = _pegs(space, guess) - sum(marks) if any(marks) and not follows else 0  # else the advice covers the rest
    return [*_meaning(marks, rest, "" if key == "pegs" else f"-{key}"), *_news(space, rows, left), *follows]


def _meaning(marks: Marks, rest: int, kind: str) -> Iterator[Message]:
    if not any(marks):
        yield message("tell.guide.nothing")
    if marks.exact:
        yield message(f"tell.guide.exact{kind}", n=marks.exact)
    if marks.near:
        yield message(f"tell.guide.near{kind}", n=marks.near)
    if rest:
        yield message("tell.guide.rest", n=rest)


def _pegs(space: Space, guess: str) -> int:
    """Count the pegs of a row. An empty hole is one where codes may have empty holes, too."""
    return len(guess) if BLANK in space.pegs else len(guess) - guess.count(BLANK)


def _left(space: Space, rows: MarkedRows) -> int | None:
    """Return how many codes fit the rows; None if there are too many codes to count."""
    return table_of(space).fitting(rows).bit_count() if len(space) <= MOST_CODES else None


def _news(space: Space, rows: MarkedRows, left: int | None) -> Iterator[Message]:
    """Say what the last row told, and from the second row on, what all rows together tell."""
    before = _left(space, rows[:-1])
    if left is None or before is None:
        if len(rows) == 1 and not any(rows[-1][1]):
            yield message("tell.guide.lot")
        return
    if left == before:
        yield message("tell.guide.known", codes=left)
    elif not any(rows[-1][1]) and (len(rows) == 1 or left <= before / 2):
        yield message("tell.guide.lot")
    if len(rows) == 1:
        return
    if left < before:
        yield message("tell.guide.left", rows=len(rows), codes=left, all=len(space))
    table = table_of(space)
    fitting = table.fitting(rows)
    for key, colours in (("out", _out(table, fitting)), ("in", _in(table, fitting))):
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
