"""Playing: the course of a match on the screen, seen from one seat at a time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from keypeg.core import Move
from keypeg.errors import KeypegError
from keypeg.tell import seat_name
from keypeg.terminal import store
from keypeg.terminal.draw.boards import Canvas
from keypeg.terminal.draw.panels import Panels
from keypeg.terminal.draw.scene import scene_of
from keypeg.terminal.input.keymap import DECISIONS, MATCH, action_of
from keypeg.terminal.input.move_input import MoveInput
from keypeg.terminal.input.task import Task, other_moves
from keypeg.terminal.match.session import Session, others_act
from keypeg.terminal.match.shared_screen import SharedScreen
from keypeg.terminal.screens.coach import Advised, CoachRequests
from keypeg.terminal.screens.code_end import CodeEnd, Next
from keypeg.terminal.screens.curtain import Curtain
from keypeg.terminal.screens.help import HelpScreen
from keypeg.terminal.screens.match_menu import SEAT, match_items
from keypeg.terminal.screens.menu import Item, Menu
from keypeg.terminal.screens.others import claim_round, say_something
from keypeg.terminal.screens.page import WIDE, Keys, Page, action_at
from keypeg.terminal.screens.rules import RulesScreen
from keypeg.terminal.screens.saving import save_match

Again = bool | Session
"""Whether another match is to be played with the same rules and players; where they have a table already, that one."""

SOON = 0.001

ANY_TIME = ("help", "leave", "menu", "rules")
"""Actions that do not get into the way of a move that is on its way."""


class PlayScreen(Page[Again]):
    """A match."""

    class Stepped(Message):
        """Others have acted, or will not."""

        def __init__(self, changed: bool, error: KeypegError | None = None) -> None:
            super().__init__()
            self.changed = changed
            self.error = error

    class Played(Message):
        """What a person here did was taken, or not; whether it was what had been `entered`."""

        def __init__(self, entered: bool, error: KeypegError | None = None) -> None:
            super().__init__()
            self.entered = entered
            self.error = error

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.tip: Content | None = None
        self.trouble = ""
        """What went wrong in the last step of somebody who is not here."""
        self.moving = False
        """A move is on its way: until it is taken, or refused, nothing else is entered."""
        self._stepping = False
        self._covered = False
        """Another screen hides this one until somebody says that they have seen it."""

    def compose(self) -> ComposeResult:
        self.shared = SharedScreen(self.keypeg.words, self.session)
        self.input = MoveInput(self.keypeg.words, self.session.view(None))
        self.coaching = CoachRequests(self, self.session, self.input)
        yield Static(id="bar", classes="bar")
        with Horizontal(id="middle"):
            with VerticalScroll(id="boards", can_focus=False):
                yield Static(id="scene")
            with Vertical(id="side"):
                yield Static(id="seats")
                yield Static(id="notes")
                with VerticalScroll(id="news", can_focus=False):
                    yield Static(id="told")
        yield Static(id="tray", classes="tray")
        yield Static(id="prompt", classes="prompt")
        yield Keys(id="keys")

    def on_mount(self) -> None:
        self._changed()
        self._await_others()

    def on_unmount(self) -> None:
        view = self.session.view(None)
        if not self.session.live and self.session.here and view.outcome is None:
            # Whoever leaves, or just closes the terminal, can go on later.
            with suppress(KeypegError):
                store.save(store.UNFINISHED, self.session.record())
        self.session.close()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self._draw)

    @property
    def seat(self) -> int | None:
        """Who looks; of several people nobody until it is their turn."""
        return self.shared.seat

    # The course of things

    def _await_others(self) -> None:
        """Let those who are not here act, one step at a time, off this thread."""
        if self._stepping or self._covered or self.session.view(None).outcome:
            return
        self._stepping = True

        def step() -> Message:
            try:
                return self.Stepped(self.session.step())
            except KeypegError as error:
                return self.Stepped(False, error)

        self.off_thread(step)

    def on_play_screen_stepped(self, message: Stepped) -> None:
        self._stepping = False
        error = message.error or self.session.trouble()
        self.trouble = self.keypeg.words.render(error.message) if error else ""
        if message.changed:
            if not self._covered:
                self._changed()
            # Chance needs no time to be followed.
            slow = self.keypeg.pause and others_act(self.session) and not self.session.live
            self.set_timer(self.keypeg.pause if slow else SOON, self._await_others)
        elif self.session.live:
            self.set_timer(1, self._await_others)
        if self.trouble:
            self.complain(self.trouble)

    def play(self, move: Move) -> None:
        """Make a move for the seat that sits here; while others think it waits for its turn off this thread."""
        seat = self.seat
        assert seat is not None, "a watcher has nothing to play"
        self._do(lambda: self.session.play(seat, move))

    def _do(self, what: Callable[[], None], *, entered: bool = True) -> None:
        """Do something that changes the table: with what was entered, or besides."""

        def make() -> Message:
            try:
                what()
            except KeypegError as error:
                return self.Played(entered, error)
            return self.Played(entered)

        self.moving = True
        if self._stepping:
            self.off_thread(make)
        else:
            self.post_message(make())

    def on_play_screen_played(self, message: Played) -> None:
        self.moving = False
        if message.error:
            self.complain(self.keypeg.words.render(message.error.message))
            return
        if message.entered:
            self.input.done()
            self.shared.wanted = None
        self._changed()
        self._await_others()

    def _changed(self) -> None:
        """Something happened: show the end of a code, hand over, or go on."""
        self.tip = None
        end = self.shared.next_end()
        if end:
            attempt, outcome = end
            self._cover_with(CodeEnd(self.session, attempt, self.seat, outcome, self.trouble))
        elif self.shared.hand_over():
            self._cover_with(Curtain(self.keypeg.words.render(seat_name(self.session.names, self.seat or 0))))
        else:
            self.input.look(self.shared.follow())
            self._draw()

    def _cover_with(self, screen: CodeEnd | Curtain) -> None:
        self._covered = True
        self.app.push_screen(screen, self._seen)

    def _seen(self, chosen: Next | Session | None) -> None:
        """The end of a code, or the curtain, was put away."""
        self._covered = False
        if self.shared.over:
            self.dismiss(chosen is Next.AGAIN if chosen is None or isinstance(chosen, Next) else chosen)
            return
        self._changed()
        self._await_others()

    # Drawing

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        entered, panels = self.input, self.panels()
        self.query_one("#bar", Static).update(panels.bar())
        self.query_one("#seats", Static).update(Content("\n").join(panels.seats()))
        self.query_one("#notes", Static).update(Content("\n").join(panels.notes()))
        self.query_one("#told", Static).update(Content("\n").join(map(Content, self.shared.told)))
        self.query_one("#news", VerticalScroll).scroll_end(animate=False)
        self.query_one("#tray", Static).update(panels.tray())
        self.query_one("#prompt", Static).update(panels.prompt())
        self.query_one(Keys).show(panels.keys())
        area = self.query_one("#boards", VerticalScroll).size
        scene = scene_of(entered.view, entered.asked, entered.entry, entered.marks)
        canvas = Canvas(self.keypeg.words, self.session.names, partial(self.keypeg.pegs, entered.view.rules))
        block = canvas.fit(scene, area.width, area.height)
        self.query_one("#scene", Static).update(Content("\n").join(block))

    def panels(self) -> Panels:
        """What stands around the boards."""
        pegs = self.keypeg.pegs(self.session.rules)
        named, others = self.has_class("wide"), others_act(self.session)
        return Panels(self.keypeg.words, self.session, self.input, pegs, self.tip, others, named)

    def complain(self, sentence: str) -> None:
        """Say why something cannot be done."""
        self.input.complaint = sentence
        self._draw()

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if not self.moving and self.input.type(event.key, character):
            event.stop()
            self.tip = None
            self._draw()
            return
        asked = self.input.asked in (Task.JUDGE, Task.DECIDE)
        action = DECISIONS.get(character.lower()) if asked else None
        action = action or action_of(MATCH, event.key, character)
        if action:
            event.stop()
            event.prevent_default()
            self.act(action)

    def on_click(self, event: events.Click) -> None:
        action = action_at(event)
        if action:
            self.act(action)
        elif not self.moving and self.input.click(event.style.meta):
            self._draw()

    def act(self, action: str) -> None:
        """Do what a key, a click or the menu asks for."""
        if self.moving and action not in ANY_TIME:
            return
        if self.input.edit(action):
            self._draw()
            return
        plain = {move.name: move for move in other_moves(self.input.view)}
        if action in plain:
            self.play(plain[action])
            return
        do = self.actions.get(action)
        if do:
            do()
        elif action.startswith(SEAT):
            self.shared.wanted = int(action.removeprefix(SEAT))
            self._changed()

    @property
    def actions(self) -> dict[str, Callable[[], None]]:
        """What can be done besides entering and moves."""
        return {
            "submit": self._submit,
            "yes": lambda: self._answer(True),
            "no": lambda: self._answer(False),
            "call": self._call,
            "undo": self._undo,
            "hint": lambda: self._await_coach(self.coaching.hint()),
            "check": lambda: self._await_coach(self.coaching.check()),
            "save": lambda: save_match(self.keypeg, self.session, self.tell),
            "menu": self._menu,
            "say": lambda: say_something(
                self.keypeg, self.session.company, self.seat, partial(self._do, entered=False)
            ),
            "absent": lambda: claim_round(self.session.company, self.seat, self._do),
            "leave": self._leave,
            "help": lambda: self._over(HelpScreen()),
            "rules": lambda: self._over(RulesScreen(str(self.session.rules))),
        }

    def _leave(self) -> None:
        self.dismiss(False)

    def _over(self, screen: Page[None]) -> None:
        self.app.push_screen(screen)

    def _submit(self) -> None:
        """Make the move that has been entered; say why, if it is not ready."""
        move = self.input.move()
        if move:
            self.play(move)
        else:
            self._draw()

    def _answer(self, yes: bool) -> None:
        move = self.input.answer(yes)
        if move:
            self.play(move)

    def _call(self) -> None:
        if self.input.turn_to_call():
            self._draw()

    def _undo(self) -> None:
        if self.seat is None or (self._stepping and not self.session.live):
            return
        try:
            self.session.undo(self.seat)
        except KeypegError as error:
            self.complain(self.keypeg.words.render(error.message))
            return
        self.taken_back()

    def taken_back(self) -> None:
        """What was played is not any more: go on from there."""
        self.shared.taken_back()
        self.input.done()
        self._changed()
        self._await_others()

    def _menu(self) -> None:
        self.app.push_screen(Menu(self.say("terminal.menu"), self.menu_items()), lambda action: self.act(action or ""))

    def menu_items(self) -> list[Item]:
        return match_items(self.keypeg.words, self.session, self.input.view)

    # What is said below the boards

    def tell(self, tip: Content) -> None:
        """Say something instead of what is asked for, until something else happens."""
        self.input.complaint, self.tip = "", tip
        self._draw()

    def _await_coach(self, asked: bool) -> None:
        if asked:
            self.tell(Content.styled(self.say("terminal.coach-thinking"), "$quiet"))
        else:
            self._draw()

    def on_advised(self, message: Advised) -> None:
        self.coaching.busy, self.tip = False, None
        if message.error:
            self.complain(self.keypeg.words.render(message.error.message))
        elif message.advice:
            self.tell(Content.styled("☞ ", "$accent bold") + Content(" ".join(message.advice.said)))
