"""A curtain over the screen while it is handed to the next person."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.widgets import Static

from keypeg.terminal.screens.page import Page


class Curtain(Page[None]):
    """A blank screen that stays until the next person confirms that they are here."""

    def __init__(self, who: str) -> None:
        super().__init__()
        self._who = who

    def compose(self) -> ComposeResult:
        yield Static(self.say("terminal.curtain", who=self._who), id="curtain")

    def on_key(self, event: events.Key) -> None:
        if event.key in ("enter", "space"):
            event.stop()
            self.dismiss(None)

    def on_click(self) -> None:
        self.dismiss(None)
