"""The screen with the review of a match: the loss and luck of every row, and the codes left after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import Thread

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from keypeg.core import Marks
from keypeg.errors import KeypegError
from keypeg.notation import Record, read_record
from keypeg.review import BoardReview, Review, RoundReview, review
from keypeg.tell import Names, heading_message, seat_name
from keypeg.tell.layout import GAP, packed
from keypeg.tell.review import (
    Table,
    board_messages,
    board_table,
    fit_messages,
    record_names,
    split_messages,
    split_table,
    void_messages,
)
from keypeg.terminal.draw.blocks import beside, width_of
from keypeg.terminal.draw.boards import key_pegs
from keypeg.terminal.draw.curve import curve
from keypeg.terminal.screens.page import Keys, Page

CURVE = 6
"""The height of the curve, in lines."""
MARGIN = 5
"""Columns beside the lines: the padding of the page, and its scroll bar."""
GUESS, MARKS, BEST = 1, 2, 4
"""The indices of the table columns that are drawn as pegs."""


class ReviewScreen(Page[None]):
    """The review of a match. Any key closes it, except those that scroll."""

    class Reviewed(Message):
        """Posted when the review is ready, or has failed."""

        def __init__(self, record: Record | None, found: Review | None, error: KeypegError | None = None) -> None:
            super().__init__()
            self.record = record
            self.found = found
            self.error = error

    def __init__(self, record: Callable[[], str], title: str = "") -> None:
        """Review the record that `record` returns; it is called in a thread, since it may have to ask a server."""
        super().__init__()
        self._fetch = record
        self._heading = title
        self._reviewed: ReviewScreen.Reviewed | None = None

    def compose(self) -> ComposeResult:
        yield Static(f"{self.say('terminal.review.title')}  {self._heading}".rstrip(), classes="bar")
        with VerticalScroll(classes="page"):
            yield Static(self.say("terminal.review.thinking"), id="lines")
        yield Keys([("esc", self.say("terminal.key.back"), ""), ("↑↓", self.say("terminal.key.scroll"), "")])

    def on_mount(self) -> None:
        def think() -> None:
            try:
                record = read_record(self._fetch())
                message = self.Reviewed(record, review(record))
            except KeypegError as error:
                message = self.Reviewed(None, None, error)
            self.post_message(message)

        Thread(target=think, daemon=True).start()

    def on_review_screen_reviewed(self, message: Reviewed) -> None:
        self._reviewed = message
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if self._reviewed is None:
            return
        if self._reviewed.error:
            lines = [Content(self.keypeg.words.render(self._reviewed.error.message))]
        else:
            assert self._reviewed.record is not None
            assert self._reviewed.found is not None
            lines = list(self._lines(self._reviewed.record, self._reviewed.found))
        self.query_one("#lines", Static).update(Content("\n").join(lines))

    def _lines(self, record: Record, found: Review) -> Iterator[Content]:
        names = record_names(record)
        for each in found.rounds:
            heading = self.keypeg.words.render(heading_message(found.rules, each.round, each.code))
            yield Content.styled(heading, "$accent bold")
            yield from map(Content, self.keypeg.words.render_all(void_messages(names, each)))
            for board in each.boards:
                yield Content(
                    self.say("tell.review.breaks", who=self.keypeg.words.render(seat_name(names, board.seat)))
                )
                yield from self._board(found, board)
                yield Content("")
            if each.split:
                yield from self._split(found, each, names)

    def _board(self, found: Review, board: BoardReview) -> Iterator[Content]:
        if not board.rows:
            yield Content(self.say("tell.review.no-rows"))
            return
        pegs = self.keypeg.pegs(found.rules)
        table = board_table(board)
        drawn = [list(map(Content, self.keypeg.words.render_all(row))) for row in table.rows]
        for cells, row in zip(drawn, board.rows, strict=True):
            cells[GUESS] = Content(" ").join(pegs.draw(peg) for peg in row.guess)
            cells[MARKS] = key_pegs(Marks(*row.marks), len(row.guess))
            if row.best:
                cells[BEST] = Content(" ").join(pegs.draw(peg) for peg in row.best)
        yield from self._aligned(table, drawn)
        yield from map(Content, self.keypeg.words.render_all(board_messages(board)))
        for row in board.rows:
            notes = " ".join(self.keypeg.words.render_all(fit_messages(board, row)))
            if notes:
                yield Content(self.say("tell.review.note", row=row.number, said=notes))
        yield from self._curve(board)

    def _curve(self, board: BoardReview) -> Iterator[Content]:
        """Draw the number of codes left before the first row and after each row."""
        counts = [board.rows[0].before, *(row.after for row in board.rows)]
        known = [count for count in counts if count is not None]
        if len(known) == len(counts):
            yield Content("")
            yield Content.styled(self.say("terminal.review.curve"), "$quiet")
            yield from curve(known, CURVE)

    def _split(self, found: Review, each: RoundReview, names: Names) -> Iterator[Content]:
        assert each.split is not None
        table = split_table(found.rules, names, each.split)
        pegs = self.keypeg.pegs(found.rules)
        drawn = [list(map(Content, self.keypeg.words.render_all(row))) for row in table.rows]
        for cells, row in zip(drawn, each.split.rows, strict=True):
            cells[2] = Content(" ").join(pegs.draw(peg) for peg in row.guess)
        yield from self._aligned(table, drawn)
        yield from map(Content, self.keypeg.words.render_all(split_messages(names, each.split)))
        yield Content("")

    def _aligned(self, table: Table, rows: list[list[Content]]) -> list[Content]:
        """Lay the table out in columns, words left-aligned and numbers right-aligned; in blocks if it is too wide."""
        head = [Content.styled(title, "$quiet") for title in self.keypeg.words.render_all(table.head)]
        columns = []
        for at, title in enumerate(head):
            cells = [title, *(row[at] for row in rows)]
            width = max(cell.cell_length for cell in cells)
            right = at in table.right
            columns.append([_padded(cell, width, right=right) for cell in cells])
        lines, room = beside(columns, gap=GAP), self.size.width - MARGIN
        return lines if width_of(lines) <= room else [line for row in rows for line in _block(head, row, room)]

    def on_key(self, event: events.Key) -> None:
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            self.dismiss(None)


def _block(head: Sequence[Content], row: Sequence[Content], width: int) -> Iterator[Content]:
    """Lay out one row of a table that is too wide: each cell after its title, on as many lines as needed."""
    cells = [title + Content(" ") + cell for title, cell in zip(head, row, strict=True) if cell.plain]
    for at, line in enumerate(packed(((cell, cell.cell_length) for cell in cells), width)):
        yield Content(" " * GAP * bool(at)) + Content(" " * GAP).join(line)


def _padded(cell: Content, width: int, *, right: bool) -> Content:
    space = Content(" " * (width - cell.cell_length))
    return space + cell if right else cell + space
