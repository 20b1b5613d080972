"""Save a match under a name that the person types."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content

from keypeg.errors import KeypegError
from keypeg.terminal import store
from keypeg.terminal.app import KeypegApp
from keypeg.terminal.match.keeper import Keeper, rules_name
from keypeg.terminal.match.session import Session
from keypeg.terminal.screens.text_dialog import TextDialog


def save_match(app: KeypegApp, session: Session, keeper: Keeper, told: Callable[[Content], None]) -> None:
    """Ask for a name, save the match, and show its file, or why it could not be saved."""

    def save(name: str | None) -> None:
        if name is None:
            return
        try:
            file = keeper.save_as(name.strip() or suggested, session.record())
        except KeypegError as error:
            told(Content.styled(f"⚠ {app.words.render(error.message)}", "$error bold"))
        else:
            told(Content(app.say("plain.saved", file=str(file))))

    suggested = store.free_name(rules_name(session.rules))
    app.push_screen(TextDialog(app.say("terminal.save"), suggested), save)
