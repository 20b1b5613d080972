"""A foreign engine at a seat: a program that speaks the protocol of docs/engine-protocol.md."""

from __future__ import annotations

import shlex
import shutil
from dataclasses import dataclass

from keypeg.core import Move, Rules, View, legal_in
from keypeg.errors import Illegal, KeypegError, Malformed, Unknown
from keypeg.notation import position_lines, read_move, rules_lines
from keypeg.players.external import protocol
from keypeg.players.external.process import Process
from keypeg.players.player import Unable

PREFIX = "engine:"
GRACE = 1.0
"""Seconds that an engine has to answer when it is told that its time is up."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an engine may take, in seconds."""

    move: float = 5.0
    start: float = 20.0
    """From its start until it is ready for a match."""


USUAL = Limits()


class Conversation:
    """An engine that runs, and what is known of it."""

    def __init__(self, command: tuple[str, ...], limits: Limits) -> None:
        self._process = Process(command)
        self._limits = limits
        self._match: tuple[Rules, int, str] | None = None
        self.name = ""
        self.interjects = False
        try:
            self._process.ask([f"{protocol.HELLO} {protocol.VERSION}"], self._introduced, limits.start)
        except BaseException:
            self._process.end()
            raise

    def _introduced(self, line: str) -> bool | None:
        word, _, rest = line.strip().partition(" ")
        if word == protocol.ID and rest.startswith("name "):
            self.name = rest.removeprefix("name ").strip()
        if word == protocol.CAN:
            self.interjects |= rest.strip() == protocol.INTERJECT
        return word == protocol.UNDERSTOOD or None

    @property
    def running(self) -> bool:
        return self._process.running

    def ask(self, view: View, seed: str, *, interject: bool = False) -> Move | None:
        """What it wants to do here; None for nothing, out of turn. Unreadable and illegal moves raise."""
        assert view.seat is not None, "a watcher does nothing"
        if self._match != (view.rules, view.seat, seed):
            self._match = (view.rules, view.seat, seed)
            lines = [protocol.NEW_MATCH, *rules_lines(view.rules, view.seat), f"seed {seed}", protocol.IS_READY]
            self._process.ask(lines, lambda line: line.strip() == protocol.READY or None, self._limits.start)
        if any(line.split()[:1] == [protocol.BEST] for line in self._process.unasked()):
            raise Illegal("engine-early", engine=self._process.name)
        milliseconds = round(self._limits.move * 1000)
        go = f"{protocol.GO} {protocol.MOVE_TIME} {milliseconds}" + (f" {protocol.INTERJECT}" if interject else "")
        said = self._process.ask(
            [protocol.POSITION, *position_lines(view), go], _best, self._limits.move, hurry=[protocol.STOP], grace=GRACE
        )
        if interject and said == protocol.NOTHING:
            return None
        return self._legal(view, said)

    def _legal(self, view: View, said: str) -> Move:
        try:
            move = read_move(view.rules, said)
        except KeypegError as error:
            raise Malformed("engine-nonsense", engine=self._process.name, said=said, problem=str(error)) from error
        wrong = legal_in(view).refusal(move)
        if wrong:
            raise Illegal("engine-illegal", engine=self._process.name, said=said, problem=str(wrong)) from wrong
        return move

    def close(self) -> None:
        """Take leave of it."""
        self._process.close(protocol.QUIT)

    def end(self) -> None:
        """Be rid of it."""
        self._process.end()


def _best(line: str) -> str | None:
    word, _, said = line.strip().partition(" ")
    return said.strip() if word == protocol.BEST else None


_idle: dict[tuple[tuple[str, ...], Limits], list[Conversation]] = {}
"""Engines that run and have nothing to do, so that they need not be started anew for every match."""


@dataclass(slots=True)
class Engine:
    """A foreign engine as a player. If it fails it is Unable until the code is over, and started anew for the next.

    It is started when it is first asked. Call `close` when its match is over.
    """

    command: tuple[str, ...]
    seed: str = ""
    limits: Limits = USUAL
    _talk: Conversation | None = None
    _failed: tuple[tuple[int, int, int], KeypegError] | None = None
    """In which attempt it failed, and how."""

    @property
    def name(self) -> str:
        """What it calls itself; its command until it has been asked."""
        return (self._talk.name if self._talk else "") or " ".join(self.command)

    def choose(self, view: View) -> Move:
        """Its move; Unable where it fails."""
        move = self._ask(view)
        assert move is not None, "in turn an engine cannot do nothing"
        return move

    def interject(self, view: View) -> Move | None:
        """What it wants to do out of turn, if it is one that wants to be asked."""
        if self._failed and self._failed[0] == _attempt(view):
            return None
        return self._ask(view, interject=True)

    def _ask(self, view: View, *, interject: bool = False) -> Move | None:
        if self._failed:
            if self._failed[0] == _attempt(view):
                raise Unable(self._failed[1])
            self._failed = None
        try:
            if self._talk is None:
                self._talk = _lent(self.command, self.limits)
            if interject and not self._talk.interjects:
                return None
            return self._talk.ask(view, self.seed, interject=interject)
        except KeypegError as error:
            self._drop()
            self._failed = _attempt(view), error
            raise Unable(error) from error
        except BaseException:
            self._drop()
            raise

    def _drop(self) -> None:
        if self._talk:
            self._talk.end()
            self._talk = None

    def close(self) -> None:
        """Let the engine go; it waits for another match until `close_engines`."""
        if self._talk and self._talk.running:
            _idle.setdefault((self.command, self.limits), []).append(self._talk)
        self._talk = None


def _attempt(view: View) -> tuple[int, int, int]:
    return view.round, view.code, view.again


def _lent(command: tuple[str, ...], limits: Limits) -> Conversation:
    waiting = _idle.get((command, limits), [])
    while waiting:
        talk = waiting.pop()
        if talk.running:
            return talk
        talk.end()
    return Conversation(command, limits)


def close_engines() -> None:
    """End all engines that wait for a match."""
    while _idle:
        for talk in _idle.popitem()[1]:
            talk.close()


def read_engine(text: str, seed: str = "", limits: Limits = USUAL) -> Engine:
    """The engine of the text `engine:COMMAND`. The command is split as a shell does, but no shell runs it."""
    try:
        command = shlex.split(text.removeprefix(PREFIX))
    except ValueError:
        command = []
    if not command:
        raise Malformed("engine-command", text=text)
    if shutil.which(command[0]) is None:
        raise Unknown("engine-missing", program=command[0])
    return Engine(tuple(command), seed, limits)
