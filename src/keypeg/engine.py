"""A client for engines: programs, ours or others', that speak the engine protocol (docs/engine-protocol.md).

    with EngineClient("keypeg engine") as engine:
        engine.play(view, seconds=5).move         the move it would make
        engine.analyse(view, top=3).top           what the best guesses are worth

Every call returns in time or raises a KeypegError. The program ends with the `with` block. For asyncio, call it in
a thread: `await asyncio.to_thread(engine.play, view)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from keypeg.argument_types import checked
from keypeg.core import Move, View
from keypeg.deduce.suggestion import Basis
from keypeg.errors import Illegal, KeypegError, Malformed, Unknown
from keypeg.players.external.engine import Answer, EngineSession, Limits, read_command

__all__ = ["Analysis", "EngineClient", "Played", "Rated", "RatedCall"]

START = 20.0
"""Seconds that an engine has to start, and to make ready for a match."""
SECONDS = 5.0
"""Seconds for a move, unless told otherwise."""
BROKEN = ("engine-silent", "engine-ended", "engine-ended-complaining", "engine-floods", "engine-not-text")
"""After these errors there is nobody left to talk to."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A guess and what the engine says it is worth; None for what it does not say."""

    guess: str
    expected: float | None = None
    """Guesses still needed, this one included."""
    worst: int | None = None
    basis: Basis | None = None
    behind: float | None = None
    """How many more it needs than the suggested guess."""
    bits: float | None = None
    """Of a split code: what its answers tell."""


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
    """What an engine said about a position. Engines may say less, or other things: see `info`."""

    move: Move | None
    """What it would do."""
    candidates: int | None
    """The number of codes that fit."""
    guesses: tuple[Rated, ...]
    """Every guess that it looked at, the suggested one first."""
    top: tuple[Rated, ...]
    """The best guesses in their order, if more than one was asked for."""
    worth: tuple[Rated, ...]
    """The guesses whose worth was asked for."""
    calls: tuple[RatedCall, ...]
    info: tuple[str, ...]
    """All lines, without the word `info`."""


class EngineClient:
    """A running engine. Its methods block until it has answered."""

    @checked
    def __init__(self, command: str | Sequence[str], *, seconds: float = SECONDS, start: float = START) -> None:
        """Start the engine: a command, or its words. `seconds` is its time for a move, `start` that for its start."""
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
        """Set options; Unknown if the engine does not offer one, or refuses its value."""
        for name, value in options.items():
            with self._ended_if_broken():
                self._session.set_option(name, str(value))

    def ping(self) -> None:
        """Wait until the engine has handled everything sent so far."""
        with self._ended_if_broken():
            self._session.ready()

    def play(self, view: View, seconds: float | None = None, *, seed: str = "", interject: bool = False) -> Played:
        """Return the engine's move for the owner of a View. A move that breaks the rules raises Illegal.

        With `interject` it is asked for a call out of turn; the move is None if it does not want to.
        """
        answer = self._ask(view, seconds, seed, interject=interject)
        return Played(answer.move, tuple(answer.info))

    def analyse(
        self, view: View, seconds: float | None = None, *, top: int = 1, worth: Sequence[str] = (), seed: str = ""
    ) -> Analysis:
        """Return what the engine says about a position: the `top` best guesses, and what those in `worth` are worth."""
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
        """End an engine that does not answer as it should."""
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
    """Read `guess GUESS` and the pairs after it; what cannot be read is left out."""
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
        return float(words[0])
    except (ValueError, IndexError):
        return None
