"""Playing: the course of a match on the screen, seen from one seat at a time."""

from __future__ import annotations

from functools import partial
from random import SystemRandom
from threading import Thread

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from keypeg.core import BLANK, Accept, Call, Claim, Hide, Judge, Mark, Move, View, legal_in
from keypeg.errors import KeypegError, error_words
from keypeg.tell import Narrator, seat_name
from keypeg.terminal.desk import Desk
from keypeg.terminal.entry import Entry, MarksEntry, Task, other_moves, refusal_in, row_move, space_of, task_of
from keypeg.terminal.notes import Notes
from keypeg.terminal.scene import Easel, scene_of
from keypeg.terminal.screens.curtain import Curtain, needs_curtain
from keypeg.terminal.screens.ends import CodeEnd, Next
from keypeg.terminal.screens.help import HelpScreen
from keypeg.terminal.screens.menu import Item, Menu
from keypeg.terminal.screens.page import Keys, Page, action_at
from keypeg.terminal.session import Session, others_act, waits_here

WIDE = 110
"""Columns from which the side has more room."""


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

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.seat: int | None = min(session.here, default=None)
        self.view: View = session.view(None)
        self.asked = Task.NOTHING
        self.entry: Entry | None = None
        self.marks: MarksEntry | None = None
        self.calling = False
        self.noting = False
        self.complaint = ""
        self.tip: Content | None = None
        self._notes: dict[tuple[int | None, int], Notes] = {}
        self._narrators: dict[int | None, Narrator] = {}
        self._news: dict[int | None, list[str]] = {}
        self._stepping = False
        self._told_ends = len(self.view.past)
        self._copied = 0
        self._covered = False

    # What is on the screen

    def compose(self) -> ComposeResult:
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
        if message.error:
            self.complaint = error_words(self.keypeg.words, message.error)
            self._draw()
        if message.changed:
            if not self._covered:
                self._changed()
            # Chance needs no time to be followed.
            quick = self.keypeg.pause == 0 or not others_act(self.session)
            self.set_timer(0.001 if quick else self.keypeg.pause, self._await_others)

    def play(self, move: Move) -> None:
        """Make a move for the seat that sits here; while others think it waits for its turn off this thread."""
        seat = self.seat
        assert seat is not None

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
            self.complaint = error_words(self.keypeg.words, message.error)
            self._draw()
            return
        if self.entry:
            self.entry.clear()
        self.marks, self.calling, self.noting, self._copied = None, False, False, 0
        self._changed()
        self._await_others()

    def _changed(self) -> None:
        """Something happened: show the end of a code, hand over, or go on."""
        self.complaint, self.tip = "", None
        past = self.session.view(None).past
        if len(past) > self._told_ends:
            attempt = past[self._told_ends]
            self._told_ends += 1
            outcome = self.session.view(None).outcome if self._told_ends == len(past) else None
            self._covered = True
            self.app.push_screen(CodeEnd(self.session, attempt, self.seat, outcome), self._uncover_end)
            return
        waits = waits_here(self.session)
        if waits and self.seat not in waits:
            seat = waits[0]
            if needs_curtain(self.session, seat):
                self._covered = True
                self.app.push_screen(Curtain(seat_name(self.keypeg.words, self.session.names, seat)), self._hand_over)
                self.seat = seat
                return
            self.seat = seat
        self._show()

    def _uncover_end(self, chosen: Next | None) -> None:
        self._covered = False
        if self.session.view(None).outcome and self._told_ends == len(self.session.view(None).past):
            self.dismiss(chosen is Next.AGAIN)
            return
        self._changed()
        self._await_others()

    def _hand_over(self, _: object) -> None:
        self._covered = False
        self.entry, self.marks, self.calling = None, None, False
        self._changed()
        self._await_others()

    def _show(self) -> None:
        """Take up the View of the seat that looks, and what it may enter."""
        self.view = self.session.view(self.seat)
        self._begin_entry()
        narrator = self._narrators.setdefault(self.seat, Narrator(self.keypeg.words, self.session.names, rows=False))
        self._news.setdefault(self.seat, []).extend(narrator.news(self.view))
        self._draw()

    def _begin_entry(self) -> None:
        view, before = self.view, self.asked
        self.asked = task_of(view, calling=self.calling)
        if self.asked.is_row:
            space = space_of(view, self.asked)
            empty = view.rules.split
            if self.entry is None or self.entry.space != space or before is not self.asked:
                self.entry = Entry(space, may_be_empty=empty)
                if self.asked is Task.CALL:
                    self._lay_own_shares(self.entry)
        else:
            self.entry = None if self.asked is not Task.NOTHING else self.entry
        if self.asked.is_marks and self.marks is None:
            holes = max(space.holes for space in view.rules.guesses)
            self.marks = MarksEntry(holes, len(view.own_shares) if self.asked is Task.ANSWER else 0)

    def _lay_own_shares(self, entry: Entry) -> None:
        for share in self.view.own_shares:
            for hole, peg in enumerate(share.code or ""):
                if peg in entry.space.pegs:
                    entry.holes[hole] = peg

    # Drawing

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        desk = self._desk()
        self.query_one("#bar", Static).update(desk.bar())
        self.query_one("#seats", Static).update(Content("\n").join(desk.seats()))
        self._draw_scene()
        notes = self._current_notes
        shown = bool(self.noting or notes.struck) and self.entry is not None
        lines = notes.draw(self.keypeg.pegs(self.view.rules), self.entry.space.holes) if shown and self.entry else []
        self.query_one("#notes", Static).update(Content("\n").join([Content(""), *lines]) if lines else "")
        self.query_one("#told", Static).update(Content("\n").join(map(Content, self._news.get(self.seat, []))))
        self.query_one("#news", VerticalScroll).scroll_end(animate=False)
        struck = {peg for hole, peg in notes.struck if self.entry and hole == self.entry.at}
        self.query_one("#tray", Static).update(desk.tray(struck))
        self.query_one("#prompt", Static).update(desk.prompt())
        self.query_one(Keys).show(desk.keys())

    def _desk(self) -> Desk:
        return Desk(
            words=self.keypeg.words,
            session=self.session,
            view=self.view,
            task=self.asked,
            entry=self.entry,
            complaint=self.complaint,
            tip=self.tip,
            noting=self.noting,
            pegs=self.keypeg.pegs(self.view.rules),
            thinking=others_act(self.session),
        )

    def _draw_scene(self) -> None:
        """As large as there is room for."""
        area = self.query_one("#boards", VerticalScroll).size
        scene = scene_of(self.view, self.asked, self.entry, self.marks)
        easel = Easel(self.keypeg.words, self.session.names, partial(self.keypeg.pegs, self.view.rules))
        block = easel.fit(scene, area.width, area.height)
        self.query_one("#scene", Static).update(Content("\n").join(block))

    @property
    def _current_notes(self) -> Notes:
        """Notes are for one code; with the next one they begin anew."""
        return self._notes.setdefault((self.seat, len(self.view.past)), Notes())

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        character = (event.character or "").upper()
        if self.asked.is_row and self._peg_key(character):
            event.stop()
            return
        if self.asked.is_marks and self._marks_key(event.key, character):
            event.stop()
            return
        action = DECISIONS.get(character) if self.asked in (Task.JUDGE, Task.DECIDE) else None
        action = action or KEYS.get(event.key) or KEYS.get(character.lower())
        if action:
            event.stop()
            event.prevent_default()
            self.act(action)

    def on_click(self, event: events.Click) -> None:
        meta = event.style.meta
        action = action_at(event)
        if action:
            self.act(action)
        elif "peg" in meta and self.asked.is_row:
            self._peg(str(meta["peg"]))
        elif "hole" in meta and self.entry:
            self.entry.at = int(meta["hole"])
            self._draw()
        elif "field" in meta and self.marks:
            self.marks.at = int(meta["field"])
            self.marks.add(1)
            self._draw()
        elif "row" in meta and self.entry and self.asked.is_row:
            self.entry.copy(self.view.boards[int(meta["board"])].rows[int(meta["row"]) - 1].guess)
            self._draw()

    def _peg_key(self, character: str) -> bool:
        assert self.entry is not None
        pegs, palette = self.entry.space.pegs, self.view.rules.palette
        if character.isdigit() and 1 <= int(character) <= min(9, len(palette)):
            character = palette[int(character) - 1]
        blank = character in (BLANK, "0") and (BLANK in pegs or self.view.rules.split)
        if not blank and character not in list(palette):
            return False
        self._peg(BLANK if blank else character)
        return True

    def _peg(self, peg: str) -> None:
        assert self.entry is not None
        self.complaint = ""
        if self.noting and peg != BLANK:
            self._current_notes.toggle(self.entry.at, peg)
        elif peg != BLANK and peg not in self.entry.space.pegs:
            pegs = " ".join(self.entry.space.pegs)
            self.complaint = self.say("terminal.peg-not-here", peg=peg, pegs=pegs)
        else:
            self.entry.place("" if peg == BLANK and self.view.rules.split else peg)
        self._draw()

    def _marks_key(self, key: str, character: str) -> bool:
        assert self.marks is not None
        answers = {"B": 2, "W": 1, "-": 0}
        if character.isdigit():
            self.marks.set(int(character))
        elif self.asked is Task.ANSWER and character in answers:
            self.marks.set(answers[character])
        elif key in ("left", "right", "tab"):
            self.marks.move(-1 if key == "left" else 1)
        elif key in ("up", "down"):
            self.marks.add(1 if key == "up" else -1)
        else:
            return False
        self.complaint = ""
        self._draw()
        return True

    def act(self, action: str) -> None:
        """Do what a key, a click or the menu asks for."""
        method = getattr(self, f"do_{action.replace('-', '_')}")
        method()

    def _edit(self, change: str, *arguments: object) -> None:
        if self.entry and self.asked.is_row:
            getattr(self.entry, change)(*arguments)
            self.complaint = ""
            self._draw()

    def do_left(self) -> None:
        self._edit("move", -1)

    def do_right(self) -> None:
        self._edit("move", 1)

    def do_erase(self) -> None:
        self._edit("erase")

    def do_hold(self) -> None:
        self._edit("hold")

    def do_fill(self) -> None:
        self._edit("fill")

    def do_turn_up(self) -> None:
        self._turn(1)

    def do_turn_down(self) -> None:
        self._turn(-1)

    def _turn(self, by: int) -> None:
        """The next colour in the hole at the cursor."""
        if self.entry and self.asked.is_row:
            pegs, now = self.entry.space.pegs, self.entry.holes[self.entry.at]
            self.entry.holes[self.entry.at] = pegs[(pegs.index(now) + by) % len(pegs)] if now else pegs[min(0, by)]
            self._draw()

    def do_copy(self) -> None:
        """Copy the newest row of one’s own; again for the one before it."""
        rows = [row.guess for board in self.view.boards if board.breaker == self.seat for row in board.rows]
        if rows:
            self._copied = self._copied % len(rows) + 1
            self._edit("copy", rows[-self._copied])

    def do_any(self) -> None:
        """Any code will do: one is drawn for the person who hides."""
        if self.entry and self.asked is Task.HIDE:
            move = legal_in(self.view).only(Hide).sample(SystemRandom())
            assert isinstance(move, Hide)
            self._edit("copy", move.code)

    def do_notes(self) -> None:
        self.noting = not self.noting and self.asked.is_row
        self._draw()

    def do_call(self) -> None:
        """Turn to one’s answer row, or back."""
        if self.calling or Call in legal_in(self.view).types:
            self.calling = not self.calling
            self.entry = None
            self._begin_entry()
            self._draw()

    def do_submit(self) -> None:
        """Make the move that has been entered; say why, if it is not ready."""
        move = self._entered()
        if move is None:
            return
        wrong = refusal_in(self.view, move)
        if wrong:
            self.complaint = error_words(self.keypeg.words, wrong)
            self._draw()
        else:
            self.play(move)

    def _entered(self) -> Move | None:
        if self.asked.is_row and self.entry:
            if self.entry.missing:
                self.complaint = self.say("terminal.holes-missing", holes=self.entry.missing)
                self._draw()
                return None
            return row_move(self.view, self.asked, self.entry)
        return Mark(self.marks.marks) if self.asked.is_marks and self.marks else None

    def do_yes(self) -> None:
        self.play(Judge(True) if self.asked is Task.JUDGE else Accept())

    def do_no(self) -> None:
        self.play(Judge(False) if self.asked is Task.JUDGE else Claim())

    def do_undo(self) -> None:
        if self.seat is None or self._stepping:
            return
        try:
            self.session.undo(self.seat)
        except KeypegError as error:
            self.complaint = error_words(self.keypeg.words, error)
            self._draw()
            return
        self.marks, self.calling = None, False
        self._changed()
        self._await_others()

    def do_help(self) -> None:
        self.app.push_screen(HelpScreen())

    def do_menu(self) -> None:
        """Everything that can be done now."""
        items = [Item(move.name, self.say(f"terminal.move.{move.name}")) for move in other_moves(self.view)]
        if Call in legal_in(self.view).types:
            items.append(Item("call", self.say("terminal.move.call"), "!"))
        if self.seat is not None and self.session.may_undo(self.seat):
            items.append(Item("undo", self.say("terminal.help.undo"), "u"))
        items += [Item("help", self.say("terminal.help.title"), "?"), Item("leave", self.say("terminal.leave"))]
        self.app.push_screen(Menu(self.say("terminal.menu"), items), self._chosen)

    def _chosen(self, action: str | None) -> None:
        moves = {move.name: move for move in other_moves(self.view)}
        if action in moves:
            self.play(moves[action])
        elif action:
            self.act(action)

    def do_leave(self) -> None:
        self.dismiss(False)


DECISIONS = {"Y": "yes", "N": "no"}

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
    "u": "undo",
    "*": "any",
    "!": "call",
    "?": "help",
    "f1": "help",
    "escape": "menu",
    "q": "menu",
}
"""Keys that place no peg: none of them is a letter of any palette."""
