"""The screen with the form for a new match: box, variants, options and players."""

from __future__ import annotations

from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from keypeg.errors import KeypegError
from keypeg.terminal.draw.blocks import clipped
from keypeg.terminal.draw.panels import KeyHint
from keypeg.terminal.match.form import Field, MatchForm, label, value_words
from keypeg.terminal.screens.page import Keys, Page, action_at
from keypeg.terminal.screens.text_dialog import TextDialog


class MatchFormScreen(Page[MatchForm]):
    """The form for a new match. Returns the filled form, or None if the person goes back."""

    def __init__(self, form: MatchForm | None = None, *, rules_only: bool = False) -> None:
        """With `rules_only`, leave out players and coach."""
        super().__init__()
        self._rules_only = rules_only
        self.form = form or MatchForm()
        self.at = 0
        self.trouble = ""
        """The error for a typed player that cannot be chosen, as a sentence."""

    def compose(self) -> ComposeResult:
        yield Static(self.say("terminal.choose.title"), classes="bar")
        with VerticalScroll(id="form", classes="page", can_focus=False):
            yield Static(id="lines")
        yield Static(id="about", classes="prompt")
        yield Keys(id="keys")

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    def _fields(self) -> list[Field]:
        fields, people = self.form.fields(), ("player", "coach", "window")
        return [field for field in fields if field.kind not in people] if self._rules_only else fields

    def _keys(self, field: Field) -> list[KeyHint]:
        say = self.say
        hints = [("⏎", say("terminal.key.start"), "start"), ("↑↓", say("terminal.key.choose"), "")]
        if field.kind == "player":
            hints.append(("e", say("terminal.key.type"), "type"))
        return [*hints, ("←→", say("terminal.key.change"), "right"), ("esc", say("terminal.key.back"), "back")]

    def _draw(self) -> None:
        fields = self._fields()
        self.at = min(self.at, len(fields) - 1)
        self.query_one(Keys).show(self._keys(fields[self.at]))
        form = self.query_one("#form", VerticalScroll)
        width = form.scrollable_content_region.width
        values = [value_words(self.keypeg.words, field) for field in fields]
        longest = max(len(label(self.keypeg.words, field)) for field in fields)
        room = min(longest, max(width - max(map(len, values)) - 8, width // 3))
        drawn = [self._line(number, field, values[number], room, width) for number, field in enumerate(fields)]
        self.query_one("#lines", Static).update(Content("\n").join(drawn))
        form.scroll_to(y=max(0, self.at - form.size.height + 3), animate=False)
        about = Content(label(self.keypeg.words, fields[self.at]) + ": ") + Content.styled(values[self.at], "bold")
        below = Content.styled(str(self.form.rules), "$quiet")
        if self.trouble:
            below = Content.styled(f"⚠ {self.trouble}", "$error bold")
        self.query_one("#about", Static).update(about + Content("\n") + below)

    def _line(self, number: int, field: Field, value: str, room: int, width: int) -> Content:
        here = number == self.at
        name = clipped(Content(label(self.keypeg.words, field)), room)
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
        """Move between the fields, change a value, start or leave."""
        fields = self._fields()
        self.trouble = ""
        match action:
            case "start":
                self.dismiss(self.form)
                return
            case "back":
                self.dismiss(None)
                return
            case "type" if fields[self.at].kind == "player":
                field = fields[self.at]
                self.app.push_screen(
                    TextDialog(self.say("terminal.choose.player"), field.value), partial(self._seat, field)
                )
            case "left" | "right":
                self.form = self.form.change(fields[self.at], 1 if action == "right" else -1)
            case "up" | "down":
                self.at = (self.at + (1 if action == "down" else -1)) % len(fields)
            case "first" | "last":
                self.at = 0 if action == "first" else len(fields) - 1
            case _:
                pass
        self._draw()

    def _seat(self, field: Field, text: str | None) -> None:
        """Seat the player that was typed."""
        if not text:
            return
        try:
            self.form = self.form.seat(field, text)
        except KeypegError as error:
            self.trouble = self.keypeg.words.render(error.message)
        self._draw()
