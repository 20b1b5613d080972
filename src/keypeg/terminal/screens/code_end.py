"""The screen for the end of a code, and of the match."""

from __future__ import annotations

from enum import Enum
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from keypeg.core import Attempt, Outcome
from keypeg.errors import KeypegError
from keypeg.tell import heading_message, left_messages, outcome_message, points_message, seat_name, verdict_messages
from keypeg.terminal.draw.boards import Canvas
from keypeg.terminal.draw.scene import scene_of_attempt
from keypeg.terminal.match.keeper import Keeper
from keypeg.terminal.match.session import Company, Session
from keypeg.terminal.screens.page import Keys, Page, action_at
from keypeg.terminal.screens.review import ReviewScreen
from keypeg.terminal.screens.saving import save_match

EXTRAS = {"a": "again", "v": "review", "s": "save"}


class Next(Enum):
    """What to do after the end of a code."""

    GO_ON = "go-on"
    AGAIN = "again"


class CodeEnd(Page[Next | Session]):
    """One finished code with nothing hidden, and the outcome if it was the last.

    Returns a Session if the same people go on at another table.
    """

    class Offered(Message):
        """Posted when a person elsewhere offers a rematch."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    class RematchAnswered(Message):
        """Posted when the request to start or join the rematch has succeeded or failed."""

        def __init__(self, session: Session | None, error: KeypegError | None = None) -> None:
            super().__init__()
            self.session = session
            self.error = error

    def __init__(
        self,
        session: Session,
        keeper: Keeper,
        end: tuple[Attempt, Outcome | None],
        seat: int | None,
        trouble: str = "",
    ) -> None:
        """Show the end of a code to a seat. `trouble` is the error elsewhere that ended the match, if there was one."""
        super().__init__()
        self.trouble = trouble
        self.session = session
        self.keeper = keeper
        self.attempt, self.outcome = end
        self.seat = seat

    def compose(self) -> ComposeResult:
        attempt = self.attempt
        yield Static(
            self.keypeg.words.render(heading_message(self.session.rules, attempt.round, attempt.code)),
            id="bar",
            classes="bar",
        )
        with VerticalScroll(classes="page"):
            yield Static(id="told")
            yield Static(id="scene")
        yield Static(Content.styled(f"⚠ {self.trouble}" if self.trouble else "", "$error bold"), id="saved")
        yield Keys(id="keys")

    def on_mount(self) -> None:
        words, rules, names = self.keypeg.words, self.session.rules, self.session.names
        left = words.render_all(left_messages(names, self.attempt))
        told = [Content(line) for line in (*left, *words.render_all(verdict_messages(rules, names, self.attempt)))]
        if self.outcome:
            told.append(Content(words.render(points_message(rules, names, self.outcome.points))))
            told.append(Content.styled(words.render(outcome_message(rules, names, self.outcome)), "$accent bold"))
        self.query_one("#told", Static).update(Content("\n").join([*told, Content("")]))
        hints = [("⏎", self.say("terminal.key.go-on"), "go-on")]
        if self.outcome:
            hints = [
                ("⏎", self.say("terminal.key.done"), "go-on"),
                ("v", self.say("terminal.key.review"), "review"),
                ("s", self.say("terminal.key.save"), "save"),
            ]
            if self.may_play_again:
                hints.insert(1, ("a", self.say("terminal.key.again"), "again"))
        self.query_one(Keys).show(hints)
        company = self.session.company
        if self.outcome and company:
            self.off_thread(lambda: self.Offered(company.await_offer() or 0))

    @property
    def may_play_again(self) -> bool:
        """True after a match in this process, and for people with a seat at a server's table."""
        return self.outcome is not None and (not self.session.live or self.session.company is not None)

    def on_resize(self, event: events.Resize) -> None:
        scene = scene_of_attempt(self.session.rules, self.attempt, self.seat)
        canvas = Canvas(self.keypeg.words, self.session.names, partial(self.keypeg.pegs, self.session.rules))
        block = canvas.fit(scene, event.size.width - 6, event.size.height - 10)
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
            case "again" if not self.may_play_again:
                return
            case "again" if self.session.company:
                self._again(self.session.company)
            case "review":
                self.app.push_screen(ReviewScreen(self.session.record))
            case "save":
                save_match(self.keypeg, self.session, self.keeper, self.query_one("#saved", Static).update)
            case _:
                self.dismiss(Next(action))

    def _again(self, company: Company) -> None:
        """Join the rematch in a background thread, since the server may take long to answer."""

        def again() -> Message:
            try:
                return self.RematchAnswered(company.again())
            except KeypegError as error:
                return self.RematchAnswered(None, error)

        self.off_thread(again)

    def on_code_end_offered(self, message: Offered) -> None:
        if message.by:
            who = self.keypeg.words.render(seat_name(self.session.names, message.by))
            offered = Content.styled(self.say("tell.rematch-offered", who=who), "$accent bold")
            self.query_one("#saved", Static).update(offered)

    def on_code_end_rematch_answered(self, message: RematchAnswered) -> None:
        if message.session:
            self.dismiss(message.session)
        elif message.error:
            sentence = self.keypeg.words.render(message.error.message)
            self.query_one("#saved", Static).update(Content.styled(f"⚠ {sentence}", "$error bold"))
