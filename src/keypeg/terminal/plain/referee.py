"""Line mode for people at a real board, with Keypeg as their referee."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from keypeg.core import TABLE, Guess, Move, Phase
from keypeg.errors import Malformed
from keypeg.notation import read_code, read_move, row_text
from keypeg.table import Referee, save
from keypeg.tell import Narrator, points_message, seat_name, waiting_message
from keypeg.terminal import store
from keypeg.terminal.match.keeper import Keeper
from keypeg.terminal.plain.console import Console
from keypeg.terminal.plain.conversation import PromptedConversation
from keypeg.terminal.plain.line_reader import read_line, read_row

SECRETS = (Phase.HIDE, Phase.DEAL)
SEATS = tuple("123456789")


class PlainReferee(PromptedConversation):
    """The conversation with the people of one match."""

    def __init__(self, console: Console, referee: Referee, names: Mapping[int, str], record: str | None) -> None:
        """Call seats by these names. Save the match in the file `record`, or in the folder of records if it is None."""
        super().__init__(console)
        self.referee = referee
        self.names = names
        self.record = record
        self._keeper = Keeper(referee.rules)
        self.narrator = Narrator(names)

    @property
    def commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "exit": self.leave,
            "fix": self._fix,
            "help": self._help,
            "points": self._points,
            "quit": self.leave,
            "rows": self._rows,
            "undo": self._undo,
        }

    def run(self) -> None:
        """Converse until the match is over or the people leave."""
        self.console.say("cli.home.welcome", help="help", quit="quit")
        self.referee.go_on()
        self._news()
        self.converse()

    def secret(self) -> bool:
        return self._phase() in SECRETS

    def _phase(self) -> Phase:
        return self.referee.table.view(None).phase

    @property
    def _seat(self) -> int:
        """The seat to ask next."""
        return self.referee.waits_for[0]

    def prompt(self) -> str | None:
        if not self.referee.waits_for:
            return None
        who = self.words.render(seat_name(self.names, self._seat))
        return self.words.say(f"cli.home.prompt.{self._phase()}", who=who)

    def answer(self, line: str) -> None:
        """Take a move, or `ROYG:1,2`: a row with the marks that people said."""
        seat, _, rest = line.partition(" ")
        if seat in SEATS and rest and rest.split()[0] in ("call", "give-up"):
            self._made(int(seat), read_move(self.referee.rules, rest))
            return
        guess, colon, said = line.partition(":")
        if colon and self._phase() is Phase.GUESS:
            breaker = self._seat
            self._made(breaker, Guess(read_row(self.referee.rules, guess, self.words)))
            if self._phase() is Phase.MARK:
                self._made(self._seat, self._read(said))
            return
        self._made(self._seat, self._read(line))

    def _read(self, line: str) -> Move:
        """Read a line as a move of the seat that was asked; for the table, as the shares that were dealt."""
        if self._seat == TABLE:
            return read_move(self.referee.rules, f"deal {line}")
        return read_line(self.referee.table.view(self._seat), line, self.words)

    def _made(self, seat: int, move: Move) -> None:
        self.referee.play(seat, move)
        self._news()

    def _news(self) -> None:
        view = self.referee.table.view(None)
        self.console.tell_all(self.narrator.news(view))
        self._keep()

    def _keep(self) -> None:
        """Save the match to disk."""
        self.referee.table.headers = {f"Seat-{seat}": name for seat, name in self.names.items()}
        if self.record:
            store.write(Path(self.record), save(self.referee.table))
        elif self._keeper.has_kept or self.referee.begun:
            problem = self._keeper.keep(save(self.referee.table))
            if problem:
                self.console.complain(problem)

    # Commands

    def _undo(self, _: str) -> None:
        self.referee.undo()
        self._again()

    def _fix(self, rest: str) -> None:
        """Change the pegs of row 2 with `fix 2 ROYG`; if several seats have boards, for seat 1 with `fix 1 2 ROYG`."""
        parts = rest.split()
        breakers = sorted({board.breaker for board in self.referee.table.view(None).boards})
        if len(parts) == 2 and len(breakers) == 1:
            parts = [str(breakers[0]), *parts]
        if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts[:2]):
            raise Malformed("home-fix-referee-unreadable")
        dropped = self.referee.correct(int(parts[0]), int(parts[1]), read_code(self.referee.rules, parts[2]))
        if dropped:
            self.console.say("tell.home.dropped", moves=dropped)
        self._again()

    def _again(self) -> None:
        """Save and print the rows after an earlier entry was changed."""
        self.narrator = Narrator(self.names)
        self.narrator.news(self.referee.table.view(None))
        self._keep()
        self._rows("")

    def _points(self, _: str) -> None:
        view = self.referee.table.view(None)
        self.console.tell(points_message(view.rules, self.names, view.points))

    def _rows(self, _: str) -> None:
        view = self.referee.table.view(None)
        rows = [
            f"{self.words.render(seat_name(self.names, board.breaker))} {number:2}  {row_text(view.rules, board, row)}"
            for board in view.boards
            for number, row in enumerate(board.rows, start=1)
        ]
        self.console.tell(*(rows or [self.words.say("tell.home.empty")]), waiting_message(self.names, view))

    def _help(self, _: str) -> None:
        self.console.tell_all(self.words.say("cli.home.help.referee").splitlines())
