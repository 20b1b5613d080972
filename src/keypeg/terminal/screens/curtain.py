"""The curtain: nothing is to be seen while the screen is handed over."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Center, Middle
from textual.widgets import Static

from keypeg.core import Phase
from keypeg.terminal.screens.page import Page
from keypeg.terminal.session import Session


def needs_curtain(session: Session, seat: int) -> bool:
    """Whether this seat is about to see, or to enter, what others at the screen may not."""
    if len(session.here) < 2:
        return False
    view = session.view(seat)
    holds = any(share.code for share in view.own_shares) or bool(view.placed)
    enters = view.phase in (Phase.HIDE, Phase.REVEAL) or (view.rules.together and view.phase is not Phase.DECIDE)
    return holds or enters


class Curtain(Page[None]):
    """Waits until the next person says that they are here."""

    def __init__(self, who: str) -> None:
        super().__init__()
        self._who = who

    def compose(self) -> ComposeResult:
        with Middle(), Center():
            yield Static(self.say("terminal.curtain", who=self._who), id="curtain")

    def on_key(self, event: events.Key) -> None:
        if event.key in ("enter", "space"):
            event.stop()
            self.dismiss(None)

    def on_click(self) -> None:
        self.dismiss(None)
