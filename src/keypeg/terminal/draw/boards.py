"""Draw the boards of a scene as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.style import Style

from keypeg.core import BLANK, HIDDEN, Board, Marks, Row, joined
from keypeg.tell import Names, seat_name
from keypeg.terminal.draw.blocks import Block, clipped, in_lines, width_of
from keypeg.terminal.draw.pegs import Pegs
from keypeg.terminal.draw.scene import Scene
from keypeg.terminal.input.entry import MarksEntry, RowEntry
from keypeg.terminal.input.task import Task
from keypeg.words import Words

EXACT, NEAR, NONE, PENDING = "●", "○", "·", "?"
ACTIVE = "$accent bold"
QUIET = "$board-quiet"
MOST_DRAWN = 20
"""A board for more rows than this is drawn with one free row at a time, as one without a limit."""


class Painter:
    """Draws the boards of a scene in one size."""

    def __init__(self, words: Words, names: Names, pegs: Pegs, *, spaced: bool = False) -> None:
        self.words = words
        self.names = names
        self.pegs = pegs
        self.spaced = spaced
        """Leave an empty line between rows."""

    def draw(self, scene: Scene, width: int) -> Block:
        """Return all boards, with as many side by side as fit into the width."""
        return in_lines([self._board(scene, index) for index in scene.order], width, gap=2 if self.pegs.wide else 1)

    def _board(self, scene: Scene, index: int) -> Block:
        board = scene.boards[index]
        lines: Block = [self._code_line(scene, board)]
        rule = self._row_width(scene, board)
        lines.append(Content.styled("─" * (rule + 1), QUIET))
        for line in self._rows(scene, index, board):
            lines.append(line)
            if self.spaced:
                lines.append(Content(""))
        if scene.rules.split:
            lines.append(self._call_line(scene, board))
        lines = [self._title(scene, index, board, rule), *lines]
        return [self._on_wood(line, rule + 1) for line in lines]

    def _on_wood(self, line: Content, width: int) -> Content:
        padded = line + Content(" " * (width - line.cell_length))
        return padded.stylize_before("$foreground on $board")

    def _title(self, scene: Scene, index: int, board: Board, width: int) -> Content:
        name = self.words.render(seat_name(self.names, board.breaker))
        if scene.rules.boards > 1:
            name = f"{name} {board.number}"
        if board.breaker == scene.seat:
            name = self.words.say("terminal.board.own", who=name)
        if board.breaker in scene.out:
            name = self.words.say("terminal.board.out", who=name)
        active = index in scene.active
        return clipped(Content.styled(("▶ " if active else "  ") + name, ACTIVE if active else "bold"), width)

    def _code_line(self, scene: Scene, board: Board) -> Content:
        holes = scene.rules.guesses[board.breaker - 1].holes
        if scene.entry and scene.task in (Task.HIDE, Task.REVEAL) and self._enters_code(scene, board):
            return self._line("", self._entered(scene.entry))
        if scene.rules.split:
            own = [share.code for share in scene.shares if share.holder == board.breaker and share.code]
            known = joined(own) if own else HIDDEN * holes
            pegs = known.replace(BLANK, HIDDEN)
        else:
            pegs = next(share.code or "" for share in scene.shares if share.holder != board.breaker)
        return self._line("", self._pegs(list(pegs) or [""] * holes))

    def _enters_code(self, scene: Scene, board: Board) -> bool:
        """Return True if the code is entered above this board: a share above one's own, a whole code above another."""
        return (board.breaker == scene.seat) is scene.rules.split and board.number == 1

    def _rows(self, scene: Scene, index: int, board: Board) -> Block:
        holes, width = scene.rules.guesses[board.breaker - 1].holes, self._row_width(scene, board) + 1
        lines = [
            self._line(
                str(number),
                self._pegs(list(row.guess), row=number, board=index),
                self._key(scene, index, number, row),
                lit=width if scene.marked == (index, number) else 0,
            )
            for number, row in enumerate(board.rows, start=1)
        ]
        mine = index in scene.active and (scene.entered == index or board.breaker == scene.seat)
        if mine and scene.entry and scene.task is Task.GUESS:
            lines.append(self._line(str(len(lines) + 1), self._entered(scene.entry), lit=width))
        elif mine and scene.placed and scene.rules.together:
            lines.append(self._line(str(len(lines) + 1), self._pegs(list(scene.placed[0])), Content.styled("…", QUIET)))
        limit = scene.rules.rows
        most = limit if limit and limit <= MOST_DRAWN else max(len(lines), len(board.rows) + 1, 8)
        lines += [self._line(str(number), self._pegs([""] * holes)) for number in range(len(lines) + 1, most + 1)]
        return lines

    def _call_line(self, scene: Scene, board: Board) -> Content:
        if scene.entry and scene.task is Task.CALL and board.breaker == scene.seat and board.number == 1:
            return self._line("!", self._entered(scene.entry), lit=self._row_width(scene, board) + 1)
        called = next((call for call in scene.calls if call.seat == board.breaker), None)
        if called is None or board.number > 1:
            return Content("")
        verdict = {True: "✓", False: "✗", None: "?"}[called.right]
        return self._line("!", self._pegs(list(called.code)), Content.styled(verdict, "bold"))

    def _line(self, label: str, pegs: Content, key: Content | None = None, *, lit: int = 0) -> Content:
        """Return a line of a board, with its first `lit` cells highlighted."""
        start = Content.styled(f"{label:>2}", ACTIVE if lit else QUIET)
        line = start + pegs + (Content(" ") + key if key else Content(""))
        if not lit:
            return line
        return (line + Content(" " * (lit - line.cell_length))).stylize_before("on $board-active")

    def _pegs(self, pegs: Sequence[str], **meta: int) -> Content:
        gap = Content(" ")
        return gap + gap.join(self.pegs.draw(peg, False, **meta) for peg in pegs) + gap

    def _entered(self, entry: RowEntry) -> Content:
        """Draw the row being entered: [ ] around the cursor, ( ) around held pegs."""
        around = [" "] * (len(entry.holes) + 1)
        for hole in sorted(entry.held):
            around[hole], around[hole + 1] = "(", ")"
        around[entry.at], around[entry.at + 1] = "[", "]"
        line = Content.styled(around[0], ACTIVE)
        for hole, peg in enumerate(entry.holes):
            line = line + self.pegs.draw(peg, hole=hole) + Content.styled(around[hole + 1], ACTIVE)
        return line

    def _key(self, scene: Scene, index: int, number: int, row: Row) -> Content:
        board, entering = scene.boards[index], scene.marked == (index, number)
        if scene.rules.split and not scene.rules.counts_only:
            return self._answers(scene, board, row, entering=entering)
        if entering and scene.marks:
            return self._marks_entered(scene.marks)
        return _key_pegs(row.total, len(row.guess), split=scene.rules.split)

    def _answers(self, scene: Scene, board: Board, row: Row, *, entering: bool) -> Content:
        rules = scene.rules
        seats = [seat for seat in range(1, rules.seats + 1) if seat != board.breaker]
        line = Content("")
        for at, seat in enumerate(seats):
            given = row.marks[at * rules.boards : (at + 1) * rules.boards]
            if entering and scene.marks and seat == scene.seat:
                answer = self._answer_entered(scene.marks)
            elif entering and scene.marks and scene.seat is None:
                answer = self._answer_entered(scene.marks, at * rules.boards, rules.boards)
            else:
                answer = Content("").join(_answer(marks) for marks in given)
            line = line + Content.styled(str(seat), QUIET) + answer + Content("" if seat == seats[-1] else " ")
        return line

    def _marks_entered(self, marks: MarksEntry) -> Content:
        values = zip((EXACT, NEAR), marks.values, strict=True)
        fields = (self._field(f"{sign}{value}", marks.at == at, at) for at, (sign, value) in enumerate(values))
        return Content(" ").join(fields)

    def _answer_entered(self, marks: MarksEntry, first: int = 0, many: int | None = None) -> Content:
        """Draw the answers that one seat enters; beside a real board, its part of all the answers entered."""
        signs = [(NONE, NEAR, EXACT)[value] for value in marks.values]
        fields = [self._field(sign, marks.at == at, at) for at, sign in enumerate(signs)]
        return Content("").join(fields[first:] if many is None else fields[first : first + many])

    def _field(self, text: str, at: bool, number: int) -> Content:
        # Reverse the colours instead of adding brackets: the board must not grow while marks are entered.
        shown = Content.styled(text, "reverse bold" if at else "bold")
        return shown.stylize(_meta(field=number))

    def _row_width(self, scene: Scene, board: Board) -> int:
        holes = scene.rules.guesses[board.breaker - 1].holes
        key = holes
        if scene.rules.split and not scene.rules.counts_only:
            key = (scene.rules.seats - 1) * (scene.rules.boards + 2) - 1
        return 2 + holes * (self.pegs.cells + 1) + 1 + 1 + key

    def row(self, code: str, marks: Content | None = None) -> Content:
        """Return one row by itself."""
        return self._line("", self._pegs(list(code)), marks)


