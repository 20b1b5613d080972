"""Encode Views as arrays: every board, the seat's own code or shares, the calls, and what it is asked."""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from keypeg.core import BLANK, HIDDEN, Board, Call, Guess, Hide, Row, Rules, View
from keypeg.core.state import answering
from keypeg_lab.rl.actions import Ask

ASKED = (None, Hide, Guess, Call)
"""What a seat can be asked for. The last line of an array begins with its index."""
LONGEST = 20_000


class ViewLines:
    """Encodes a View as lines of numbers: the pegs, numbered from 1, then the marks.

    First come the boards, the seat's own and then the others clockwise, with a line for every row that a board can
    have; then the code that the seat has hidden, or its shares; with a split code the calls, in the same order of
    seats, each followed by 1 if it was wrong and 2 if it was right; and last what the seat is asked for.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.holes = max(space.holes for space in (*rules.guesses, *rules.codes))
        self.pegs = rules.palette + BLANK
        self.by_seat = rules.split and not rules.counts_only
        """True if marks are answers, one for each share: 1 white, 2 black; otherwise they are exact and near."""
        self.width = self.holes + (max(rules.shares - rules.boards, 1) if self.by_seat else 2)
        boards = rules.seats * rules.boards
        self.height = boards * rules.most_rows + rules.boards + (rules.seats if rules.split else 0) + 1
        most = max(len(self.pegs), self.holes, rules.shares)
        self.space = spaces.Box(0, most, (self.height, self.width), dtype=np.int8)
        self.text_space = spaces.Text(LONGEST, min_length=0, charset=string.printable)

    def array(self, seen: View, ask: Ask | None) -> NDArray[np.int8]:
        lines = np.zeros((self.height, self.width), dtype=np.int8)
        for at, line in enumerate(self._lines(seen, ask)):
            lines[at, : len(line)] = line
        return lines

    def _lines(self, seen: View, ask: Ask | None) -> Iterator[Sequence[int]]:
        rules, seat = self.rules, seen.seat or 1
        last = seen.past[-1] if seen.past and not seen.round else None
        shares, boards, calls = (
            (last.shares, last.boards, last.calls) if last else (seen.shares, seen.boards, seen.calls)
        )
        for board in sorted(boards, key=lambda board: ((board.breaker - seat) % rules.seats, board.number)):
            holders = [shares[at].holder for at in answering(shares, board)]
            for row in board.rows:
                yield [*self._pegs(row.guess), *self._marks(board, row, holders)]
            yield from [()] * (rules.most_rows - len(board.rows))
        own = [share.code or "" for share in shares if share.holder == seat]
        yield from map(self._pegs, own)
        if rules.split:
            called = {call.seat: call for call in calls}
            for other in sorted(range(1, rules.seats + 1), key=lambda other: (other - seat) % rules.seats):
                call = called.get(other)
                yield [*self._pegs(call.code), 2 if call.right else 1] if call else ()
        yield [ASKED.index(ask)]

    def _pegs(self, code: str) -> list[int]:
        numbers = [0 if peg == HIDDEN else self.pegs.index(peg) + 1 for peg in code]
        return numbers + [0] * (self.holes - len(code))

    def _marks(self, board: Board, row: Row, holders: Sequence[int]) -> list[int]:
        """Return answers clockwise from the breaker, or exact and near."""
        if not self.by_seat:
            return [0, 0] if row.total is None else list(row.total)
        order = sorted(range(len(holders)), key=lambda at: (holders[at] - board.breaker) % self.rules.seats)
        return [_answer(row, at) for at in order]


def _answer(row: Row, at: int) -> int:
    marks = row.marks[at]
    return 0 if marks is None else 2 * marks.exact + marks.near
