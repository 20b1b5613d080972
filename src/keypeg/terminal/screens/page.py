"""What all screens have: the words of the app, a title line, a line of keys that can also be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from textual import events
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.style import Style
from textual.widgets import Static

from keypeg.terminal.app import KeypegApp

Result = TypeVar("Result")

KeyHint = tuple[str, str, str]
"""The key as it is shown, what it does in words, and the action that a click does."""


class Page(Screen[Result]):
    """A screen of Keypeg."""

    @property
    def keypeg(self) -> KeypegApp:
        assert isinstance(self.app, KeypegApp)
        return self.app

    def say(self, key: str, /, **fields: object) -> str:
        return self.keypeg.words.say(key, **fields)


class Dialog(ModalScreen[Result]):
    """A small screen over another."""

    @property
    def keypeg(self) -> KeypegApp:
        assert isinstance(self.app, KeypegApp)
        return self.app

    def say(self, key: str, /, **fields: object) -> str:
        return self.keypeg.words.say(key, **fields)


class Keys(Static):
    """The line of keys at the bottom; what does not fit is left out, for ? tells all."""

    def __init__(self, hints: Sequence[KeyHint] = (), id: str | None = None) -> None:
        super().__init__(id=id, classes="keys")
        self.hints = list(hints)

    def show(self, hints: Sequence[KeyHint]) -> None:
        self.hints = list(hints)
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        line, width = Content(""), self.size.width
        for key, what, action in self.hints:
            hint = Content.styled(key, "$accent bold") + Content(f" {what}  ")
            if line.cell_length + hint.cell_length <= width + 2:
                line = line + (hint.stylize(Style.from_meta({"act": action})) if action else hint)
        self.update(line)


def action_at(event: events.Click) -> str | None:
    """The action that stands where it was clicked."""
    action = event.style.meta.get("act")
    return action if isinstance(action, str) else None
