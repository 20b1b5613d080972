"""The screen for a real board: Keypeg breaks its code or helps to break it, and finds wrong marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from keypeg.core import Call, Guess
from keypeg.errors import KeypegError
from keypeg.review.advice import Grade
from keypeg.table import HomeBoard
from keypeg.tell.coach import explanation_messages, hint_messages
from keypeg.tell.doctor import doctor_messages, left_message
from keypeg.terminal.draw.boards import Canvas
from keypeg.terminal.draw.panels import KeyHint, tray
from keypeg.terminal.draw.scene import scene_of_home_board
from keypeg.terminal.input.home_board import HomeBoardInput
from keypeg.terminal.input.keymap import HOME, action_of
from keypeg.terminal.screens.help import HelpScreen
from keypeg.terminal.screens.page import WIDE, Keys, Page, action_at


class HomeScreen(Page[None]):
    """The rows of a real board, and the conclusions from them."""

    class Thought(Message):
        """Posted with the result of thinking about the rows: sentences, and a row to place."""

        def __init__(self, rows: int, said: Sequence[str], row: str | None) -> None:
            super().__init__()
            self.rows = rows
            self.said = said
            self.row = row

    def __init__(self, board: HomeBoard, *, breaks: bool) -> None:
        """With `breaks`, Keypeg proposes the rows; otherwise it only helps."""
        super().__init__()
        self.board = board
        self.breaks = breaks
        self.said: Sequence[str] = ()
        self._changes = 0
        self._grades: list[Grade] = []

    def compose(self) -> ComposeResult:
        self.input = HomeBoardInput(self.keypeg.words, self.board)
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

    # Thinking

    def _changed(self) -> None:
        """Think about the changed rows, in a background thread."""
        self._grades, self.said = [], (self.say("terminal.home.thinking"),)
        self._changes += 1
        self.input.begin()
        self._draw()
        self._think(self._diagnose)

    def _think(self, think: Callable[[], tuple[Sequence[str], str | None]]) -> None:
        changes = self._changes

        def run() -> Message:
            try:
                said, row = think()
            except KeypegError as error:
                said, row = (self.keypeg.words.render(error.message),), None
            return self.Thought(changes, said, row)

        self.off_thread(run)

    def _diagnose(self) -> tuple[Sequence[str], str | None]:
        """Return sentences on the codes that fit or the wrong marks, and the next row if Keypeg breaks the code."""
        rows = [f"{number} ({row.guess})" for number, (_, row) in enumerate(self.board.rows, start=1)]
        diagnosis = self.board.diagnosis
        told = doctor_messages(diagnosis, rows) if rows else (left_message(diagnosis),)
        said = list(self.keypeg.words.render_all(told))
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
        if message.row:
            self.input.propose(message.row)
        self._draw()

    # Drawing

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        area = self.query_one("#boards", VerticalScroll).size
        canvas = Canvas(self.keypeg.words, {}, partial(self.keypeg.pegs, self.board.rules))
        block = canvas.fit(scene_of_home_board(self.input), area.width, area.height)
        self.query_one("#scene", Static).update(Content("\n").join(block))
        self.query_one("#told", Static).update(Content("\n\n").join(map(Content, self.said)))
        pegs = self.keypeg.pegs(self.board.rules)
        shown = tray(self.input.move_input, pegs, named=self.has_class("wide")) if self.input.asks_row else ""
        self.query_one("#tray", Static).update(shown)
        self.query_one("#prompt", Static).update(self._prompt())
        self.query_one(Keys).show(self._keys())

    def _prompt(self) -> Content:
        if self.input.move_input.complaint:
            return Content.styled(f"⚠ {self.input.move_input.complaint}", "$error bold")
        if self.board.broken:
            return Content(self.say("terminal.home.broken", rows=len(self.board.rows)))
        if self.input.correcting:
            return Content(self.say("terminal.home.correct", row=self.input.correcting))
        if self.input.placed:
            key = "terminal.home.marks-proposed" if self.breaks else "terminal.home.marks"
            return Content(self.say(key, code=self.input.placed))
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
        if self.input.type(event.key, character):
            event.stop()
            self._draw()
            return
        action = action_of(HOME, event.key, character)
        if action:
            event.stop()
            event.prevent_default()
            self.act(action)

    def on_click(self, event: events.Click) -> None:
        action = action_at(event)
        if action:
            self.act(action)
        elif self.input.click(event.style.meta):
            self._draw()

    def act(self, action: str) -> None:
        """Run the action of a key or a click."""
        if self.input.edit(action):
            self._draw()
            return
        try:
            match action:
                case "submit":
                    if self.input.submit():
                        self._changed()
                case "undo":
                    self.board.undo()
                    self._changed()
                case "correct":
                    self.input.correct()
                case "who":
                    self.input.next_who()
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
            self.input.move_input.complaint = self.keypeg.words.render(error.message)
        self._draw()

    def _hint(self) -> None:
        grade = next((grade for grade in Grade if grade not in self._grades), Grade.BEST)
        self._grades.append(grade)
        self._think(lambda: ([*self.keypeg.words.render_all(hint_messages(self.board.hint(grade)))], None))

    def _check(self) -> None:
        planned = self.input.move_input.planned()
        if planned:
            words, rules = self.keypeg.words, self.board.rules
            self._think(
                lambda: ([*words.render_all(explanation_messages(rules, {}, self.board.explain(planned)))], None)
            )
