"""The screen for a match on a real board, with Keypeg as its referee."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content

from keypeg.core import Board
from keypeg.errors import KeypegError
from keypeg.notation import read_code, row_text
from keypeg.tell import seat_name
from keypeg.terminal.draw.panels import KeyHint, Panels
from keypeg.terminal.match.referee import RefereeSession
from keypeg.terminal.screens.menu import Item, Menu
from keypeg.terminal.screens.play import PlayScreen
from keypeg.terminal.screens.text_dialog import TextDialog

COACH = ("hint", "check")
"""Actions to leave out: a referee takes no sides."""


class RefereeScreen(PlayScreen):
    """A match on a real board. Wrong entries can be taken back, or corrected later."""

    def __init__(self, session: RefereeSession) -> None:
        super().__init__(session)
        self.refereed = session

    def key_hints(self, panels: Panels) -> list[KeyHint]:
        *keys, help_, menu = (hint for hint in panels.key_hints() if hint[2] not in COACH)
        if self.refereed.dealing:
            keys = [("⏎", self.say("terminal.key.enter"), "submit"), *keys[1:]]
        return [*keys, ("F2", self.say("terminal.key.correct"), "correct"), help_, menu]

    def menu_items(self) -> list[Item]:
        items = [item for item in super().menu_items() if item.action not in COACH]
        return [Item("correct", self.say("terminal.help.correct"), "F2"), *items]

    @property
    def actions(self) -> dict[str, Callable[[], None]]:
        return {**super().actions, "correct": self._choose_row}

    def _choose_row(self) -> None:
        """Ask which row to correct, newest first."""
        view, words = self.refereed.view(None), self.keypeg.words
        rows = [(board, number) for board in view.boards for number in range(len(board.rows), 0, -1)]
        if not rows:
            self.complain(self.say("tell.home.empty"))
            return
        names = [words.render(seat_name(self.session.names, board.breaker)) for board, _ in rows]
        items = [
            Item(str(at), f"{names[at]} {number:2}  {row_text(view.rules, board, board.rows[number - 1])}")
            for at, (board, number) in enumerate(rows)
        ]

        def chosen(at: str | None) -> None:
            if at is not None:
                self._ask_pegs(*rows[int(at)], names[int(at)])

        self.app.push_screen(Menu(self.say("terminal.home.fix-which"), items), chosen)

    def _ask_pegs(self, board: Board, number: int, who: str) -> None:
        placed = board.rows[number - 1].guess

        def typed(code: str | None) -> None:
            if code:
                self._correct(board, number, code)

        self.app.push_screen(TextDialog(self.say("terminal.home.fix", row=number, who=who), placed), typed)

    def _correct(self, board: Board, number: int, code: str) -> None:
        boards = self.session.rules.boards
        # A seat with two boards fills them in turn; `correct` counts its rows in the order of play.
        count = (number - 1) * boards + board.number
        try:
            dropped = self.refereed.correct(board.breaker, count, read_code(self.session.rules, code))
        except KeypegError as error:
            self.complain(self.keypeg.words.render(error.message))
            return
        self.taken_back()
        if dropped:
            self.tell(Content(self.say("tell.home.dropped", moves=dropped)))
