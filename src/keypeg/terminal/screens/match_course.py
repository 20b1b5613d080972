"""Run a match on the screen: make moves, let others act, show ends of codes, and hand the screen over."""

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
    """Runs a match. Anything slow runs in a background thread, which posts a message when it is done."""

    class Stepped(Message):
        """Posted when others have acted, or will not act."""

        def __init__(self, changed: bool, error: KeypegError | None = None) -> None:
            super().__init__()
            self.changed = changed
            self.error = error

    class Played(Message):
        """Posted when a person's change has been made or refused; `entered` if it used up what they had entered."""

        def __init__(self, entered: bool, error: KeypegError | None = None) -> None:
            super().__init__()
            self.entered = entered
            self.error = error

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.keeper = Keeper(session.rules, session.file)
        self.trouble = ""
        """The error of the last step by others, as a sentence."""
        self.moving = False
        """True while a move is being made: nothing else can be entered until it has been made or refused."""
        self.stepping = False
        """True while waiting for others."""
        self._left: int | None = None
        """The remaining seconds of the call window as they were drawn last."""
        self._covered = False
        """True while the end of a code or a curtain covers this screen."""

    def on_mount(self) -> None:
        self.catch_up()
        self.set_interval(0.5, self._tick)
        self.await_others()

    def _tick(self) -> None:
        """Redraw if the remaining seconds of a call window have changed."""
        left = seconds_left(self.session)
        if left != self._left:
            self._left = left
            if not self._covered:
                self.draw()

    def on_unmount(self) -> None:
        self._keep()
        self.session.close()

    def _keep(self) -> None:
        """Save the match, so that it can be resumed whatever happens to this terminal. A server stores its own."""
        if not self.session.live and (self.keeper.has_kept or has_begun(self.session)):
            problem = self.keeper.keep(self.session.record())
            if problem:
                sentence = self.keypeg.words.render(problem.message)
                self.keypeg.notify(sentence, severity="error", timeout=15, markup=False)

    @property
    def seat(self) -> int | None:
        """The seat whose person looks at the screen; with several people, None until it is someone's turn."""
        return self.shared.seat

    def await_others(self) -> None:
        """Let computers and people elsewhere act, one step at a time."""
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
                self.catch_up()
            # Pause only for players: moves of chance need no time to follow.
            slow = self.keypeg.pause and others_act(self.session) and not self.session.live
            self.set_timer(self.keypeg.pause if slow else SOON, self.await_others)
        elif self.session.live:
            self.set_timer(1, self.await_others)
        if self.trouble:
            self.complain(self.trouble)

    def play(self, move: Move) -> None:
        """Make a move for the seat that looks. While others think, the move waits in a background thread."""
        seat = self.seat
        assert seat is not None, "a watcher has nothing to play"
        self.carry_out(lambda: self.session.play(seat, move))

    def carry_out(self, change: Callable[[], None], *, entered: bool = True) -> None:
        """Carry out a change to the table; `entered` if it uses up what was entered."""

        def made() -> Message:
            try:
                change()
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
        self.catch_up()
        self.await_others()

    def catch_up(self) -> None:
        """Catch up with the table: save it, then show the end of a code, hand the screen over, or draw the boards."""
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
        """Go on after moves were taken back."""
        self.shared.taken_back()
        self.input.done()
        self.catch_up()
        self.await_others()

    def _cover_with(self, screen: CodeEnd | Curtain) -> None:
        self._covered = True
        self.app.push_screen(screen, self._dismissed)

    def _dismissed(self, chosen: Next | Session | None) -> None:
        """Go on after the end of a code, or the curtain, has been dismissed; leave if the match is over."""
        self._covered = False
        if self.shared.over:
            self.dismiss(chosen is Next.AGAIN if chosen is None or isinstance(chosen, Next) else chosen)
            return
        self.catch_up()
        self.await_others()
