"""The course of a match on the screen: moves are made, others act, codes end, and the screen changes hands."""

from __future__ import annotations

from collections.abc import Callable

from textual.message import Message

from keypeg.core import Move
from keypeg.errors import KeypegError
from keypeg.tell import seat_name
from keypeg.terminal.match.keeper import Keeper
from keypeg.terminal.match.session import Session, has_begun, others_act, seconds_left
from keypeg.terminal.screens.code_end import CodeEnd, Next
from keypeg.terminal.screens.curtain import Curtain
from keypeg.terminal.screens.match_display import MatchDisplay

SOON = 0.001


class MatchCourse(MatchDisplay):
    """Runs a match. Whatever may take long is done off the thread of the screen, which hears of it by a message."""

    class Stepped(Message):
        """Others have acted, or will not."""

        def __init__(self, changed: bool, error: KeypegError | None = None) -> None:
            super().__init__()
            self.changed = changed
            self.error = error

    class Played(Message):
        """A change that a person here asked for was made or refused; `entered` if it took what had been entered."""

        def __init__(self, entered: bool, error: KeypegError | None = None) -> None:
            super().__init__()
            self.entered = entered
            self.error = error

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.keeper = Keeper(session.rules, session.file)
        self.trouble = ""
        """What went wrong in the last step of somebody who is not here."""
        self.moving = False
        """A move is on its way: until it is made or refused, nothing else is entered."""
        self.stepping = False
        """Others are being waited for."""
        self._left: int | None = None
        """The seconds of the call window that were shown last."""
        self._covered = False
        """Another screen covers this one until somebody dismisses it."""

    def on_mount(self) -> None:
        self.changed()
        self.set_interval(0.5, self._tick)
        self.await_others()

    def _tick(self) -> None:
        """Draw how much of a call window is left."""
        left = seconds_left(self.session)
        if left != self._left:
            self._left = left
            if not self._covered:
                self.draw()

    def on_unmount(self) -> None:
        self._keep()
        self.session.close()

    def _keep(self) -> None:
        """Keep the match on disk: it can be resumed whatever happens to this terminal. A server keeps its own."""
        if not self.session.live and (self.keeper.has_kept or has_begun(self.session)):
            problem = self.keeper.keep(self.session.record())
            if problem:
                sentence = self.keypeg.words.render(problem.message)
                self.keypeg.notify(sentence, severity="error", timeout=15, markup=False)

    @property
    def seat(self) -> int | None:
        """Who looks; of several people nobody until it is their turn."""
        return self.shared.seat

    def await_others(self) -> None:
        """Let those who are not here act, one step at a time."""
        if self.stepping or self._covered or self.session.view(None).outcome:
            return
        self.stepping = True

        def step() -> Message:
            try:
                return self.Stepped(self.session.step())
            except KeypegError as error:
                return self.Stepped(False, error)

        self.off_thread(step)

    def on_match_course_stepped(self, message: Stepped) -> None:
        self.stepping = False
        error = message.error or self.session.trouble()
        self.trouble = self.keypeg.words.render(error.message) if error else ""
        if message.changed:
            if not self._covered:
                self.changed()
            # Chance needs no time to be followed.
            slow = self.keypeg.pause and others_act(self.session) and not self.session.live
            self.set_timer(self.keypeg.pause if slow else SOON, self.await_others)
        elif self.session.live:
            self.set_timer(1, self.await_others)
        if self.trouble:
            self.complain(self.trouble)

    def play(self, move: Move) -> None:
        """Make a move for the seat that looks. While others think it waits for its turn."""
        seat = self.seat
        assert seat is not None, "a watcher has nothing to play"
        self.change(lambda: self.session.play(seat, move))

    def change(self, make: Callable[[], None], *, entered: bool = True) -> None:
        """Change the table: with what was entered, or besides."""

        def made() -> Message:
            try:
                make()
            except KeypegError as error:
                return self.Played(entered, error)
            return self.Played(entered)

        self.moving = True
        if self.stepping:
            self.off_thread(made)
        else:
            self.post_message(made())

    def on_match_course_played(self, message: Played) -> None:
        self.moving = False
        if message.error:
            self.complain(self.keypeg.words.render(message.error.message))
            return
        if message.entered:
            self.input.done()
            self.shared.wanted = None
        self.changed()
        self.await_others()

    def changed(self) -> None:
        """Something happened: show the end of a code, hand over, or go on."""
        self._keep()
        self.tip = None
        end = self.shared.next_end()
        if end:
            self._cover_with(CodeEnd(self.session, self.keeper, end, self.seat, self.trouble))
        elif self.shared.hand_over():
            who = seat_name(self.session.names, self.seat or 0)
            self._cover_with(Curtain(self.keypeg.words.render(who)))
        else:
            self.input.look(self.shared.follow())
            self.draw()

    def taken_back(self) -> None:
        """Moves were taken back: go on from there."""
        self.shared.taken_back()
        self.input.done()
        self.changed()
        self.await_others()

    def _cover_with(self, screen: CodeEnd | Curtain) -> None:
        self._covered = True
        self.app.push_screen(screen, self._dismissed)

    def _dismissed(self, chosen: Next | Session | None) -> None:
        """The end of a code, or the curtain, was put away."""
        self._covered = False
        if self.shared.over:
            self.dismiss(chosen is Next.AGAIN if chosen is None or isinstance(chosen, Next) else chosen)
            return
        self.changed()
        self.await_others()
