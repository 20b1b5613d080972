"""The terminal app."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.types import CSSPathType

from keypeg.core import Rules
from keypeg.message import Value
from keypeg.terminal import store
from keypeg.terminal.draw.pegs import Pegs
from keypeg.terminal.draw.themes import DARK, LIGHT, THEMES, first_theme, is_plain
from keypeg.words import Words

First = Callable[[], Screen[None]]

PAUSE = 0.4
"""Seconds between computer moves, so that a person can follow them."""


class KeypegApp(App[None]):
    """The app, with the words, the pegs and the pace that all screens share."""

    CSS_PATH: ClassVar[CSSPathType | None] = "app.tcss"
    TITLE: str | None = "Keypeg"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True, system=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True, system=True),
        Binding("f9", "theme", show=False),
    ]

    def __init__(
        self, words: Words, first: First, *, pause: float = PAUSE, environ: Mapping[str, str] | None = None
    ) -> None:
        """Start with the screen that `first` returns."""
        environ = os.environ if environ is None else environ
        self.words = words
        self.pause = pause
        self.sixteen = is_plain(environ)
        self._first = first
        self.fault: Exception | None = None
        """The exception that ended the app, if there was one."""
        super().__init__(ansi_color=True if self.sixteen else None)
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = first_theme(environ, store.setting("theme"))

    def _handle_exception(self, error: Exception) -> None:
        """End the app with the terminal restored, and keep the exception for the caller. Tests see it at once."""
        if self.is_headless:
            super()._handle_exception(error)
        else:
            self.fault = error
            self.exit()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DARK.variables

    def on_mount(self) -> None:
        self.push_screen(self._first())

    def action_theme(self) -> None:
        """Switch between the dark and the light theme, and save the choice; with sixteen colours, do nothing."""
        if not self.sixteen:
            self.theme = LIGHT.name if self.theme == DARK.name else DARK.name
            store.keep_setting("theme", self.theme)

    def pegs(self, rules: Rules, wide: bool = False) -> Pegs:
        return Pegs(rules.palette, ansi=self.sixteen, wide=wide)

    def say(self, key: str, /, **fields: Value) -> str:
        return self.words.say(key, **fields)
