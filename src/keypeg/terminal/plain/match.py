"""A match in line mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, isfinite

from keypeg.boxes import box
from keypeg.core import BLANK, Call, Guess, Hide, Move, Phase, View, legal_in
from keypeg.errors import Illegal, Malformed
from keypeg.message import spaced
from keypeg.notation import read_choice
from keypeg.tell import (
    Narrator,
    box_rules,
    code_pegs,
    phrase_message,
    points_message,
    row_message,
    seat_name,
    seat_names,
)
from keypeg.tell.at_table import own_share_message, space_message
from keypeg.terminal.input.task import Task, other_moves, space_of, task_of
from keypeg.terminal.match.keeper import Keeper
from keypeg.terminal.match.session import Session, has_begun, needs_curtain, waits_here
from keypeg.terminal.plain.company import ask_again, company_commands
from keypeg.terminal.plain.console import Console
from keypeg.terminal.plain.conversation import Conversation
from keypeg.terminal.plain.line_reader import read_line, read_row


class PlainMatch(Conversation):
    """Prints events and asks each person here in turn, until the match is over or they leave."""

    def __init__(self, session: Session, console: Console) -> None:
        self.session = session
        super().__init__(console)
        self.seat = next(iter(session.here)) if len(session.here) == 1 else None
        """The seat at the keyboard; with several people, None until it is someone's turn."""
        self._chosen: int | None = None
        """A seat here that wants to act out of turn."""
        self._keeper = Keeper(session.rules, session.file)
        self._narrator = Narrator(session.names)
        self._asked: tuple[object, ...] = ()
        """A key of the last question, so that it is not repeated after every line."""
        self._said = 0
        """The number of phrases that have been printed."""

    def run(self) -> None:
        """Play until the match is over, a person quits, or the input ends."""
        try:
            while not self.left and self._others():
                self._turn()
            again = None if self.left else ask_again(self.console, self.session)
        finally:
            self._keep()
            self.session.close()
        if again:
            PlainMatch(again, self.console).run()

    def _keep(self) -> None:
        """Save the match to disk, so that it can be resumed. A server stores its own matches."""
        if not self.session.live and (self._keeper.has_kept or has_begun(self.session)):
            problem = self._keeper.keep(self.session.record())
            if problem:
                self.console.complain(problem)

    def _others(self) -> bool:
        """Let computers and people elsewhere act; return False if there is nobody left to ask here."""
        while not (self.session.live and (waits_here(self.session) or self._absent() or self._may_call())):
            self._wait()
            moved = self.session.step()
            self._news()
            trouble = self.session.trouble()
            if trouble:
                self.console.complain(trouble)
            if not moved:
                break
        return bool(self.session.here) and self.session.view(None).outcome is None

    def _wait(self) -> None:
        """Before waiting for others, print what came of the last move, and whom the match waits for."""
        if self.session.live and self.seat is not None and self.session.view(None).outcome is None:
            self._news()
            self._ask()

    def _news(self) -> None:
        """Print the news; if several people are here, only the news that all of them may know."""
        seat = self.seat if len(self.session.here) == 1 else None
        self._narrator.names = self.session.names
        self.console.tell_all(self._narrator.news(self.session.view(seat)))
        said = self.session.company.said() if self.session.company else ()
        self.console.tell_all(phrase_message(self.session.names, *each) for each in said[self._said :])
        self._said = len(said)

    def _turn(self) -> None:
        self._keep()
        waits = waits_here(self.session)
        anybody = min(self.session.here) if self._may_call() else None
        wanted = self._chosen or (self.seat if self.seat in waits else next(iter(waits), self.seat or anybody))
        if wanted != self.seat and wanted is not None and not self._hand_over(wanted):
            return
        self._news()
        absent, may_call = self._absent() if not waits else (), self._may_call()
        self._ask()
        if absent:
            self.console.say("plain.ask.absent", who=seat_names(self.session.names, absent))
        line = self.console.hear()
        if line is None:
            self.left = True
        elif line:
            self.take(line)
        elif may_call:
            self.session.decline_call()
        elif absent:
            self.session.step()

    def _hand_over(self, seat: int) -> bool:
        """Hand the keyboard to another seat; return False if the input ends."""
        if needs_curtain(self.session, seat):
            who = self.words.render(seat_name(self.session.names, seat))
            self.console.cover()
            self.console.say("plain.hand-over", who=who)
            if self.console.hear() is None:
                self.left = True
                return False
        self.seat = seat
        return True

    # Asking

    def _may_call(self) -> bool:
        """Return True while computers wait because people here may call."""
        return self.session.call_time() is not None

    def _ask_call(self) -> None:
        left = self.session.call_time()
        if left is not None and isfinite(left):
            self.console.say("plain.ask.window-timed", seconds=ceil(left))
        else:
            self.console.say("plain.ask.window")

    def _ask(self) -> None:
        view = self.session.view(self.seat)
        asked = (self.seat, view.phase, len(view.log), len(view.past), self._may_call())
        if asked == self._asked:
            return
        self._asked = asked
        task = task_of(view)
        if task is Task.NOTHING and self._may_call():
            self._ask_call()
            return
        held = own_share_message(view)
        if held and (task is Task.ANSWER or (task.is_row and len(self.session.here) > 1)):
            self.console.tell(held)
        self.console.tell(self.session.status(self.seat))
        self._tell_how(view, task)

    def _tell_how(self, view: View, task: Task) -> None:
        """Print what can be typed, unless it is a row like those before."""
        match task:
            case Task.MARK | Task.ANSWER if view.to_mark:
                guess = code_pegs(view.to_mark.rows[-1].guess)
                own = next((share.code for share in view.own_shares if share.code), None)
                if task is Task.ANSWER:
                    self.console.say("plain.how.answer", guess=guess)
                elif own:
                    self.console.say("plain.how.mark", guess=guess, own=code_pegs(own))
                else:
                    self.console.say("plain.how.mark-home", guess=guess)
            case Task.DECIDE:
                self.console.say("web.decide.about")
                self.console.say("plain.how.yes-no")
            case Task.JUDGE:
                self.console.say("plain.how.yes-no")
            case Task.CALL:
                self.console.say("plain.how.call", filled=view.rules.shares)
            case Task.HIDE | Task.GUESS | Task.REVEAL if not (view.board and view.board.rows):
                space = space_of(view, task)
                pegs = ", ".join(f"{peg} {self.words.say(f'colour.{peg}')}" for peg in space.pegs.replace(BLANK, ""))
                self.console.tell(spaced(space_message(space), pegs))

    # Doing

    def answer(self, line: str) -> None:
        self._play(read_line(self.session.view(self.seat), line, self.words))

    @property
    def commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "?": self.help,
            "check": self.check,
            "help": self.help,
            "hint": self.hint,
            "points": self.points,
            "quit": self.leave,
            "rows": self.rows,
            "rules": self.rules,
            "save": self.save,
            "seat": self.take_seat,
            "undo": self.undo,
            "wait": self.wait,
            **company_commands(self.session.company, self.seat),
        }

    def command(self, word: str) -> Callable[[str], None] | None:
        return super().command(word.lower())

    def _absent(self) -> Sequence[int]:
        return self.session.company.absent() if self.session.company else ()

    def _play(self, move: Move) -> None:
        if self.seat is None:
            return
        self.session.play(self.seat, move)
        self._chosen = None
        sealed = isinstance(move, Hide) or (self.session.rules.together and isinstance(move, Guess))
        if sealed and len(self.session.here) > 1:
            self.console.cover()

    def help(self, _: str) -> None:
        """Print the moves and commands that can be typed now."""
        view = self.session.view(self.seat)
        self.console.say("plain.help.move")
        names = [move.name for move in other_moves(view)]
        if Call in legal_in(view).types and view.phase is not Phase.CALL:
            names.append("call CODE")
        if names:
            self.console.say("plain.help.moves", moves=", ".join(names))
        self.console.say("plain.help.commands")
        phrases = self.session.company.phrases if self.session.company else ()
        if phrases:
            self.console.say("plain.help.company", phrases=", ".join(phrases))

    def rows(self, _: str) -> None:
        """Print all rows so far."""
        view = self.session.view(self.seat)
        told = [
            self.words.render(row_message(view.rules, board, number, self.session.names))
            for board in view.boards
            for number in range(1, len(board.rows) + 1)
        ]
        self.console.tell_all(told or [self.words.say("plain.no-rows")])

    def rules(self, _: str) -> None:
        """Print the rules of the box."""
        for section in box_rules(box(read_choice(str(self.session.rules)).box)).sections:
            self.console.tell(section.title)
            self.console.tell_all(paragraph.text for paragraph in section.paragraphs)

    def points(self, _: str) -> None:
        view = self.session.view(self.seat)
        self.console.tell(points_message(view.rules, self.session.names, view.points))

    def check(self, text: str) -> None:
        """Ask the coach whether a row can still be the code."""
        view, seat = self.session.view(self.seat), self.seat
        if not text or seat is None:
            raise Malformed("plain-check-what")
        code = read_row(view.rules, text, self.words)
        move = Call(code) if view.phase is Phase.CALL else Guess(code)
        self.console.tell_all(self.session.check(seat, move).said)

    def hint(self, _: str) -> None:
        if self.seat is not None:
            self.console.tell_all(self.session.hint(self.seat).said)

    def undo(self, _: str) -> None:
        """Take back the last move."""
        if self.seat is None:
            return
        self.session.undo(self.seat)
        self._asked = ()
        self.console.say("plain.undone")

    def wait(self, _: str) -> None:
        """Extend the call window by a minute, to enter a call."""
        if self.seat is None or not self._may_call():
            raise Illegal("plain-no-window")
        self.session.extend(self.seat)

    def take_seat(self, text: str) -> None:
        """Let another seat here act out of turn."""
        if text not in map(str, self.session.here):
            raise Malformed("plain-seat-not-here", seats=", ".join(map(str, sorted(self.session.here))))
        self._chosen = int(text)

    def save(self, name: str) -> None:
        file = self._keeper.save_as(name, self.session.record())
        self.console.say("plain.saved", file=str(file))
