"""Play a match on the screen: draw it, make moves, let others act, show ends of codes, and hand the screen over."""

from __future__ import annotations

from collections.abc import Callable
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
from keypeg.terminal.draw.boards import Canvas
from keypeg.terminal.draw.panels import KeyHint, Panels
from keypeg.terminal.draw.scene import scene_of
from keypeg.terminal.input.keymap import DECISIONS, MATCH, action_of
from keypeg.terminal.input.move_input import MoveInput
from keypeg.terminal.input.task import Task, other_moves
from keypeg.terminal.match.keeper import Keeper
from keypeg.terminal.match.session import Session, has_begun, others_act, seconds_left
from keypeg.terminal.match.shared_screen import SharedScreen
from keypeg.terminal.screens.coach import Advised, CoachRequests
from keypeg.terminal.screens.code_end import CodeEnd, Next
from keypeg.terminal.screens.curtain import Curtain
from keypeg.terminal.screens.help import HelpScreen
from keypeg.terminal.screens.match_menu import SEAT, match_items, phrase_items
from keypeg.terminal.screens.menu import Item, Menu
from keypeg.terminal.screens.page import WIDE, Keys, Page, action_at
from keypeg.terminal.screens.rules import RulesScreen
from keypeg.terminal.screens.saving import save_match

Again = bool | Session
"""True to play again with the same rules and players; a Session if the server's rematch has been joined already."""

ANY_TIME = ("help", "leave", "menu", "rules")
"""Actions that are safe while a move is being made."""
SOON = 0.001


class PlayScreen(Page[Again]):
    """The screen on which people at this terminal play a match.

    Anything slow runs in a background thread, which posts a message when it is done.
    """

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
        super().__init__()
        self.session = session
        self.tip: Content | None = None
        """Text to show in place of the prompt, until something else happens."""
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

    def compose(self) -> ComposeResult:
        self.shared = SharedScreen(self.keypeg.words, self.session)
        self.input = MoveInput(self.keypeg.words, self.session.view(None))
        self.coach = CoachRequests(self, self.session, self.input)
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

    # Drawing

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Redraw everything."""
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
        self.query_one(Keys).show(self.key_hints(panels))
        area = self.query_one("#boards", VerticalScroll).size
        scene = scene_of(entered.view, entered.asked, entered.entry, entered.marks)
        canvas = Canvas(self.keypeg.words, self.session.names, partial(self.keypeg.pegs, entered.view.rules))
        block = canvas.fit(scene, area.width, area.height)
        self.query_one("#scene", Static).update(Content("\n").join(block))

    def panels(self) -> Panels:
        """Return the panels around the boards."""
        pegs = self.keypeg.pegs(self.session.rules)
        return Panels(self.keypeg.words, self.session, self.input, pegs, self.tip, self.has_class("wide"))

    def key_hints(self, panels: Panels) -> list[KeyHint]:
        """Return the keys that can be used now."""
        return panels.key_hints()

    def complain(self, sentence: str) -> None:
        """Show why something cannot be done."""
        self.input.complaint = sentence
        self.draw()

    def tell(self, tip: Content) -> None:
        """Show a tip in place of the prompt."""
        self.input.complaint, self.tip = "", tip
        self.draw()

    # The course of the match

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

    def on_play_screen_stepped(self, message: Stepped) -> None:
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

    def on_play_screen_played(self, message: Played) -> None:
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

    # Keys, clicks and the menu

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if not self.moving and self.input.type(event.key, character):
            event.stop()
            self.tip = None
            self.draw()
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
            self.draw()

    def act(self, action: str) -> None:
        """Run the action of a key, a click or the menu."""
        if self.moving and action not in ANY_TIME:
            return
        if self.input.edit(action):
            self.draw()
            return
        moves = {move.name: move for move in other_moves(self.input.view)}
        if action in moves:
            self.play(moves[action])
            return
        run = self.actions.get(action)
        if run:
            run()
        elif action.startswith(SEAT):
            self.shared.wanted = int(action.removeprefix(SEAT))
            self.catch_up()

    @property
    def actions(self) -> dict[str, Callable[[], None]]:
        """By name: all actions except for editing input and plain moves."""
        return {
            "submit": self._submit,
            "yes": partial(self._answer, True),
            "no": partial(self._answer, False),
            "call": self._call,
            "go-on": self._decline_call,
            "undo": self._undo,
            "hint": lambda: self._await_coach(self.coach.hint()),
            "check": lambda: self._await_coach(self.coach.check()),
            "save": lambda: save_match(self.keypeg, self.session, self.keeper, self.tell),
            "menu": self._menu,
            "say": self._say,
            "absent": self._claim,
            "leave": self._leave,
            "help": lambda: self._push(HelpScreen()),
            "rules": lambda: self._push(RulesScreen(str(self.session.rules))),
        }

    def _leave(self) -> None:
        self.dismiss(False)

    def _push(self, screen: HelpScreen | RulesScreen) -> None:
        self.app.push_screen(screen)

    def _menu(self) -> None:
        self.app.push_screen(Menu(self.say("terminal.menu"), self.menu_items()), lambda action: self.act(action or ""))

    def menu_items(self) -> list[Item]:
        return match_items(self.keypeg.words, self.session, self.input.view)

    # Moves

    def _submit(self) -> None:
        """Make the move that has been entered; if it is not ready, show why."""
        move = self.input.move()
        if move:
            self.play(move)
        elif self.input.asked is Task.NOTHING and self.session.call_time() is not None:
            self._decline_call()
        else:
            self.draw()

    def _answer(self, yes: bool) -> None:
        move = self.input.answer(yes)
        if move:
            self.play(move)

    def _call(self) -> None:
        if not self.input.turn_to_call():
            return
        seat = self.seat
        if self.input.calling and seat is not None and self.session.call_time() is not None:
            self.carry_out(lambda: self.session.extend(seat), entered=False)
        self.draw()

    def _decline_call(self) -> None:
        """Let computers act: nobody here wants to call."""
        self.carry_out(self.session.decline_call, entered=False)

    def _undo(self) -> None:
        thinking = self.stepping and not self.session.live and self.session.call_time() is None
        if self.seat is None or thinking:
            return
        try:
            self.session.undo(self.seat)
        except KeypegError as error:
            self.complain(self.keypeg.words.render(error.message))
            return
        self.taken_back()

    # Other people at a server's table

    def _say(self) -> None:
        """Let the person choose a phrase, and say it."""
        company, seat = self.session.company, self.seat
        if company is None or seat is None or not company.phrases:
            return

        def chosen(phrase: str | None) -> None:
            if phrase:
                self.carry_out(lambda: company.say(seat, phrase), entered=False)

        items = phrase_items(self.keypeg.words, company.phrases)
        self.app.push_screen(Menu(self.say("tell.say-something"), items), chosen)

    def _claim(self) -> None:
        """Claim the round of a seat whose person stays away, if there is one."""
        company, seat = self.session.company, self.seat
        absent = company.absent() if company else ()
        if company and seat is not None and absent:
            self.carry_out(lambda: company.claim(seat, absent[0]))

    # The coach

    def _await_coach(self, asked: bool) -> None:
        if asked:
            self.tell(Content.styled(self.say("terminal.coach-thinking"), "$quiet"))
        else:
            self.draw()

    def on_advised(self, message: Advised) -> None:
        self.coach.busy, self.tip = False, None
        if message.error:
            self.complain(self.keypeg.words.render(message.error.message))
        elif message.advice:
            self._keep()
            self.tell(Content.styled("☞ ", "$accent bold") + Content(" ".join(message.advice.said)))
