"""The interface between the screens and a match, wherever it is played.

Screens draw Views and submit moves. They do not know whether the table is in this process or on a server.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, isfinite
from pathlib import Path
from typing import Protocol

from keypeg.core import HIDDEN, TABLE, Call, Guess, Move, Phase, Rules, View
from keypeg.errors import KeypegError
from keypeg.message import Message


@dataclass(frozen=True, slots=True)
class Advice:
    """The coach's sentences, and the move that it suggested, if any."""

    said: tuple[str, ...]
    move: Guess | Call | None = None


Said = tuple[int, str]
"""A seat and the phrase that it said."""


class Company(Protocol):
    """The other people at a server's table."""

    @property
    def phrases(self) -> Sequence[str]:
        """The phrases that can be said to them; empty if all others are computers."""
        ...

    def said(self) -> Sequence[Said]:
        """Return everything said so far."""
        ...

    def say(self, seat: int, phrase: str) -> None: ...

    def away(self) -> frozenset[int]:
        """Return the people who are not at the table now."""
        ...

    def absent(self) -> Sequence[int]:
        """Return the seats that have been away for so long that their round may be claimed."""
        ...

    def claim(self, seat: int, absent: int) -> None:
        """Claim, for `seat` here, the round of the seat `absent`."""
        ...

    def offered(self) -> int | None:
        """Return the seat that offers a rematch, if any."""
        ...

    def await_offer(self) -> int | None:
        """Block until one of them offers a rematch; None if this session is closed."""
        ...

    def again(self) -> Session:
        """Start or join the rematch."""
        ...


class Session(Protocol):
    """A match from the point of view of one terminal that takes part in it."""

    rules: Rules
    here: frozenset[int]
    """The seats of the people at this terminal; empty for a watcher."""
    live: bool
    """Others may act at any moment, so that `step` waits for them."""

    file: Path | None
    """The saved match that this one continues; None for a new match, and on a server."""

    open: bool
    """True if everyone here may see every row as it is placed, as on a real board."""

    @property
    def names(self) -> Mapping[int, str]:
        """The names of seats; one without a name is called by its number."""
        ...

    @property
    def company(self) -> Company | None:
        """The other people if some may sit elsewhere; None if all share this terminal, or for a watcher."""
        ...

    def view(self, seat: int | None) -> View:
        """Return what a seat here may know; for None, what everyone may know."""
        ...

    def status(self, seat: int | None) -> Message:
        """Say what this seat must do now, or whom the match waits for; by name, unless one person plays here."""
        ...

    def play(self, seat: int, move: Move) -> None:
        """Make a move, or raise a KeypegError that says why it is not possible."""
        ...

    def may_undo(self, seat: int) -> bool: ...

    def undo(self, seat: int) -> None:
        """Take back the last move of a seat, and everything that followed from it."""
        ...

    def check(self, seat: int, move: Guess | Call) -> Advice:
        """Ask the coach whether this move can still be right, within the help agreed on."""
        ...

    def hint(self, seat: int) -> Advice:
        """Ask the coach what to do next; each further call gives away more."""
        ...

    def call_time(self) -> float | None:
        """Return the seconds left for people here to call before computers do: `inf` without a limit, None if over."""
        ...

    def decline_call(self) -> None:
        """Declare that nobody here wants to call now."""
        ...

    def extend(self, seat: int) -> None:
        """Give a seat that begins to enter a call one more minute, once."""
        ...

    def step(self) -> bool:
        """Block until a computer or a person elsewhere has acted; return False if nobody will."""
        ...

    def trouble(self) -> KeypegError | None:
        """Return the last error of a computer or of the server, and clear it."""
        ...

    def record(self) -> str:
        """Return the match as a record, with ? for everything that is not known here."""
        ...

    def close(self) -> None:
        """Leave the match; a waiting `step` returns."""
        ...


def numbered(names: Mapping[int, str]) -> dict[int, str]:
    """Return the names of computers, with the seat added where two are alike."""
    alike = Counter(names.values())
    return {seat: f"{name} {seat}" if alike[name] > 1 else name for seat, name in names.items()}


def seconds_left(session: Session) -> int | None:
    """Return the whole seconds that a call window has left; -1 if it has no limit, None if there is none."""
    left = session.call_time()
    if left is None:
        return None
    return ceil(left) if isfinite(left) else -1


def has_begun(session: Session) -> bool:
    """Return True once a person here has moved."""
    view = session.view(None)
    logs = (*(attempt.log for attempt in view.past), view.log)
    return any(seat in session.here for log in logs for seat, _ in log)


def waits_here(session: Session) -> list[int]:
    """Return the seats here that the match waits for, in order."""
    return sorted(session.view(None).to_act & session.here)


def others_act(session: Session) -> frozenset[int]:
    """Return the seats elsewhere that the match waits for, without the table, whose moves take no time."""
    return session.view(None).to_act - session.here - {TABLE}


def needs_curtain(session: Session, seat: int) -> bool:
    """Return True if this seat is about to see or enter anything that others at the same screen may not see."""
    if len(session.here) < 2:
        return False
    view = session.view(seat)
    holds = any(share.code and HIDDEN not in share.code for share in view.own_shares) or bool(view.placed)
    enters = view.phase in (Phase.HIDE, Phase.REVEAL)
    sealed = view.rules.together and not session.open and view.phase is not Phase.DECIDE
    return holds or enters or sealed
