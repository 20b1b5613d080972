"""What is new since the last time: a View told as sentences, each fact once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keypeg.core import Attempt, Board, Call, Called, Deal, Guess, Hide, Judge, Mark, Move, Rules, View
from keypeg.tell.events import (
    call_words,
    heading_words,
    left_words,
    move_words,
    outcome_words,
    points_words,
    share_words,
    verdict_words,
)
from keypeg.tell.names import Names, seat_name
from keypeg.tell.rows import row_words
from keypeg.words import Words

Log = Sequence[tuple[int, Move]]


class Narrator:
    """Tells one listener what happened. Hand it the Views of one seat (or of watchers) as they come."""

    def __init__(self, words: Words, names: Names, *, rows: bool = True) -> None:
        """Without `rows`, what is seen on the boards anyway is left out."""
        self._with_rows = rows
        self.words = words
        self.names = names
        self._attempts = 0
        """Attempts that have been told to their end."""
        self._moves = 0
        self._rows: dict[tuple[int, int], int] = {}
        """By breaker and board: rows that have been told with all their marks."""
        self._begun = False
        self._lots = False
        self._over = False

    def news(self, view: View) -> list[str]:
        """Sentences about everything that was not told yet. What was taken back is forgotten silently."""
        return list(self._news(view))

    def _news(self, view: View) -> Iterator[str]:
        if view.first is not None and view.rules.first is None and not self._lots:
            self._lots = True
            yield self.words.say("tell.move.draw", who=seat_name(self.words, self.names, view.first))
        for attempt in view.past[self._attempts :]:
            yield from self._settled(view, attempt)
        if view.outcome and not self._over:
            self._over = True
            yield points_words(self.words, view.rules, self.names, view.outcome.points)
            yield outcome_words(self.words, self.names, view.outcome)
        if view.round:
            yield from self._running(view)

    def _settled(self, view: View, attempt: Attempt) -> Iterator[str]:
        yield from self._heading(view.rules, attempt.round, attempt.code, again=False)
        yield from self._progress(view.rules, attempt.boards, attempt.log, attempt.calls)
        if not attempt.log:
            # A server does not send the moves of what is over.
            yield from left_words(self.words, self.names, attempt)
        yield from verdict_words(self.words, view.rules, self.names, attempt)
        self._attempts += 1
        self._moves, self._rows, self._begun = 0, {}, False

    def _running(self, view: View) -> Iterator[str]:
        yield from self._heading(view.rules, view.round, view.code, again=bool(view.again))
        dealt = any(isinstance(move, Deal) for _, move in view.log[self._moves :])
        yield from self._progress(view.rules, view.boards, view.log, view.calls)
        if dealt and view.own_shares:
            held = [share_words(self.words, share.code) for share in view.own_shares if share.code]
            if held:
                yield self.words.say("tell.share.own", shares=", ".join(held))

    def _heading(self, rules: Rules, round: int, code: int, *, again: bool) -> Iterator[str]:
        if not self._begun:
            self._begun = True
            yield heading_words(self.words, rules, round, code, again=again) + "."

    def _progress(self, rules: Rules, boards: Sequence[Board], log: Log, calls: Sequence[Called]) -> Iterator[str]:
        new, before = log[self._moves :], (Deal, Hide)
        yield from (move_words(self.words, self.names, *made) for made in new if isinstance(made[1], before))
        if self._with_rows:
            yield from self._new_rows(rules, boards)
        made = iter(calls[sum(isinstance(move, Call) for _, move in log[: self._moves]) :])
        for seat, move in new:
            # Rows are told with their marks.
            if not isinstance(move, Guess | Mark | Deal | Hide):
                yield move_words(self.words, self.names, seat, move)
            if isinstance(move, Call):
                called = next(made, None)
                if called and not called.judged:
                    yield call_words(self.words, self.names, called)
        if calls and new and isinstance(log[-1][1], Judge) and calls[-1].right is not None:
            yield call_words(self.words, self.names, calls[-1])
        self._moves = len(log)

    def _new_rows(self, rules: Rules, boards: Sequence[Board]) -> Iterator[str]:
        for board in boards:
            key = board.breaker, board.number
            complete = sum(row.total is not None for row in board.rows)
            for number in range(self._rows.get(key, 0) + 1, complete + 1):
                yield row_words(self.words, rules, board, number, self.names)
            self._rows[key] = complete
