"""Report the news since the last View, each fact once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keypeg.core import Attempt, Board, Call, Called, Deal, Guess, Hide, Judge, Mark, Move, Rules, View
from keypeg.message import Message, concat, message
from keypeg.tell.events import (
    call_message,
    heading_message,
    left_messages,
    move_message,
    outcome_message,
    points_message,
    share_message,
    verdict_messages,
)
from keypeg.tell.names import Names, about
from keypeg.tell.rows import row_message

Log = Sequence[tuple[int, Move]]


class Narrator:
    """A narrator who tells one listener what happened. Pass it the Views of one seat (or of watchers) in order."""

    def __init__(self, names: Names, *, rows: bool = True) -> None:
        """With `rows` False, leave out the rows: the listener sees the boards."""
        self._with_rows = rows
        self.names = names
        self._attempts = 0
        """The number of attempts told to their end."""
        self._moves = 0
        self._rows: dict[tuple[int, int], int] = {}
        """By breaker and board: the number of rows told with all their marks."""
        self._begun = False
        self._lots = False
        self._over = False

    def news(self, view: View) -> list[Message]:
        """Return everything that has not been told yet. Undone moves are dropped silently."""
        return list(self._news(view))

    def _news(self, view: View) -> Iterator[Message]:
        if view.first is not None and view.rules.first is None and not self._lots:
            self._lots = True
            yield about("tell.move.draw", self.names, view.first)
        for attempt in view.past[self._attempts :]:
            yield from self._settled(view, attempt)
        if view.outcome and not self._over:
            self._over = True
            yield points_message(view.rules, self.names, view.outcome.points)
            yield outcome_message(view.rules, self.names, view.outcome)
        if view.round:
            yield from self._running(view)

    def _settled(self, view: View, attempt: Attempt) -> Iterator[Message]:
        yield from self._heading(view.rules, attempt.round, attempt.code, again=False)
        yield from self._progress(view.rules, attempt.boards, attempt.log, attempt.calls)
        if not attempt.log:
            # A server does not send the moves of past attempts.
            yield from left_messages(self.names, attempt)
        yield from verdict_messages(view.rules, self.names, attempt)
        self._attempts += 1
        self._moves, self._rows, self._begun = 0, {}, False

    def _running(self, view: View) -> Iterator[Message]:
        yield from self._heading(view.rules, view.round, view.code, again=bool(view.again))
        dealt = any(isinstance(move, Deal) for _, move in view.log[self._moves :])
        yield from self._progress(view.rules, view.boards, view.log, view.calls)
        if dealt:
            held = tuple(share_message(share.code) for share in view.own_shares if share.code)
            if held:
                yield message("tell.share.own", shares=held)

    def _heading(self, rules: Rules, round: int, code: int, *, again: bool) -> Iterator[Message]:
        if not self._begun:
            self._begun = True
            yield concat(heading_message(rules, round, code, again=again), ".")

    def _progress(self, rules: Rules, boards: Sequence[Board], log: Log, calls: Sequence[Called]) -> Iterator[Message]:
        new, before = log[self._moves :], (Deal, Hide)
        yield from (move_message(self.names, *made) for made in new if isinstance(made[1], before))
        if self._with_rows:
            yield from self._new_rows(rules, boards)
        made = iter(calls[sum(isinstance(move, Call) for _, move in log[: self._moves]) :])
        for seat, move in new:
            # `_new_rows` tells guesses and marks together.
            if not isinstance(move, Guess | Mark | Deal | Hide):
                yield move_message(self.names, seat, move)
            if isinstance(move, Call):
                called = next(made, None)
                if called and not called.judged:
                    yield call_message(self.names, called)
        if calls and new and isinstance(log[-1][1], Judge) and calls[-1].right is not None:
            yield call_message(self.names, calls[-1])
        self._moves = len(log)

    def _new_rows(self, rules: Rules, boards: Sequence[Board]) -> Iterator[Message]:
        for board in boards:
            key = board.breaker, board.number
            complete = sum(row.total is not None for row in board.rows)
            for number in range(self._rows.get(key, 0) + 1, complete + 1):
                yield row_message(rules, board, number, self.names)
            self._rows[key] = complete
