"""Choosing a match: the box, its variants and options, and who plays."""

from __future__ import annotations

from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from keypeg.errors import KeypegError
from keypeg.terminal.blocks import clipped
from keypeg.terminal.choosing import Choosing, Line, label, value_words
from keypeg.terminal.screens.ask import Ask
from keypeg.terminal.screens.page import KeyHint, Keys, Page, action_at


class ChooseScreen(Page[Choosing]):
    """Left with what was chosen, or None."""

    def __init__(self, choosing: Choosing | None = None, *, rules_only: bool = False) -> None:
        """With `rules_only` nobody is seated."""
        super().__init__()
        self._rules_only = rules_only
        self.choosing = choosing or Choosing()
        self.at = 0
        self.trouble = ""
        """Why what was typed cannot be chosen."""

    def compose(self) -> ComposeResult:
        yield Static(self.say("terminal.choose.title"), classes="bar")
        with VerticalScroll(id="form", classes="page", can_focus=False):
            yield Static(id="lines")
        yield Static(id="about", classes="prompt")
        yield Keys(id="keys")

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    def _lines(self) -> list[Line]:
        lines = self.choosing.lines()
        return [line for line in lines if line.kind not in ("player", "coach")] if self._rules_only else lines

    def _keys(self, line: Line) -> list[KeyHint]:
        say = self.say
        hints = [("⏎", say("terminal.key.start"), "start"), ("↑↓", say("terminal.key.choose"), "")]
        if line.kind == "player":
            hints.append(("e", say("terminal.key.type"), "type"))
        return [*hints, ("←→", say("terminal.key.change"), "right"), ("esc", say("terminal.key.back"), "back")]

    def _draw(self) -> None:
        lines = self._lines()
        self.at = min(self.at, len(lines) - 1)
        self.query_one(Keys).show(self._keys(lines[self.at]))
        form = self.query_one("#form", VerticalScroll)
        width = form.scrollable_content_region.width
        values = [value_words(self.keypeg.words, line) for line in lines]
        longest = max(len(label(self.keypeg.words, line)) for line in lines)
        room = min(longest, max(width - max(map(len, values)) - 8, width // 3))
        drawn = [self._line(number, line, values[number], room, width) for number, line in enumerate(lines)]
        self.query_one("#lines", Static).update(Content("\n").join(drawn))
        form.scroll_to(y=max(0, self.at - form.size.height + 3), animate=False)
        about = Content(label(self.keypeg.words, lines[self.at]) + ": ") + Content.styled(values[self.at], "bold")
        below = Content.styled(str(self.choosing.rules), "$quiet")
        if self.trouble:
            below = Content.styled(f"⚠ {self.trouble}", "$error bold")
        self.query_one("#about", Static).update(about + Content("\n") + below)

    def _line(self, number: int, line: Line, value: str, room: int, width: int) -> Content:
        here = number == self.at
        name = clipped(Content(label(self.keypeg.words, line)), room)
        arrows = "◂▸" if here else "  "
        text = Content("▸ " if here else "  ") + name + Content(" " * (room - name.cell_length + 1))
        text = text + Content(f"{arrows[0]} ") + Content.styled(value, "bold") + Content(f" {arrows[1]}")
        return clipped(text, width).stylize("$accent" if here else "").stylize(Style.from_meta({"line": number}))

    def on_key(self, event: events.Key) -> None:
        actions = {"enter": "start", "left": "left", "right": "right", "space": "right", "up": "up", "down": "down"}
        actions |= {
            "e": "type",
            "home": "first",
            "end": "last",
            "escape": "back",
            "q": "back",
            "tab": "down",
            "shift+tab": "up",
        }
        action = actions.get(event.key)
        if action:
            event.stop()
            event.prevent_default()
            self.act(action)

    def on_click(self, event: events.Click) -> None:
        action, number = action_at(event), event.style.meta.get("line")
        if action:
            self.act(action)
        elif isinstance(number, int):
            again, self.at = number == self.at, number
            self.act("right" if again else "stay")

    def act(self, action: str) -> None:
        """Move among the lines, change a value, start or leave."""
        lines = self._lines()
        self.trouble = ""
        match action:
            case "start":
                self.dismiss(self.choosing)
                return
            case "back":
                self.dismiss(None)
                return
            case "type" if lines[self.at].kind == "player":
                line = lines[self.at]
                self.app.push_screen(Ask(self.say("terminal.choose.player"), line.value), partial(self._seat, line))
            case "left" | "right":
                self.choosing.change(lines[self.at], 1 if action == "right" else -1)
            case "up" | "down":
                self.at = (self.at + (1 if action == "down" else -1)) % len(lines)
            case "first" | "last":
                self.at = 0 if action == "first" else len(lines) - 1
            case _:
                pass
        self._draw()

    def _seat(self, line: Line, text: str | None) -> None:
        """Let whoever was typed sit down."""
        if not text:
            return
        try:
            self.choosing.seat(line, text)
        except KeypegError as error:
            self.trouble = self.keypeg.words.render(error.message)
        self._draw()
