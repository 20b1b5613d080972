"""Draw a match on the screen for the seat whose person looks at it."""

from __future__ import annotations

from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from keypeg.terminal.draw.boards import Canvas
from keypeg.terminal.draw.panels import Panels
from keypeg.terminal.draw.scene import scene_of
from keypeg.terminal.input.move_input import MoveInput
from keypeg.terminal.match.session import Session
from keypeg.terminal.match.shared_screen import SharedScreen
from keypeg.terminal.screens.page import WIDE, Keys, Page

Again = bool | Session
"""True to play again with the same rules and players; a Session if the server's rematch has been joined already."""


class MatchDisplay(Page[Again]):
    """The screen of a match: boards with the input in progress, panels and keys."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.tip: Content | None = None
        """Text to show in place of the prompt, until something else happens."""

    def compose(self) -> ComposeResult:
        self.shared = SharedScreen(self.keypeg.words, self.session)
        self.input = MoveInput(self.keypeg.words, self.session.view(None))
        yield Static(id="bar", classes="bar")
        with Horizontal(id="middle"):
            with VerticalScroll(id="boards", can_focus=False):
                yield Static(id="scene")
            with Vertical(id="side"):
                yield Static(id="seats")
                yield Static(id="notes")
                with VerticalScroll(id="news", can_focus=False):
                    yield Static(id="told")
        yield Static(id="tray", classes="tray")
        yield Static(id="prompt", classes="prompt")
        yield Keys(id="keys")

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Redraw everything."""
        if not self.is_mounted:
            return
        entered, panels = self.input, self.panels()
        self.query_one("#bar", Static).update(panels.bar())
        self.query_one("#seats", Static).update(Content("\n").join(panels.seats()))
        self.query_one("#notes", Static).update(Content("\n").join(panels.notes()))
        self.query_one("#told", Static).update(Content("\n").join(map(Content, self.shared.told)))
        self.query_one("#news", VerticalScroll).scroll_end(animate=False)
        self.query_one("#tray", Static).update(panels.tray())
        self.query_one("#prompt", Static).update(panels.prompt())
        self.query_one(Keys).show(panels.keys())
        area = self.query_one("#boards", VerticalScroll).size
        scene = scene_of(entered.view, entered.asked, entered.entry, entered.marks)
        canvas = Canvas(self.keypeg.words, self.session.names, partial(self.keypeg.pegs, entered.view.rules))
        block = canvas.fit(scene, area.width, area.height)
        self.query_one("#scene", Static).update(Content("\n").join(block))

    def panels(self) -> Panels:
        """Return the panels around the boards."""
        pegs = self.keypeg.pegs(self.session.rules)
        return Panels(self.keypeg.words, self.session, self.input, pegs, self.tip, self.has_class("wide"))

    def complain(self, sentence: str) -> None:
        """Show why something cannot be done."""
        self.input.complaint = sentence
        self.draw()

    def tell(self, tip: Content) -> None:
        """Show a tip in place of the prompt."""
        self.input.complaint, self.tip = "", tip
        self.draw()
