"""Ask the coach, with its answers computed in a background thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.message import Message

from keypeg.errors import KeypegError
from keypeg.terminal.input.move_input import MoveInput
from keypeg.terminal.match.session import Advice, Session
from keypeg.terminal.screens.page import Page


class Advised(Message):
    """Posted when the coach has answered."""

    def __init__(self, advice: Advice | None, error: KeypegError | None = None) -> None:
        super().__init__()
        self.advice = advice
        self.error = error


class CoachRequests:
    """Asks one question at a time. The page gets the answer as `Advised`, and must then clear `busy`."""

    def __init__(self, page: Page[Any], session: Session, input: MoveInput) -> None:
        self._page = page
        self._session = session
        self._input = input
        self.busy = False

    def hint(self) -> bool:
        """Ask what to do next; return True if an answer will come."""
        seat = self._input.view.seat
        return seat is not None and self._ask(lambda: self._session.hint(seat))

    def check(self) -> bool:
        """Ask whether the entered row can still be the code; return True if an answer will come."""
        seat, planned = self._input.view.seat, self._input.planned()
        if seat is None or planned is None:
            return False
        return self._ask(lambda: self._session.check(seat, planned))

    def _ask(self, ask: Callable[[], Advice]) -> bool:
        if self.busy:
            return False
        self.busy = True

        def think() -> Advised:
            try:
                return Advised(ask())
            except KeypegError as error:
                return Advised(None, error)

        self._page.off_thread(think)
        return True
