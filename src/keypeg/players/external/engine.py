"""An external engine as a player: a program that speaks the protocol of docs/engine-protocol.md."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field

from keypeg.core import Move, Rules, View, legal_in
from keypeg.errors import Illegal, KeypegError, Malformed, Unknown, meant
from keypeg.notation import position_lines, read_move, rules_lines
from keypeg.players.external import protocol
from keypeg.players.external.process import Process
from keypeg.players.player import Unable

PREFIX = "engine:"
GRACE = 1.0
"""Seconds that an engine has to answer after `stop`."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Time limits of an engine, in seconds."""

    move: float = 5.0
    start: float = 20.0
    """From the start of the process until it is ready for a match."""


USUAL = Limits()


@dataclass(slots=True)
class Answer:
    """An engine's answer to `go`: a move or None, with the `info` and `error` lines before it."""

    move: Move | None = None
    info: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def hear(self, line: str) -> str | None:
        """Handle a line; return the text of the move if it is the last line of the answer."""
        word, _, rest = line.strip().partition(" ")
        if word == protocol.INFO:
            self.info.append(rest.strip())
        elif word == protocol.ERROR:
            self.errors.append(rest.strip())
        return rest.strip() if word == protocol.BEST else None


class EngineSession:
    """A session with a running engine."""

    def __init__(self, command: tuple[str, ...], limits: Limits) -> None:
        self._process = Process(command)
        self._limits = limits
        self._match: tuple[Rules, int, str] | None = None
        self.ids: dict[str, str] = {}
        """What the engine says about itself: name, version, author."""
        self.options: dict[str, str] = {}
        """The options that the engine offers, with their values."""
        self.interjects = False
        try:
            self._process.ask([f"{protocol.HELLO} {protocol.VERSION}"], self._introduced, limits.start)
        except BaseException:
            self._process.end()
            raise

    @property
    def name(self) -> str:
        return self.ids.get("name", "")

    def _introduced(self, line: str) -> bool | None:
        word, _, rest = line.strip().partition(" ")
        match word:
            case protocol.ID:
                what, _, said = rest.partition(" ")
                self.ids[what] = said.strip()
            case protocol.OPTION:
                offered, _, default = rest.removeprefix("name ").partition(" default")
                self.options[offered.partition(" type ")[0].strip()] = default.strip()
            case protocol.CAN:
                self.interjects |= rest.strip() == protocol.INTERJECT
            case protocol.ERROR:
                raise Unknown("engine-refused", engine=self._process.name, said=rest.strip())
            case _:
                pass
        return word == protocol.UNDERSTOOD or None

    def set_option(self, name: str, value: str) -> None:
        """Set an option that the engine offers."""
        if name not in self.options:
            known = ", ".join(self.options)
            raise Unknown(
                "engine-option", engine=self._process.name, option=name, known=known, **meant(name, self.options)
            )
        if len(value.splitlines()) > 1:
            raise Malformed("engine-option-value", option=name)
        self.ready([f"{protocol.SET_OPTION} name {name} value {value}"])
        self.options[name] = value

    def ready(self, lines: Sequence[str] = ()) -> None:
        """Send these lines, and wait until the engine has processed them."""
        said = Answer()

        def heard(line: str) -> bool | None:
            said.hear(line)
            return line.strip() == protocol.READY or None

        self._process.ask([*lines, protocol.IS_READY], heard, self._limits.start)
        if said.errors:
            raise Unknown("engine-refused", engine=self._process.name, said=said.errors[0])

    @property
    def running(self) -> bool:
        return self._process.running

    def ask(
        self, view: View, seed: str, *, seconds: float | None = None, interject: bool = False, worth: Sequence[str] = ()
    ) -> Answer:
        """Ask for a move, which is None if the engine declines to interject. Raise if it is unreadable or illegal."""
        assert view.seat is not None, "a watcher does nothing"
        seconds = self._limits.move if seconds is None else seconds
        if self._match != (view.rules, view.seat, seed):
            self._match = (view.rules, view.seat, seed)
            lines = [protocol.NEW_MATCH, *rules_lines(view.rules, view.seat), f"seed {seed}", protocol.IS_READY]
            self._process.ask(lines, lambda line: line.strip() == protocol.READY or None, self._limits.start)
        if any(line.split()[:1] == [protocol.BEST] for line in self._process.unread_lines()):
            raise Illegal("engine-early", engine=self._process.name)
        go = [protocol.GO, protocol.MOVE_TIME, f"{max(1, round(seconds * 1000))}"]
        go += [protocol.INTERJECT] if interject else []
        go += [protocol.WORTH, *worth] if worth else []
        lines, answer = [protocol.POSITION, *position_lines(view), " ".join(go)], Answer()
        said = self._process.ask(lines, answer.hear, seconds, hurry=[protocol.STOP], grace=GRACE)
        if said == protocol.NOTHING and answer.errors:
            raise Unknown("engine-refused", engine=self._process.name, said=answer.errors[0])
        if not (interject and said == protocol.NOTHING):
            answer.move = self._legal(view, said)
        return answer

    def _legal(self, view: View, said: str) -> Move:
        try:
            move = read_move(view.rules, said)
        except KeypegError as error:
            raise Malformed("engine-nonsense", engine=self._process.name, said=said, problem=error.message) from error
        wrong = legal_in(view).refusal(move)
        if wrong:
            raise Illegal("engine-illegal", engine=self._process.name, said=said, problem=wrong.message) from wrong
        return move

    def close(self) -> None:
        """Tell the engine to quit, and end it if it does not."""
        self._process.close(protocol.QUIT)

    def end(self) -> None:
        """Kill the engine."""
        self._process.end()


