"""Base classes of the screens, and the clickable line of keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Thread
from typing import TypeVar

from textual import events
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.style import Style
from textual.widgets import Static

from keypeg.message import Value
from keypeg.terminal.app import KeypegApp
from keypeg.terminal.draw.panels import KeyHint

Result = TypeVar("Result")

WIDE = 110
"""The number of columns from which the side panel is wider."""


class Page(Screen[Result]):
    """A screen of Keypeg."""

    @property
    def keypeg(self) -> KeypegApp:
        assert isinstance(self.app, KeypegApp)
        return self.app

    def say(self, key: str, /, **fields: Value) -> str:
        return self.keypeg.words.say(key, **fields)

    def off_thread(self, work: Callable[[], Message]) -> None:
        """Run slow work in a thread, and post the message that it returns to this screen."""
        Thread(target=lambda: self.post_message(work()), daemon=True).start()


class Dialog(ModalScreen[Result]):
    """A small screen on top of another."""

    @property
    def keypeg(self) -> KeypegApp:
        assert isinstance(self.app, KeypegApp)
        return self.app

    def say(self, key: str, /, **fields: Value) -> str:
        return self.keypeg.words.say(key, **fields)


class Keys(Static):
    """The line of keys at the bottom. Keys that do not fit are left out, but never the last two: help and menu."""

    def __init__(self, hints: Sequence[KeyHint] = (), id: str | None = None) -> None:
        super().__init__(id=id, classes="keys")
        self.hints = list(hints)

    def show(self, hints: Sequence[KeyHint]) -> None:
        self.hints = list(hints)
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        drawn = [self._hint(*hint) for hint in self.hints]
        last = drawn[-2:]
        left = self.size.width + 2 - sum(hint.cell_length for hint in last)
        line = Content("")
        for hint in drawn[:-2]:
            if line.cell_length + hint.cell_length <= left:
                line = line + hint
        self.update(line + Content("").join(last))

    def _hint(self, key: str, what: str, action: str) -> Content:
        hint = Content.styled(key, "$accent bold") + Content(f" {what}  ")
        return hint.stylize(Style.from_meta({"act": action})) if action else hint


def action_at(event: events.Click) -> str | None:
    """Return the action at the place that was clicked, if any."""
    action = event.style.meta.get("act")
    return action if isinstance(action, str) else None
