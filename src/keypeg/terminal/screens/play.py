"""Play a match on the screen: the actions of keys, clicks and the menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.content import Content

from keypeg.errors import KeypegError
from keypeg.terminal.input.keymap import DECISIONS, MATCH, action_of
from keypeg.terminal.input.task import Task, other_moves
from keypeg.terminal.screens.coach import Advised, CoachRequests
from keypeg.terminal.screens.help import HelpScreen
from keypeg.terminal.screens.match_course import MatchCourse
from keypeg.terminal.screens.match_menu import SEAT, match_items, phrase_items
from keypeg.terminal.screens.menu import Item, Menu
from keypeg.terminal.screens.page import action_at
from keypeg.terminal.screens.rules import RulesScreen
from keypeg.terminal.screens.saving import save_match

ANY_TIME = ("help", "leave", "menu", "rules")
"""Actions that are safe while a move is being made."""


class PlayScreen(MatchCourse):
    """The screen on which people at this terminal play a match."""

    def compose(self) -> ComposeResult:
        yield from super().compose()
        self.coach = CoachRequests(self, self.session, self.input)

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