_idle: dict[tuple[tuple[str, ...], Limits], list[EngineSession]] = {}
"""Idle engines, kept running for the next match."""


@dataclass(slots=True)
class Engine:
    """An external engine as a player. After a failure it raises Unable until the code is over, then restarts.

    Starts on the first request. Call `close` when the match is over.
    """

    command: tuple[str, ...]
    seed: str = ""
    limits: Limits = USUAL
    _session: EngineSession | None = None
    _failed: tuple[tuple[int, int, int], KeypegError] | None = None
    """The attempt in which it failed, and the error."""

    @property
    def name(self) -> str:
        """The engine's own name; its command before the first request."""
        return (self._session.name if self._session else "") or " ".join(self.command)

    def choose(self, view: View) -> Move:
        """Return the engine's move; raise Unable if it fails."""
        move = self._ask(view)
        assert move is not None, "in turn an engine cannot do nothing"
        return move

    def interject(self, view: View) -> Move | None:
        """Return the engine's move out of turn, or None; only engines that announce `interject` are asked."""
        if self._failed and self._failed[0] == _attempt(view):
            return None
        return self._ask(view, interject=True)

    def _ask(self, view: View, *, interject: bool = False) -> Move | None:
        if self._failed:
            if self._failed[0] == _attempt(view):
                raise Unable(self._failed[1])
            self._failed = None
        try:
            if self._session is None:
                self._session = _borrow(self.command, self.limits)
            if interject and not self._session.interjects:
                return None
            return self._session.ask(view, self.seed, interject=interject).move
        except KeypegError as error:
            self._drop()
            self._failed = _attempt(view), error
            raise Unable(error) from error
        except BaseException:
            self._drop()
            raise

    def _drop(self) -> None:
        if self._session:
            self._session.end()
            self._session = None

    def close(self) -> None:
        """Release the engine; it stays running for another match until `close_engines`."""
        if self._session and self._session.running:
            _idle.setdefault((self.command, self.limits), []).append(self._session)
        self._session = None


def _attempt(view: View) -> tuple[int, int, int]:
    return view.round, view.code, view.again


def _borrow(command: tuple[str, ...], limits: Limits) -> EngineSession:
    waiting = _idle.get((command, limits), [])
    while waiting:
        session = waiting.pop()
        if session.running:
            return session
        session.end()
    return EngineSession(command, limits)


def close_engines() -> None:
    """Close all idle engines."""
    while _idle:
        for session in _idle.popitem()[1]:
            session.close()


def read_engine(text: str, seed: str = "", limits: Limits = USUAL) -> Engine:
    """Return the engine of `engine:COMMAND`."""
    return Engine(read_command(text), seed, limits)


def read_command(text: str) -> tuple[str, ...]:
    """Split a command into words as a shell does; no shell runs it."""
    try:
        command = shlex.split(text.removeprefix(PREFIX))
    except ValueError:
        command = []
    if not command:
        raise Malformed("engine-command", text=text)
    if shutil.which(command[0]) is None:
        raise Unknown("engine-missing", program=command[0])
    return tuple(command)
