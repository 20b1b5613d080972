"""Playing: the course of a match on the screen, seen from one seat at a time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Thread

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from keypeg.core import Call, GiveUp, Move, legal_in
from keypeg.errors import KeypegError, error_words
from keypeg.tell import Narrator, seat_name
from keypeg.terminal import store
from keypeg.terminal.desk import Desk
from keypeg.terminal.entry import Task, other_moves
from keypeg.terminal.hand import Hand
from keypeg.terminal.needs import needs_curtain
from keypeg.terminal.scene import Easel, scene_of
from keypeg.terminal.screens.ask import Ask
from keypeg.terminal.screens.curtain import Curtain
from keypeg.terminal.screens.ends import CodeEnd, Next
from keypeg.terminal.screens.help import HelpScreen
from keypeg.terminal.screens.menu import Item, Menu
from keypeg.terminal.screens.page import Keys, Page, action_at
from keypeg.terminal.screens.rules import RulesScreen
from keypeg.terminal.session import Advice, Session, others_act, waits_here

WIDE = 110
"""Columns from which the side has more room."""

SOON = 0.001

KEYS = {
    "left": "left",
    "right": "right",
    "tab": "right",
    "shift+tab": "left",
    "up": "turn-up",
    "down": "turn-down",
    "backspace": "erase",
    "delete": "erase",
    "enter": "submit",
    "a": "copy",
    "z": "fill",
    "x": "hold",
    "m": "notes",
    "t": "hint",
    "v": "check",
    "i": "rules",
    "s": "save",
    "u": "undo",
    "*": "any",
    "!": "call",
    "?": "help",
    "f1": "help",
    "escape": "menu",
    "q": "menu",
}
"""Keys that place no peg: none of them is a letter of any palette."""

SEAT = "seat-"
"""Begins the actions that hand the screen to another seat."""

DECISIONS = {"y": "yes", "n": "no"}


class PlayScreen(Page[bool]):
    """A match. Left with True where another is to be played with the same rules and players."""

    class Stepped(Message):
        """Others have acted, or will not."""

        def __init__(self, changed: bool, error: KeypegError | None = None) -> None:
            super().__init__()
            self.changed = changed
            self.error = error

    class Played(Message):
        """A move of a person here was taken, or not."""

        def __init__(self, error: KeypegError | None) -> None:
            super().__init__()
            self.error = error

    class Advised(Message):
        """The coach has answered."""

        def __init__(self, advice: Advice | None, error: KeypegError | None = None) -> None:
            super().__init__()
            self.advice = advice
            self.error = error

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.seat = next(iter(session.here)) if len(session.here) == 1 else None
        """Who looks; of several people nobody until it is their turn."""
        self.tip: Content | None = None
        self._narrators: dict[int | None, Narrator] = {}
        self._news: dict[int | None, list[str]] = {}
        self._ends = len(session.view(None).past)
        """Codes whose end was shown."""
        self._stepping = False
        self._advising = False
        self._wanted: int | None = None
        """Somebody here who wants to act although the match waits for others."""
        self._covered = False
        """Another screen hides this one until somebody says that they have seen it."""

    def compose(self) -> ComposeResult:
        self.hand = Hand(self.keypeg.words, self.session.view(None))
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

    # The course of things

    def _await_others(self) -> None:
        """Let those who are not here act, one step at a time, off this thread."""
        if self._stepping or self._covered or self.session.view(None).outcome:
            return
        self._stepping = True

        def step() -> None:
            try:
                message = self.Stepped(self.session.step())
            except KeypegError as error:
                message = self.Stepped(False, error)
            self.post_message(message)

        Thread(target=step, daemon=True).start()

    def on_play_screen_stepped(self, message: Stepped) -> None:
        self._stepping = False
        trouble = message.error or self.session.trouble()
        if message.changed:
            if not self._covered:
                self._changed()
            # Chance needs no time to be followed.
            slow = self.keypeg.pause and others_act(self.session) and not self.session.live
            self.set_timer(self.keypeg.pause if slow else SOON, self._await_others)
        elif self.session.live:
            self.set_timer(1, self._await_others)
        if trouble:
            self._complain(error_words(self.keypeg.words, trouble))

    def play(self, move: Move) -> None:
        """Make a move for the seat that sits here; while others think it waits for its turn off this thread."""
        seat = self.seat
        assert seat is not None, "a watcher has nothing to play"

        def make() -> None:
            try:
                self.session.play(seat, move)
            except KeypegError as error:
                self.post_message(self.Played(error))
            else:
                self.post_message(self.Played(None))

        if self._stepping:
            Thread(target=make, daemon=True).start()
        else:
            make()

    def on_play_screen_played(self, message: Played) -> None:
        if message.error:
            self._complain(error_words(self.keypeg.words, message.error))
            return
        self.hand.done()
        self._wanted = None
        self._changed()
        self._await_others()

    def _changed(self) -> None:
        """Something happened: show the end of a code, hand over, or go on."""
        self.tip = None
        view = self.session.view(None)
        if len(view.past) > self._ends:
            attempt = view.past[self._ends]
            self._ends += 1
            outcome = view.outcome if self._ends == len(view.past) else None
            self._covered = True
            self.app.push_screen(CodeEnd(self.session, attempt, self.seat, outcome), self._seen)
            return
        waits = waits_here(self.session)
        wanted = self._wanted or (self.seat if self.seat in waits else next(iter(waits), self.seat))
        if wanted is not None and wanted != self.seat:
            self.seat = wanted
            if needs_curtain(self.session, self.seat):
                self._covered = True
                self.app.push_screen(Curtain(seat_name(self.keypeg.words, self.session.names, self.seat)), self._seen)
                return
        self._show()

    def _seen(self, chosen: Next | None) -> None:
        """The end of a code, or the curtain, was put away."""
        self._covered = False
        view = self.session.view(None)
        if view.outcome and self._ends == len(view.past):
            self.dismiss(chosen is Next.AGAIN)
            return
        self._changed()
        self._await_others()

    def _show(self) -> None:
        """Take up the View of the seat that looks."""
        view = self.session.view(self.seat)
        self.hand.look(view)
        narrator = self._narrators.get(self.seat)
        if narrator is None:
            narrator = Narrator(self.keypeg.words, self.session.names, rows=False)
            self._narrators[self.seat] = narrator
        narrator.names = self.session.names
        self._news.setdefault(self.seat, []).extend(narrator.news(view))
        self._draw()

    # Drawing

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        hand, desk = self.hand, self._desk()
        self.query_one("#bar", Static).update(desk.bar())
        self.query_one("#seats", Static).update(Content("\n").join(desk.seats()))
        self.query_one("#notes", Static).update(Content("\n").join(desk.notes()))
        self.query_one("#told", Static).update(Content("\n").join(map(Content, self._news.get(self.seat, []))))
        self.query_one("#news", VerticalScroll).scroll_end(animate=False)
        self.query_one("#tray", Static).update(desk.tray())
        self.query_one("#prompt", Static).update(desk.prompt())
        self.query_one(Keys).show(desk.keys())
        area = self.query_one("#boards", VerticalScroll).size
        scene = scene_of(hand.view, hand.asked, hand.entry, hand.marks)
        easel = Easel(self.keypeg.words, self.session.names, partial(self.keypeg.pegs, hand.view.rules))
        block = easel.fit(scene, area.width, area.height)
        self.query_one("#scene", Static).update(Content("\n").join(block))

    def _desk(self) -> Desk:
        pegs = self.keypeg.pegs(self.session.rules)
        named, others = self.has_class("wide"), others_act(self.session)
        return Desk(self.keypeg.words, self.session, self.hand, pegs, self.tip, others, named)

    def _complain(self, sentence: str) -> None:
        self.hand.complaint = sentence
        self._draw()

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if self.hand.type(event.key, character):
            event.stop()
            self.tip = None
            self._draw()
            return
        asked = self.hand.asked in (Task.JUDGE, Task.DECIDE)
        action = DECISIONS.get(character.lower()) if asked else None
        action = action or KEYS.get(event.key) or KEYS.get(character.lower())
        if action:
            event.stop()
            event.prevent_default()
            self.act(action)

    def on_click(self, event: events.Click) -> None:
        action = action_at(event)
        if action:
            self.act(action)
        elif self.hand.click(event.style.meta):
            self._draw()

    def act(self, action: str) -> None:
        """Do what a key, a click or the menu asks for."""
        if self.hand.edit(action):
            self._draw()
            return
        plain = {move.name: move for move in other_moves(self.hand.view)}
        if action in plain:
            self.play(plain[action])
            return
        do = self._actions.get(action)
        if do:
            do()
        elif action.startswith(SEAT):
            self._wanted = int(action.removeprefix(SEAT))
            self._changed()

    @property
    def _actions(self) -> dict[str, Callable[[], None]]:
        return {
            "submit": self._submit,
            "yes": lambda: self._answer(True),
            "no": lambda: self._answer(False),
            "call": self._call,
            "undo": self._undo,
            "hint": self._hint,
            "check": self._check,
            "save": self._ask_name,
            "menu": self._menu,
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
        move = self.hand.move()
        if move:
            self.play(move)
        else:
            self._draw()

    def _answer(self, yes: bool) -> None:
        move = self.hand.answer(yes)
        if move:
            self.play(move)

    def _call(self) -> None:
        if self.hand.turn_to_call():
            self._draw()

    def _undo(self) -> None:
        if self.seat is None or (self._stepping and not self.session.live):
            return
        try:
            self.session.undo(self.seat)
        except KeypegError as error:
            self._complain(error_words(self.keypeg.words, error))
            return
        self.hand.done()
        self._changed()
        self._await_others()

    def _menu(self) -> None:
        """Everything that can be done now."""
        say, view = self.say, self.hand.view
        moves = [Item(move.name, say(f"terminal.move.{move.name}")) for move in other_moves(view)]
        items = [item for item in moves if item.action != GiveUp.name]
        if Call in legal_in(view).types:
            items.append(Item("call", say("terminal.move.call"), "!"))
        if self.seat is not None and self.session.may_undo(self.seat):
            items.append(Item("undo", say("terminal.help.undo"), "u"))
        for seat in sorted(self.session.here - {self.seat}):
            who = seat_name(self.keypeg.words, self.session.names, seat)
            items.append(Item(f"{SEAT}{seat}", say("terminal.hand-to", who=who)))
        items += [
            Item("hint", say("terminal.help.hint"), "t"),
            Item("check", say("terminal.help.check"), "v"),
            Item("rules", say("terminal.help.rules"), "i"),
            Item("save", say("terminal.help.save"), "s"),
            Item("help", say("terminal.help.title"), "?"),
            # Far from where a hasty Enter would hit it.
            *(item for item in moves if item.action == GiveUp.name),
            Item("leave", say("terminal.leave"), "l"),
        ]
        self.app.push_screen(Menu(say("terminal.menu"), items), lambda action: self.act(action or ""))

    # The coach

    def _hint(self) -> None:
        seat = self.seat
        if seat is not None:
            self._ask_coach(lambda: self.session.hint(seat))

    def _check(self) -> None:
        """Whether what has been entered can still be the code."""
        seat, planned = self.seat, self.hand.planned()
        if seat is not None and planned:
            self._ask_coach(lambda: self.session.check(seat, planned))
        else:
            self._draw()

    def _ask_coach(self, ask: Callable[[], Advice]) -> None:
        """The coach may have to think: off this thread."""
        if self._advising:
            return
        self._advising = True
        self.hand.complaint = ""
        self.tip = Content.styled(self.say("terminal.coach-thinking"), "$quiet")
        self._draw()

        def think() -> None:
            try:
                message = self.Advised(ask())
            except KeypegError as error:
                message = self.Advised(None, error)
            self.post_message(message)

        Thread(target=think, daemon=True).start()

    def on_play_screen_advised(self, message: Advised) -> None:
        self._advising, self.tip = False, None
        if message.error:
            self._complain(error_words(self.keypeg.words, message.error))
        elif message.advice:
            self.tip = Content.styled("☞ ", "$accent bold") + Content(" ".join(message.advice.said))
            self._draw()

    # Saving

    def _ask_name(self) -> None:
        name = store.free_name(str(self.session.rules).partition(":")[0])
        self.app.push_screen(Ask(self.say("terminal.save"), name), self._save)

    def _save(self, name: str | None) -> None:
        if name is None:
            return
        try:
            file = store.save(name, self.session.record())
        except KeypegError as error:
            self._complain(error_words(self.keypeg.words, error))
            return
        self.tip = Content(self.say("plain.saved", file=str(file)))
        self._draw()
