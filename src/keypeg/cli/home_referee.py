"""People at a real board, line by line, and Keypeg as their referee."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from keypeg.cli.files import written
from keypeg.cli.lines import Lines, converse
from keypeg.cli.output import words
from keypeg.core import Call, Guess, Hide, Mark, Move, Phase
from keypeg.errors import Malformed
from keypeg.notation import read_answers, read_code, read_marks, read_move, row_text
from keypeg.table import Referee, save
from keypeg.tell import Names, Narrator, points_words, seat_name, waits_words

SECRETS = (Phase.HIDE, Phase.DEAL)
SEATS = tuple("123456789")


class RefereeTalk:
    """The talk about one match."""

    def __init__(self, lines: Lines, referee: Referee, names: Names, record: str | None) -> None:
        """Seats are called by these names; where there is a `record`, the match is kept in that file."""
        self.lines = lines
        self.referee = referee
        self.names = names
        self.record = record
        self.narrator = Narrator(words(), names)
        self.commands: dict[str, Callable[[str], None]] = {
            "fix": self._fix,
            "help": self._help,
            "points": self._points,
            "rows": self._rows,
            "undo": self._undo,
        }

    def run(self) -> None:
        """Talk until the match is over, or the people leave."""
        self.lines.tell([words().say("cli.home.welcome", help="help", quit="quit")])
        self.referee.go_on()
        self._news()
        converse(self.lines, self._prompt, self._take, secretly=lambda: self._phase() in SECRETS)

    def _phase(self) -> Phase:
        return self.referee.table.view(None).phase

    @property
    def _seat(self) -> int:
        """Who is asked next."""
        return self.referee.waits_for[0]

    def _prompt(self) -> str | None:
        if not self.referee.waits_for:
            return None
        who = seat_name(words(), self.names, self._seat)
        return words().say(f"cli.home.prompt.{self._phase()}", who=who)

    def _take(self, line: str) -> bool:
        name, _, rest = line.partition(" ")
        if name in ("quit", "exit"):
            return False
        if name in self.commands:
            self.commands[name](rest.strip())
            return True
        self._play(line)
        return True

    def _play(self, line: str) -> None:
        seat, _, rest = line.partition(" ")
        if seat in SEATS and rest and rest.split()[0] in ("call", "give-up"):
            self._made(int(seat), read_move(self.referee.rules, rest))
            return
        guess, colon, said = line.partition(":")
        if colon and self._phase() is Phase.GUESS:
            breaker = self._seat
            self._made(breaker, Guess(read_code(self.referee.rules, guess)))
            if self._phase() is Phase.MARK:
                self._made(self._seat, self._mark(said))
            return
        self._made(self._seat, self._read(line))

    def _read(self, line: str) -> Move:
        """What this line means in this phase; a move written out is always understood."""
        rules = self.referee.rules
        if line.partition(" ")[0] in ("give-up", "pass", "call", "claim", "accept"):
            return read_move(rules, line)
        match self._phase():
            case Phase.HIDE:
                return Hide(read_code(rules, line))
            case Phase.GUESS:
                return Guess(read_code(rules, line))
            case Phase.MARK:
                return self._mark(line)
            case Phase.DEAL:
                return read_move(rules, f"deal {line}")
            case Phase.CALL:
                return Call(read_code(rules, line))
            case _:
                return read_move(rules, line)

    def _mark(self, text: str) -> Mark:
        return Mark(read_answers(text) if self.referee.rules.split else (read_marks(text),))

    def _made(self, seat: int, move: Move) -> None:
        self.referee.play(seat, move)
        self._news()

    def _news(self) -> None:
        view = self.referee.table.view(None)
        self.lines.tell(self.narrator.news(view))
        if self.record:
            self.referee.table.headers = {f"Seat-{seat}": name for seat, name in self.names.items()}
            written(Path(self.record), save(self.referee.table))

    # Commands

    def _undo(self, _: str) -> None:
        self.referee.undo()
        self._again()

    def _fix(self, rest: str) -> None:
        """`fix 2 ROYG`: other pegs in row 2; where several have boards, `fix 1 2 ROYG` for seat 1."""
        parts = rest.split()
        breakers = sorted({board.breaker for board in self.referee.table.view(None).boards})
        if len(parts) == 2 and len(breakers) == 1:
            parts = [str(breakers[0]), *parts]
        if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts[:2]):
            raise Malformed("home-fix-referee-unreadable")
        dropped = self.referee.correct(int(parts[0]), int(parts[1]), read_code(self.referee.rules, parts[2]))
        if dropped:
            self.lines.tell([words().say("tell.home.dropped", moves=dropped)])
        self._again()

    def _again(self) -> None:
        """Tell how things stand after a change of what was told before."""
        self.narrator = Narrator(words(), self.names)
        self.narrator.news(self.referee.table.view(None))
        self._rows("")

    def _points(self, _: str) -> None:
        view = self.referee.table.view(None)
        self.lines.tell([points_words(words(), view.rules, self.names, view.points)])

    def _rows(self, _: str) -> None:
        view = self.referee.table.view(None)
        rows = [
            f"{seat_name(words(), self.names, board.breaker)} {number:2}  {row_text(view.rules, board, row)}"
            for board in view.boards
            for number, row in enumerate(board.rows, start=1)
        ]
        self.lines.tell([*(rows or [words().say("tell.home.empty")]), waits_words(words(), self.names, view)])

    def _help(self, _: str) -> None:
        self.lines.tell(words().say("cli.home.help.referee").splitlines())
