"""How a code ended, and how the match did."""

from __future__ import annotations

from enum import Enum
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from keypeg.core import Attempt, GiveUp, Outcome
from keypeg.tell import heading_words, move_words, outcome_words, points_words, verdict_words
from keypeg.terminal.scene import Easel, scene_of_attempt
from keypeg.terminal.screens.page import Keys, Page, action_at
from keypeg.terminal.screens.review import ReviewScreen
from keypeg.terminal.screens.saving import save_match
from keypeg.terminal.session import Session

EXTRAS = {"a": "again", "v": "review", "s": "save"}


class Next(Enum):
    """What to do after the match."""

    GO_ON = "go-on"
    AGAIN = "again"


class CodeEnd(Page[Next]):
    """One code that is over, everything open; with the outcome where it was the last."""

    def __init__(self, session: Session, attempt: Attempt, seat: int | None, outcome: Outcome | None) -> None:
        super().__init__()
        self.session = session
        self.attempt = attempt
        self.seat = seat
        self.outcome = outcome

    def compose(self) -> ComposeResult:
        attempt = self.attempt
        yield Static(
            heading_words(self.keypeg.words, self.session.rules, attempt.round, attempt.code), id="bar", classes="bar"
        )
        with VerticalScroll(classes="page"):
            yield Static(id="told")
            yield Static(id="scene")
        yield Static(id="saved")
        yield Keys(id="keys")

    def on_mount(self) -> None:
        words, rules, names = self.keypeg.words, self.session.rules, self.session.names
        left = (move_words(words, names, seat, GiveUp()) for seat in self.attempt.gave_up)
        told = [Content(line) for line in (*left, *verdict_words(words, rules, names, self.attempt))]
        if self.outcome:
            told.append(Content(points_words(words, rules, names, self.outcome.points)))
            told.append(Content.styled(outcome_words(words, names, self.outcome), "$accent bold"))
        self.query_one("#told", Static).update(Content("\n").join([*told, Content("")]))
        hints = [("⏎", self.say("terminal.key.go-on"), "go-on")]
        if self.outcome:
            hints = [
                ("⏎", self.say("terminal.key.done"), "go-on"),
                ("v", self.say("terminal.key.review"), "review"),
                ("s", self.say("terminal.key.save"), "save"),
            ]
            if not self.session.live:
                hints.insert(1, ("a", self.say("terminal.key.again"), "again"))
        self.query_one(Keys).show(hints)

    def on_resize(self, event: events.Resize) -> None:
        scene = scene_of_attempt(self.session.rules, self.attempt, self.seat)
        easel = Easel(self.keypeg.words, self.session.names, partial(self.keypeg.pegs, self.session.rules))
        block = easel.fit(scene, event.size.width - 6, event.size.height - 10)
        self.query_one("#scene", Static).update(Content("\n").join(block))

    def on_key(self, event: events.Key) -> None:
        if event.key in ("enter", "space", "escape"):
            event.stop()
            self.act("go-on")
        elif event.key in EXTRAS and self.outcome:
            event.stop()
            self.act(EXTRAS[event.key])

    def on_click(self, event: events.Click) -> None:
        action = action_at(event)
        if action:
            self.act(action)

    def act(self, action: str) -> None:
        match action:
            case "review":
                self.app.push_screen(ReviewScreen(self.session.record))
            case "save":
                save_match(self.keypeg, self.session, self.query_one("#saved", Static).update)
            case _:
                self.dismiss(Next(action))
