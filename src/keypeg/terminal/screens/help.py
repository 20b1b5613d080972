"""The help screen: all keys on one page."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from keypeg.terminal.screens.page import Keys, Page

ROWS = (
    ("1 2 3 …, R O Y …", "peg"),
    (". 0", "blank"),
    ("← → Tab", "hole"),
    ("↑ ↓", "turn"),
    ("Backspace", "erase"),
    ("Enter", "submit"),
    ("x", "hold"),
    ("a", "copy"),
    ("z", "fill"),
    ("m", "notes"),
    ("t", "hint"),
    ("v", "check"),
    ("u", "undo"),
    ("i", "rules"),
    ("s", "save"),
    ("*", "any"),
    ("!", "call"),
    ("0–8, B W -", "marks"),
    ("y n", "decide"),
    ("/", "say"),
    ("j", "absent"),
    ("Esc q", "menu"),
    ("F2", "correct"),
    ("F9", "theme"),
    ("Ctrl+C", "quit"),
)
"""Keys, each with the last part of the catalogue key of its explanation."""


class HelpScreen(Page[None]):
    """The list of keys. Any key closes it, except those that scroll."""

    def compose(self) -> ComposeResult:
        yield Static(self.say("terminal.help.title"), classes="bar")
        wide = max(len(keys) for keys, _ in ROWS)
        lines = [
            Content.styled(f"{keys:{wide}}  ", "$accent bold") + Content(self.say(f"terminal.help.{name}"))
            for keys, name in ROWS
        ]
        lines += [Content(""), Content(self.say("terminal.help.mouse"))]
        with VerticalScroll(classes="page"):
            yield Static(Content("\n").join(lines))
        yield Keys([("esc", self.say("terminal.key.back"), "")])

    def on_key(self, event: events.Key) -> None:
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            self.dismiss(None)
