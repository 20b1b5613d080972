"""The boards to draw, with the input in progress: for a running match, an ended code, or a real board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from keypeg.core import Attempt, Board, Called, Marks, Phase, Row, Rules, Share, View
from keypeg.terminal.input.entry import MarksEntry, RowEntry
from keypeg.terminal.input.home_board import HomeBoardInput
from keypeg.terminal.input.task import Task


@dataclass(frozen=True)
class Scene:
    """The boards to draw, with the row or marks being entered."""

    rules: Rules
    boards: Sequence[Board]
    shares: Sequence[Share]
    calls: Sequence[Called] = ()
    out: Sequence[int] = ()
    seat: int | None = None
    """The seat whose person is looking."""
    active: frozenset[int] = frozenset()
    """The boards, by index, that are guessed on or marked now."""
    placed: tuple[str, ...] = ()
    task: Task = Task.NOTHING
    entry: RowEntry | None = None
    marks: MarksEntry | None = None
    entered: int | None = None
    """The index of the board for the entered row; by default that of `seat`."""
    marked: tuple[int, int] | None = None
    """The row, by board and number, whose marks are being entered."""
    order: list[int] = field(init=False)
    """The indices of the boards in drawing order: those of `seat` first, unless the code is split."""

    def __post_init__(self) -> None:
        ranked = sorted(range(len(self.boards)), key=self._rank)
        object.__setattr__(self, "order", ranked)

    def _rank(self, index: int) -> tuple[bool, int, int]:
        board = self.boards[index]
        return board.breaker != self.seat and not self.rules.split, board.breaker, board.number


def scene_of(view: View, task: Task, entry: RowEntry | None, marks: MarksEntry | None) -> Scene:
    """Return the scene of a running match, with the row or marks being entered."""
    if view.marking:
        active = frozenset(view.marking)
    elif view.phase is Phase.GUESS:
        active = frozenset(range(len(view.boards))) if view.rules.together else frozenset({view.turn})
    else:
        active = frozenset()
    return Scene(
        rules=view.rules,
        boards=view.boards,
        shares=view.shares,
        calls=view.calls,
        out=view.out,
        seat=view.seat,
        active=active,
        placed=view.placed,
        task=task,
        entry=entry,
        marks=marks,
        marked=_marked(view) if marks else None,
    )


def _marked(view: View) -> tuple[int, int] | None:
    """Return the row that this seat has to mark: the newest of a board being marked."""
    board = view.to_mark
    return (view.boards.index(board), len(board.rows)) if board else None


def scene_of_attempt(rules: Rules, attempt: Attempt, seat: int | None) -> Scene:
    """Return the scene of a finished code, with nothing hidden."""
    return Scene(rules, attempt.boards, attempt.shares, attempt.calls, attempt.out, seat)


def scene_of_home_board(entered: HomeBoardInput) -> Scene:
    """Return the scene of a real board, with the row or marks being entered."""
    view = entered.board.view
    boards = list(view.boards)
    due = _due(entered, boards)
    marked = None
    if entered.placed and entered.marks:
        board = boards[due]
        unmarked: tuple[Marks | None, ...] = (None,) * (entered.answers or 1)
        boards[due] = replace(board, rows=(*board.rows, Row(entered.placed, unmarked)))
        marked = due, len(board.rows) + 1
    elif entered.correcting and entered.marks:
        marked = _place(entered, boards, entered.correcting)
    return Scene(
        rules=view.rules,
        boards=boards,
        shares=view.shares,
        active=frozenset({due}) if view.phase is Phase.GUESS else frozenset(),
        task=entered.move_input.asked,
        entry=entered.move_input.entry if entered.asks_row else None,
        entered=due,
        marks=entered.marks,
        marked=marked,
    )


def _due(entered: HomeBoardInput, boards: Sequence[Board]) -> int:
    """Return the index of the board for the next row."""
    own = [index for index, board in enumerate(boards) if board.breaker == entered.who]
    return min(own, key=lambda index: len(boards[index].rows))


def _place(entered: HomeBoardInput, boards: Sequence[Board], number: int) -> tuple[int, int]:
    """Return where the n-th entered row lies: the index of its board, and its number there."""
    breaker, row = entered.board.rows[number - 1]
    for index, board in enumerate(boards):
        if board.breaker == breaker and any(each is row for each in board.rows):
            return index, next(at for at, each in enumerate(board.rows, start=1) if each is row)
    raise AssertionError("every row lies on a board")
