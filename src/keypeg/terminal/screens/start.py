"""The first screen: the main menu."""

from __future__ import annotations

from functools import partial
from secrets import token_hex
from threading import Thread
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from keypeg.boxes import broken_boxes
from keypeg.core import Rules
from keypeg.errors import KeypegError
from keypeg.notation import read_code
from keypeg.terminal.draw.pegs import Pegs
from keypeg.terminal.match.form import MatchForm
from keypeg.terminal.match.session import Session
from keypeg.terminal.match.setup import start
from keypeg.terminal.screens.match_form import MatchFormScreen
from keypeg.terminal.screens.page import Keys, Page
from keypeg.terminal.screens.text_dialog import TextDialog

if TYPE_CHECKING:
    from keypeg.terminal.screens.play import PlayScreen

ITEMS = ("new", "open", "join", "breaks", "helps", "referee", "quit")


class StartScreen(Page[None]):
    """The main menu; everything returns here."""

    class Joined(Message):
        """Posted when a server has answered a request to join."""

        def __init__(self, session: Session | None, error: KeypegError | None = None) -> None:
            super().__init__()
            self.session = session
            self.error = error

    def __init__(self, *, form: MatchForm | None = None, session: Session | None = None, resume: bool = False) -> None:
        """Go straight to the form, the match or the list of unfinished matches, if one is asked for."""
        super().__init__()
        self._resume = resume
        self._choosing = form
        self._session = session

    def compose(self) -> ComposeResult:
        yield Static(self.say("terminal.start.title"), classes="bar")
        with Vertical(classes="page"):
            yield Static(self._ornament())
            yield OptionList(*(Option(self.say(f"terminal.start.{item}"), id=item) for item in ITEMS))
        yield Static(id="about", classes="prompt")
        yield Keys(
            [
                ("⏎", self.say("terminal.key.choose"), ""),
                ("?", self.say("terminal.key.help"), ""),
                ("esc", self.say("terminal.key.quit"), ""),
            ]
        )

    def _ornament(self) -> Content:
        pegs = Pegs("ROYGBPWN", ansi=self.keypeg.sixteen, wide=True)
        return Content(" ").join(pegs.draw(peg) for peg in pegs.palette) + Content("\n")

    def on_mount(self) -> None:
        # Import the modules for playing while the person still reads the menu.
        Thread(target=_load, daemon=True).start()
        for broken in broken_boxes().values():
            self._complain(broken)
        if self._session and self._session.view(None).outcome and not self._session.live:
            self._look_back(self._session)
        elif self._session:
            self._play(self._session, None)
        elif self._choosing:
            self._choose(self._choosing)
        elif self._resume:
            self._open(unfinished=True)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        match event.option.id:
            case "new":
                self._choose(None)
            case "breaks" | "helps":
                breaks = event.option.id == "breaks"
                self.app.push_screen(MatchFormScreen(rules_only=True), partial(self._home, breaks))
            case "referee":
                self.app.push_screen(MatchFormScreen(rules_only=True), self._refereed)
            case "open":
                self._open()
            case "join":
                self.app.push_screen(TextDialog(self.say("terminal.join")), self._join)
            case _:
                self.app.exit()

    def _home(self, breaks: bool, form: MatchForm | None) -> None:
        if form and form.rules.split:
            self.app.push_screen(TextDialog(self.say("terminal.home.share")), partial(self._beside, breaks, form.rules))
        elif form:
            self._beside(breaks, form.rules, "")

    def _beside(self, breaks: bool, rules: Rules, own: str | None) -> None:
        """Open a real board; `own` holds the person's own shares of a split code."""
        from keypeg.table import HomeBoard
        from keypeg.terminal.screens.home_board import HomeScreen

        if own is None:
            return
        try:
            shares = [read_code(rules, share) for share in own.replace("+", " ").split()]
            board = HomeBoard(rules, own=shares)
        except KeypegError as error:
            self._complain(error)
            return
        self.app.push_screen(HomeScreen(board, breaks=breaks))

    def _refereed(self, form: MatchForm | None) -> None:
        """Referee a match on a real board."""
        if form is None:
            return
        from keypeg.table import Referee
        from keypeg.terminal.match.referee import RefereeSession
        from keypeg.terminal.screens.referee import RefereeScreen

        session = RefereeSession(Referee(form.rules, seed=token_hex(8)))
        self._play(session, partial(self._refereed, form), RefereeScreen(session))

    def _open(self, *, unfinished: bool = False) -> None:
        from keypeg.terminal.screens.records import RecordsScreen

        self.app.push_screen(RecordsScreen(unfinished=unfinished), self._opened)

    def _opened(self, session: Session | None) -> None:
        if session:
            self._play(session, None)

    def _look_back(self, session: Session) -> None:
        """Review a match that is over: there is nothing left to play."""
        from keypeg.terminal.screens.review import ReviewScreen

        record, name = session.record(), session.file.stem if session.file else ""
        session.close()
        self.app.push_screen(ReviewScreen(lambda: record, name))

    def _join(self, link: str | None) -> None:
        """Take a seat on a server in a background thread, since it may take long to answer."""
        if not link:
            return
        words = self.keypeg.words

        def join() -> None:
            from keypeg.terminal.match.remote import RemoteSession

            try:
                self.post_message(self.Joined(RemoteSession(words, link)))
            except KeypegError as error:
                self.post_message(self.Joined(None, error))

        Thread(target=join, daemon=True).start()

    def on_start_screen_joined(self, message: Joined) -> None:
        if message.session:
            self._play(message.session, None)
        elif message.error:
            self._complain(message.error)

    def _complain(self, error: KeypegError) -> None:
        sentence = self.keypeg.words.render(error.message)
        self.query_one("#about", Static).update(Content.styled(f"⚠ {sentence}", "$error bold"))

    def on_key(self, event: events.Key) -> None:
        if event.key in ("escape", "q"):
            event.stop()
            self.app.exit()
        elif event.character == "?":
            from keypeg.terminal.screens.help import HelpScreen

            event.stop()
            self.app.push_screen(HelpScreen())

    def _choose(self, form: MatchForm | None) -> None:
        self.app.push_screen(MatchFormScreen(form), self._chosen)

    def _chosen(self, form: MatchForm | None) -> None:
        if form:
            self._begin(form)

    def _begin(self, form: MatchForm) -> None:
        session = start(self.keypeg.words, form.rules, form.occupants, form.coach, call_window=form.call_window)
        self._play(session, partial(self._begin, form))

    def _play(self, session: Session, again: partial[None] | None, screen: PlayScreen | None = None) -> None:
        from keypeg.terminal.screens.play import Again, PlayScreen

        def over(more: Again | None) -> None:
            if isinstance(more, bool | None):
                if more and again:
                    again()
            else:
                self._play(more, None)

        self.app.push_screen(screen or PlayScreen(session), over)


def _load() -> None:
    import keypeg.table
    import keypeg.terminal.screens.play  # noqa: F401