@dataclass(frozen=True)
class Canvas:
    """Draws a scene as large as it fits; `pegs_of` returns wide or narrow pegs."""

    words: Words
    names: Names
    pegs_of: Callable[[bool], Pegs]

    def fit(self, scene: Scene, width: int, height: int) -> Block:
        for wide, spaced in ((True, True), (True, False)):
            block = Painter(self.words, self.names, self.pegs_of(wide), spaced=spaced).draw(scene, width)
            if len(block) <= height and width_of(block) <= width:
                return block
        return Painter(self.words, self.names, self.pegs_of(False)).draw(scene, width)


def key_pegs(marks: Marks | None, holes: int) -> Content:
    """Return marks as key pegs: filled for exact, hollow for near."""
    return _key_pegs(marks, holes, split=False)


def _key_pegs(marks: Marks | None, holes: int, *, split: bool) -> Content:
    if marks is None:
        return Content.styled(PENDING * (1 if split else holes), QUIET)
    rest = 0 if split else holes - marks.exact - marks.near
    return (
        Content.styled(EXACT * marks.exact, "$key-exact bold")
        + Content.styled(NEAR * marks.near, "$key-near bold")
        + Content.styled(NONE * rest, QUIET)
    )


def _answer(marks: Marks | None) -> Content:
    if marks is None:
        return Content.styled(PENDING, QUIET)
    if marks.exact:
        return Content.styled(EXACT, "$key-exact bold")
    return Content.styled(NEAR, "$key-near bold") if marks.near else Content.styled(NONE, QUIET)


def _meta(**meta: object) -> Style:
    return Style.from_meta(meta)
