"""Beside a real board: Keypeg breaks the code that lies there, or helps, and finds wrong marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from threading import Thread

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from keypeg.core import Board, Call, Guess, Marks, Phase, Row
from keypeg.errors import Illegal, KeypegError, error_words
from keypeg.review.advice import Grade
from keypeg.table import HomeBoard
from keypeg.tell.coach import explain_words, hint_words
from keypeg.tell.doctor import doctor_words
from keypeg.terminal.desk import tray
from keypeg.terminal.entry import MarksEntry, Task
from keypeg.terminal.hand import Hand
from keypeg.terminal.scene import Easel, Scene
from keypeg.terminal.screens.help import HelpScreen
from keypeg.terminal.screens.page import KeyHint, Keys, Page, action_at
from keypeg.terminal.screens.play import WIDE

KEYS = {
    "left": "left",
    "right": "right",
    "tab": "right",
    "shift+tab": "left",
    "up": "turn-up",
    "down": "turn-down",
    "backspace": "erase",
    "delete": "erase",
    "enter": "submit",
    "a": "copy",
    "z": "fill",
    "x": "hold",
    "j": "who",
    "f2": "correct",
    "t": "hint",
    "v": "check",
    "u": "undo",
    "?": "help",
    "f1": "help",
    "escape": "leave",
    "q": "leave",
}


class HomeScreen(Page[None]):
    """The rows of a real board, with what Keypeg makes of them."""

    class Thought(Message):
        """What has been thought of the rows as they are now: sentences, and a row to place."""

        def __init__(self, rows: int, said: Sequence[str], row: str | None) -> None:
            super().__init__()
            self.rows = rows
            self.said = said
            self.row = row

    def __init__(self, board: HomeBoard, *, breaks: bool) -> None:
        """With `breaks` Keypeg says which rows to place; without, it only helps."""
        super().__init__()
        self.board = board
        self.breaks = breaks
        self.placed: str | None = None
        """A row that lies on the board and has no marks yet."""
        self.correcting: int | None = None
        self.marks: MarksEntry | None = None
        self.said: Sequence[str] = ()
        self._changes = 0
        self._grades: list[Grade] = []
        self._who: int | None = None

    def compose(self) -> ComposeResult:
        self.hand = Hand(self.keypeg.words, self.board.view)
        yield Static(f"{self.say('terminal.home.title')} · {self.board.rules}", classes="bar")
        with Horizontal(id="middle"):
            with VerticalScroll(id="boards", can_focus=False):
                yield Static(id="scene")
            with Vertical(id="side"), VerticalScroll(id="news", can_focus=False):
                yield Static(id="told")
        yield Static(id="tray", classes="tray")
        yield Static(id="prompt", classes="prompt")
        yield Keys(id="keys")

    def on_mount(self) -> None:
        self._changed()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self._draw)

    # The course of things

    def _changed(self) -> None:
        """Rows have come or gone: think about them, off this thread."""
        self.placed, self.marks, self.correcting, self._who = None, None, None, None
        self._grades, self.said = [], (self.say("terminal.home.thinking"),)
        self._changes += 1
        self.hand.calling = False
        self.hand.look(self.board.view)
        self._draw()
        self._think(self._diagnose)

    def _think(self, think: Callable[[], tuple[Sequence[str], str | None]]) -> None:
        changes = self._changes

        def run() -> None:
            try:
                said, row = think()
            except KeypegError as error:
                said, row = (error_words(self.keypeg.words, error),), None
            self.post_message(self.Thought(changes, said, row))

        Thread(target=run, daemon=True).start()

    def _diagnose(self) -> tuple[Sequence[str], str | None]:
        """What fits, which marks are wrong if nothing does, and where Keypeg breaks, its next row."""
        rows = [f"{number} ({row.guess})" for number, (_, row) in enumerate(self.board.rows, start=1)]
        diagnosis = self.board.diagnosis
        said = list(doctor_words(self.keypeg.words, diagnosis, rows))
        if self.board.broken:
            return [self.say("terminal.home.broken", rows=len(self.board.rows))], None
        if not self.breaks or diagnosis.fits is False or self.board.full:
            return said, None
        move = self.board.propose()
        if not isinstance(move, Guess | Call):
            return said, None
        return [*said, self.say("terminal.home.place", code=move.code)], move.code

    def on_home_screen_thought(self, message: Thought) -> None:
        if message.rows != self._changes:
            return
        self.said = message.said
        if message.row and self.placed is None and not any(self.hand.entry.holes if self.hand.entry else ()):
            self._ask_marks(message.row)
        self._draw()

    @property
    def who(self) -> int:
        """Whose row it is: of a split code the seats take turns unless another is named."""
        if not self.board.rules.split:
            return self.board.seat
        return self._who or len(self.board.rows) % self.board.rules.seats + 1

    def _ask_marks(self, row: str) -> None:
        self.placed, self.hand.complaint = row, ""
        self.marks = MarksEntry(len(row), self._answers())

    def _answers(self) -> int:
        """How many answers a row gets, one by one; 0 where it gets a sum."""
        rules = self.board.rules
        return rules.shares - rules.boards if rules.split and not rules.counts_only else 0

    # Drawing

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        area = self.query_one("#boards", VerticalScroll).size
        easel = Easel(self.keypeg.words, {}, partial(self.keypeg.pegs, self.board.rules))
        block = easel.fit(self._scene(), area.width, area.height)
        self.query_one("#scene", Static).update(Content("\n").join(block))
        self.query_one("#told", Static).update(Content("\n\n").join(map(Content, self.said)))
        pegs = self.keypeg.pegs(self.board.rules)
        asks_row = self.marks is None and self.hand.asked is Task.GUESS
        self.query_one("#tray", Static).update(tray(self.hand, pegs, named=self.has_class("wide")) if asks_row else "")
        self.query_one("#prompt", Static).update(self._prompt())
        self.query_one(Keys).show(self._keys())

    def _scene(self) -> Scene:
        view = self.board.view
        boards = list(view.boards)
        due = self._due(boards)
        marked = None
        if self.placed and self.marks:
            board = boards[due]
            boards[due] = replace(board, rows=(*board.rows, Row(self.placed, self._none())))
            marked = due, len(board.rows) + 1
        elif self.correcting and self.marks:
            marked = self._place(boards, self.correcting)
        entry = self.hand.entry if self.marks is None and self.hand.asked is Task.GUESS else None
        return Scene(
            rules=view.rules,
            boards=boards,
            shares=view.shares,
            active=frozenset({due}) if view.phase is Phase.GUESS else frozenset(),
            task=self.hand.asked,
            entry=entry,
            entered=due,
            marks=self.marks,
            marked=marked,
        )

    def _none(self) -> tuple[Marks | None, ...]:
        return (None,) * (self._answers() or 1)

    def _due(self, boards: Sequence[Board]) -> int:
        """The board that the next row goes to."""
        mine = [index for index, board in enumerate(boards) if board.breaker == self.who]
        return min(mine, key=lambda index: len(boards[index].rows))

    def _place(self, boards: Sequence[Board], number: int) -> tuple[int, int]:
        """The board and the row of the n-th row that was entered."""
        breaker, row = self.board.rows[number - 1]
        for index, board in enumerate(boards):
            if board.breaker == breaker and any(each is row for each in board.rows):
                return index, next(at for at, each in enumerate(board.rows, start=1) if each is row)
        raise AssertionError("every row lies on a board")

    def _prompt(self) -> Content:
        if self.hand.complaint:
            return Content.styled(f"⚠ {self.hand.complaint}", "$error bold")
        if self.board.broken:
            return Content(self.say("terminal.home.broken", rows=len(self.board.rows)))
        if self.correcting:
            return Content(self.say("terminal.home.correct", row=self.correcting))
        if self.placed:
            key = "terminal.home.marks-proposed" if self.breaks else "terminal.home.marks"
            return Content(self.say(key, code=self.placed))
        return Content(self.say("terminal.home.row"))

    def _keys(self) -> list[KeyHint]:
        say = self.say
        hints = [("⏎", say("terminal.key.enter"), "submit"), ("F2", say("terminal.key.correct"), "correct")]
        if self.board.rules.split:
            hints.append(("j", say("terminal.key.who"), "who"))
        hints += [("t", say("terminal.key.hint"), "hint"), ("v", say("terminal.key.check"), "check")]
        hints += [("u", say("terminal.key.undo"), "undo"), ("?", say("terminal.key.help"), "help")]
        return [*hints, ("esc", say("terminal.key.back"), "leave")]

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if self.marks is None:
            typed = self.hand.type(event.key, character)
        elif event.key in ("backspace", "delete"):
            self.marks, self.placed, self.correcting, typed = None, None, None, True
        else:
            typed = self._type_marks(event.key, character)
        if typed:
            event.stop()
            self._draw()
            return
        action = KEYS.get(event.key) or KEYS.get(character.lower())
        if action:
            event.stop()
            event.prevent_default()
            self.act(action)

    def _type_marks(self, key: str, character: str) -> bool:
        assert self.marks is not None
        self.hand.complaint = ""
        return self.marks.type(key, character.upper())

    def on_click(self, event: events.Click) -> None:
        action, meta = action_at(event), event.style.meta
        if action:
            self.act(action)
        elif "field" in meta and self.marks:
            self.marks.at = int(meta["field"])
            self.marks.add(1)
            self._draw()
        elif self.marks is None and self.hand.click(meta):
            self._draw()

    def act(self, action: str) -> None:
        """Do what a key or a click asks for."""
        if self.marks is None and self.hand.edit(action):
            self._draw()
            return
        try:
            match action:
                case "submit":
                    self._submit()
                case "undo":
                    self.board.undo()
                    self._changed()
                case "correct":
                    self._correct()
                case "who":
                    self._who = self.who % self.board.rules.seats + 1
                case "hint":
                    self._hint()
                case "check":
                    self._check()
                case "help":
                    self.app.push_screen(HelpScreen())
                case "leave":
                    self.dismiss(None)
                    return
                case _:
                    return
        except KeypegError as error:
            self.hand.complaint = error_words(self.keypeg.words, error)
        self._draw()

    def _submit(self) -> None:
        if self.marks is None:
            if self.board.broken:
                raise Illegal("home-broken")
            if self.board.full:
                raise Illegal("home-full", rows=self.board.rules.rows or 0)
            move = self.hand.move()
            if isinstance(move, Guess):
                self._ask_marks(move.code)
        elif self.correcting:
            self.board.correct(self.correcting, self.marks.marks)
            self._changed()
        elif self.placed:
            self.board.place(self.placed, self.marks.marks, self.who)
            if self.hand.entry:
                self.hand.entry.clear()
            self._changed()

    def _correct(self) -> None:
        """Enter the marks of the last row again; asked again, those of the row before it."""
        if not self.board.rows:
            raise Illegal("home-no-row", row=1, rows=0)
        self.correcting = (self.correcting or len(self.board.rows) + 1) - 1 or len(self.board.rows)
        self.placed = None
        _, row = self.board.rows[self.correcting - 1]
        self.marks = MarksEntry(len(row.guess), self._answers())

    def _hint(self) -> None:
        grade = next((grade for grade in Grade if grade not in self._grades), Grade.BEST)
        self._grades.append(grade)
        self._think(lambda: ([*hint_words(self.keypeg.words, self.board.hint(grade))], None))

    def _check(self) -> None:
        planned = self.hand.planned()
        if planned:
            words, rules = self.keypeg.words, self.board.rules
            self._think(lambda: ([*explain_words(words, rules, {}, self.board.explain(planned))], None))
