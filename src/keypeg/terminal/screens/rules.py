"""The screen with the rules of a box."""

from __future__ import annotations

from collections.abc import Iterator

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from keypeg.boxes import box, build
from keypeg.core import Marks
from keypeg.notation import read_choice
from keypeg.tell import box_name, box_rules
from keypeg.tell.rules import Example
from keypeg.terminal.draw.boards import Painter, key_pegs
from keypeg.terminal.screens.page import Keys, Page


class RulesScreen(Page[None]):
    """The rules of a box. Any key closes them, except those that scroll."""

    def __init__(self, rules: str) -> None:
        super().__init__()
        self.rules = rules

    def compose(self) -> ComposeResult:
        edition = box(read_choice(self.rules).box)
        yield Static(f"{self.keypeg.words.render(box_name(edition))} · {self.rules}", classes="bar")
        with VerticalScroll(classes="page"):
            yield Static(Content("\n").join(self._lines()))
        yield Keys([("esc", self.say("terminal.key.back"), ""), ("↑↓", self.say("terminal.key.scroll"), "")])

    def _lines(self) -> Iterator[Content]:
        edition = box(read_choice(self.rules).box)
        for section in box_rules(edition).rendered(self.keypeg.words.render, self.keypeg.words.language).sections:
            yield Content.styled(self.keypeg.words.render(section.title), "$accent bold")
            for paragraph in section.paragraphs:
                if paragraph.example:
                    yield from self._example(paragraph.example)
                yield Content(("* " if paragraph.ours else "") + self.keypeg.words.render(paragraph.text))
            yield Content("")
        yield Content.styled(f"* {self.say('rules.ours')}", "$quiet")

    def _example(self, example: Example) -> Iterator[Content]:
        """Draw the code, and the guess with its marks."""
        choice = read_choice(self.rules)
        rules = build(box(choice.box), read_choice(choice.box + example.rules).variants)
        painter = Painter(self.keypeg.words, {}, self.keypeg.pegs(rules))
        yield painter.row(example.code)
        if rules.split:
            yield painter.row(example.guess, Content(example.marks))
        else:
            exact, near = map(int, example.marks.split(","))
            yield painter.row(example.guess, key_pegs(Marks(exact, near), len(example.guess)))

    def on_key(self, event: events.Key) -> None:
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            self.dismiss(None)
