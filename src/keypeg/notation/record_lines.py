"""The lines of a record below its headers: moves, and notes that follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from keypeg.core import Attempt, Board, Draw, Guess, Marking, Move, Rules, State, View, outcome
from keypeg.notation.codes import row_marks_text
from keypeg.notation.moves import move_text, seat_text
from keypeg.notation.seals import WORD, Seals
from keypeg.notation.views import heading, outcome_text, result_text

ROUND, SEAL, RESULT, OVER = "round ", f"{WORD} ", "= ", "over, "


@dataclass(frozen=True, slots=True)
class Line:
    """A move, or a note (a heading, a seal, a result, the end). `moves` counts the moves before it."""

    text: str
    moves: int
    number: int = 0
    """Its line number in the file."""
    attempt: Attempt | View | None = None
    """The attempt it belongs to. None for a line read from a file, as is `move`: the seat and its move."""
    move: tuple[int, Move] | None = None

    @property
    def note(self) -> str | None:
        """The kind of note; None for a move."""
        return next((kind for kind in (ROUND, SEAL, RESULT, OVER) if self.text.startswith(kind)), None)

    @property
    def marks(self) -> str | None:
        """The marks written after a guess."""
        _, colon, marks = self.text.partition(":")
        return marks if colon and self.note is None else None


def body(position: State | View, seals: Seals) -> Iterator[Line]:
    """Yield the lines below the headers."""
    rules, moves = position.rules, 0
    if rules.first is None and position.first is not None:
        yield Line(f"{seat_text(0)} {move_text(rules, Draw(position.first))}", moves)
        moves += 1
    for attempt in position.past:
        yield from _attempt(rules, attempt, moves, seals)
        moves += len(attempt.log)
        yield Line(f"{RESULT}{result_text(attempt)}", moves, attempt=attempt)
    now = position.now if isinstance(position, State) else position
    if now is not None and now.log:
        yield from _attempt(rules, now, moves, seals)
        moves += len(now.log)
    end = outcome(position) if isinstance(position, State) else position.outcome
    if end:
        yield Line(f"{OVER}points {' '.join(map(str, end.points))}, {outcome_text(end)}", moves)


def _attempt(rules: Rules, attempt: Attempt | View, moves: int, seals: Seals) -> Iterator[Line]:
    boards = attempt.boards
    yield Line(heading(rules, attempt.round, attempt.code), moves, attempt=attempt)
    placed = {(board.breaker, board.number): 0 for board in boards}
    for at, (seat, move) in enumerate(attempt.log, start=moves):
        marks = ""
        if isinstance(move, Guess) and rules.marking is Marking.TABLE:
            marks = _marks(rules, seat, move, boards, placed)
        yield Line(f"{seat_text(seat)} {move_text(rules, move)}{marks}", at, 0, attempt, (seat, move))
        for seal in seals.get(at, ()):
            yield Line(str(seal), at + 1, attempt=attempt)


def _marks(rules: Rules, seat: int, move: Guess, boards: Sequence[Board], placed: dict[tuple[int, int], int]) -> str:
    """Return the marks that the table gave this guess, if any. `placed` counts the rows written for each board."""
    for board in sorted(boards, key=lambda board: placed[board.breaker, board.number]):
        at = placed[board.breaker, board.number]
        if board.breaker == seat and at < len(board.rows) and board.rows[at].guess == move.code:
            placed[board.breaker, board.number] += 1
            return f":{row_marks_text(rules, board, board.rows[at])}"
    return ""
