"""A match at a table in this process, between people at this terminal and computers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from threading import Condition
from time import time

from keypeg.core import Call, Guess, Move, View
from keypeg.errors import Illegal, KeypegError
from keypeg.message import Message
from keypeg.players import Computer, Engine, Player, close_engines
from keypeg.review.advice import CoachLevel
from keypeg.table import Event, Failed, Table, save
from keypeg.table.saved import ENGINE
from keypeg.tell.at_table import status_message
from keypeg.tell.coach import check_message, explanation_messages, hint_messages
from keypeg.terminal.match.session import Advice, Company, numbered
from keypeg.words import Words


class LocalSession:
    """A session at a table in this process. Computers think in `step`: changes wait for it, Views do not."""

    def __init__(self, words: Words, table: Table, file: Path | None = None) -> None:
        self.table = table
        self.rules = table.rules
        self.here = frozenset(table.rules.all_seats) - table.players.keys()
        self.live = False
        self.open = False
        self.file = file
        self.company: Company | None = None
        self._failed: KeypegError | None = None
        self._words = words
        self._lock = Condition()
        """Held while the table is changed; notified when a person here has acted."""
        self._closed = False
        self._stop = table.listen(self._hear)
        table.clock_stands = True
        table.open_window(time())
        table.headers.setdefault("Date", datetime.now(UTC).astimezone().date().isoformat())

    @property
    def names(self) -> Mapping[int, str]:
        """The names of seats. An engine has its name only after its first move."""
        return _names(self._words, self.table)

    def view(self, seat: int | None) -> View:
        if seat is not None and seat not in self.here:
            raise Illegal("seat-not-yours", seat=seat)
        return self.table.view(seat)

    def status(self, seat: int | None) -> Message:
        return status_message(self.view(seat), self.names, self.here if len(self.here) == 1 else ())

    def play(self, seat: int, move: Move) -> None:
        with self._lock:
            self.table.play(seat, move, at=time())
            self._lock.notify_all()

    def may_undo(self, seat: int) -> bool:
        return self.table.may_undo(seat, self.here)

    def undo(self, seat: int) -> None:
        with self._lock:
            self.table.undo(seat, self.here, at=time())
            self._lock.notify_all()

    def check(self, seat: int, move: Guess | Call) -> Advice:
        coach = self.table.coach(seat)
        if coach.coaching.level is CoachLevel.CHECK:
            return Advice((self._words.render(check_message(self.rules, coach.check(move))),))
        return Advice(tuple(self._words.render_all(explanation_messages(self.rules, self.names, coach.explain(move)))))

    def hint(self, seat: int) -> Advice:
        hint = self.table.coach(seat).hint()
        return Advice(tuple(self._words.render_all(hint_messages(hint))), hint.move)

    def call_time(self) -> float | None:
        now, window = time(), self.table.window
        if window is None or not self.table.window_open(now):
            return None
        return inf if window.until is None else window.until - now

    def decline_call(self) -> None:
        with self._lock:
            for seat in self.table.may_call_first:
                self.table.go_on(seat, at=time())
            self._lock.notify_all()

    def extend(self, seat: int) -> None:
        with self._lock:
            if self.table.window_open(time()):
                self.table.extend_window(seat, at=time())

    def step(self) -> bool:
        with self._lock:
            while not self._closed and (left := self.call_time()) is not None:
                if left == inf:
                    return False  # the window has no limit: wait for people here to call or go on
                self._lock.wait(left)
            return not self._closed and self.table.step(at=time())

    def trouble(self) -> KeypegError | None:
        failed, self._failed = self._failed, None
        return failed

    def record(self) -> str:
        names = {seat: _told_name(player) for seat, player in self.table.players.items() if isinstance(player, Engine)}
        self.table.headers |= {f"{ENGINE}{seat}": " ".join(name.split()) for seat, name in names.items() if name}
        return save(self.table)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._lock.notify_all()
        self._stop()
        engines = [player for player in self.table.players.values() if isinstance(player, Engine)]
        for engine in engines:
            engine.close()
        if engines:
            close_engines()

    def _hear(self, event: Event) -> None:
        if isinstance(event, Failed):
            self._failed = event.reason


def _names(words: Words, table: Table) -> Mapping[int, str]:
    """Return the names of people, and the levels of computers."""
    people = {seat: table.headers.get(f"Seat-{seat}", "") for seat in table.rules.all_seats}
    computers = {seat: _kind(words, player) for seat, player in table.players.items()}
    return {seat: name for seat, name in people.items() if name} | numbered(computers)


def _kind(words: Words, player: Player) -> str:
    if isinstance(player, Computer):
        return words.say(f"tell.level.{player.level}")
    if isinstance(player, Engine):
        return _told_name(player) or Path(player.command[0]).name
    return type(player).__name__


def _told_name(engine: Engine) -> str:
    """Return the name that an engine has told; an empty string before its first move."""
    return "" if engine.name == " ".join(engine.command) else engine.name
