"""A client for engines: programs, Keypeg's or third-party, that speak the engine protocol (docs/engine-protocol.md).

    with EngineClient("keypeg engine") as engine:
        engine.play(view, seconds=5).move         the engine's move
        engine.analyse(view, top=3).top           the best guesses and their ratings

Every call returns in time or raises a KeypegError. The program ends with the `with` block. For asyncio, call it in
a thread: `await asyncio.to_thread(engine.play, view)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from types import TracebackType
from typing import Self

from keypeg.argument_types import checked
from keypeg.core import Move, View
from keypeg.deduce.suggestion import Basis
from keypeg.errors import Illegal, KeypegError, Malformed, Unknown
from keypeg.players.external.engine import Answer, EngineSession, Limits, read_command

__all__ = ["Analysis", "EngineClient", "Played", "Rated", "RatedCall"]

START = 20.0
"""Seconds that an engine gets to start, and to prepare for a match."""
SECONDS = 5.0
"""Seconds that an engine gets for a move by default."""
BROKEN = ("engine-silent", "engine-ended", "engine-ended-complaining", "engine-floods", "engine-not-text")
"""Errors after which the engine cannot be talked to any more, so it is ended."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A guess and the engine's rating of it. A field is None if the engine did not report it."""

    guess: str
    expected: float | None = None
    """Guesses still needed, this one included."""
    worst: int | None = None
    basis: Basis | None = None
    behind: float | None = None
    """How many more guesses it needs on average than the suggested guess."""
    bits: float | None = None
    """For a split code: the information that its answers give."""


@dataclass(frozen=True, slots=True)
class RatedCall:
    """A call of a split code, and the chance that it is right."""

    code: str
    chance: float


@dataclass(frozen=True, slots=True)
class Played:
    """A move, and the lines that the engine wrote while it thought."""

    move: Move | None
    info: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """An engine's analysis of a position. Engines may report less, or other things: see `info`."""

    move: Move | None
    """The move it would make."""
    candidates: int | None
    """The number of codes that fit."""
    guesses: tuple[Rated, ...]
    """Every guess that it considered, the suggested one first."""
    top: tuple[Rated, ...]
    """The best guesses, best first, if more than one was asked for."""
    worth: tuple[Rated, ...]
    """The guesses that it was asked to rate."""
    calls: tuple[RatedCall, ...]
    info: tuple[str, ...]
    """All `info` lines, without that word."""


class EngineClient:
    """A running engine. Its methods block until it has answered."""

    @checked
    def __init__(self, command: str | Sequence[str], *, seconds: float = SECONDS, start: float = START) -> None:
        """Start an engine, given a command line or its words. It gets `start` seconds to start and `seconds` a move."""
        self.command = read_command(command) if isinstance(command, str) else tuple(command)
        if not self.command:
            raise Malformed("engine-command", text="")
        self._seconds = seconds
        self._session = EngineSession(self.command, Limits(seconds, start))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.quit()

    @property
    def id(self) -> Mapping[str, str]:
        """The engine's name, version and author."""
        return dict(self._session.ids)

    @property
    def options(self) -> Mapping[str, str]:
        """The options that the engine offers, and their values."""
        return dict(self._session.options)

    @property
    def running(self) -> bool:
        """True until the engine ends."""
        return self._session.running

    def configure(self, options: Mapping[str, object]) -> None:
        """Set options. Raise Unknown if the engine does not offer one, or refuses its value."""
        for name, value in options.items():
            with self._ended_if_broken():
                self._session.set_option(name, str(value))

    def ping(self) -> None:
        """Wait until the engine has handled everything sent so far."""
        with self._ended_if_broken():
            self._session.ready()

    def play(self, view: View, seconds: float | None = None, *, seed: str = "", interject: bool = False) -> Played:
        """Return the engine's move for the owner of a View. A move that breaks the rules raises Illegal.

        With `interject`, ask it for a call out of turn; the move is None if the engine declines.
        """
        answer = self._ask(view, seconds, seed, interject=interject)
        return Played(answer.move, tuple(answer.info))

    def analyse(
        self, view: View, seconds: float | None = None, *, top: int = 1, worth: Sequence[str] = (), seed: str = ""
    ) -> Analysis:
        """Return the engine's analysis of a position: its `top` best guesses, and a rating of each guess in `worth`."""
        if "top" in self._session.options and self._session.options["top"] != str(top):
            self.configure({"top": top})
        answer = self._ask(view, seconds, seed, worth=worth)
        return _analysis(answer)

    def quit(self) -> None:
        """End the engine."""
        self._session.close()

    def _ask(
        self, view: View, seconds: float | None, seed: str, *, interject: bool = False, worth: Sequence[str] = ()
    ) -> Answer:
        if view.seat is None or (view.seat not in view.to_act and not interject):
            raise Illegal("engine-not-asked")
        with self._ended_if_broken():
            return self._session.ask(view, seed, seconds=seconds, interject=interject, worth=worth)

    @contextmanager
    def _ended_if_broken(self) -> Iterator[None]:
        """Raise Unknown if the engine is no longer running; end it if the block raises one of the BROKEN errors."""
        if not self.running:
            raise Unknown("engine-over", engine=" ".join(self.command))
        try:
            yield
        except KeypegError as error:
            if error.slug in BROKEN:
                self._session.end()
            raise


def _analysis(answer: Answer) -> Analysis:
    lines = [line.split() for line in answer.info]
    counted = [line[1] for line in lines if line[:1] == ["candidates"] and len(line) > 1 and line[1].isdecimal()]
    return Analysis(
        move=answer.move,
        candidates=int(counted[-1]) if counted else None,
        guesses=tuple(_rated(line for line in lines if line[:1] == ["guess"])),
        top=tuple(_rated(line[2:] for line in lines if line[:1] == ["top"])),
        worth=tuple(_rated(line[1:] for line in lines if line[:1] == ["worth"])),
        calls=tuple(
            RatedCall(line[1], chance)
            for line in lines
            if line[:1] == ["call"] and line[2:3] == ["chance"] and (chance := _number(line[3:4])) is not None
        ),
        info=tuple(answer.info),
    )


def _rated(lines: Iterable[list[str]]) -> Iterator[Rated]:
    """Parse lines of the form `guess GUESS KEY VALUE …`, leaving out what cannot be parsed."""
    for line in lines:
        if line[:1] != ["guess"] or len(line) < 2:
            continue
        said = dict(zip(line[2::2], line[3::2], strict=False))
        worst = said.get("worst", "")
        yield Rated(
            guess=line[1],
            expected=_number([said.get("expected", "")]),
            worst=int(worst) if worst.isdecimal() else None,
            basis=Basis(said["basis"]) if said.get("basis") in list(Basis) else None,
            behind=_number([said.get("behind", "")]),
            bits=_number([said.get("bits", "")]),
        )


def _number(words: Sequence[str]) -> float | None:
    try:
        number = float(words[0])
    except (ValueError, IndexError):
        return None
    return number if isfinite(number) else None
