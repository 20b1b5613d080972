"""The interface between the screens and a match, wherever it is played.

Screens draw Views and hand in moves. Whether a table in this process answers, or one behind a wire, they do not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, isfinite
from pathlib import Path
from typing import Protocol

from keypeg.core import HIDDEN, TABLE, Call, Guess, Move, Phase, Rules, View
from keypeg.errors import KeypegError


@dataclass(frozen=True, slots=True)
class Advice:
    """The coach's sentences, and the move that it named, if any."""

    said: tuple[str, ...]
    move: Guess | Call | None = None


Said = tuple[int, str]
"""A seat, and the phrase that it said."""


class Company(Protocol):
    """The others at a table of a server."""

    @property
    def phrases(self) -> Sequence[str]:
        """What can be said to them; nothing if all are computers."""
        ...

    def said(self) -> Sequence[Said]:
        """Return everything said so far."""
        ...

    def say(self, seat: int, phrase: str) -> None: ...

    def away(self) -> frozenset[int]:
        """Return the people who are not at the table now."""
        ...

    def absent(self) -> Sequence[int]:
        """Return the seats that the match has waited for long enough, so that their round may be claimed."""
        ...

    def claim(self, seat: int, absent: int) -> None:
        """Claim the round of a seat that stays away, for a seat here."""
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
    """A match as one terminal takes part in it."""

    rules: Rules
    here: frozenset[int]
    """The seats whose people sit at this terminal; none for a watcher."""
    live: bool
    """Others may act at any moment, so that `step` waits for them."""

    file: Path | None
    """The saved match that this one goes on with; None for a new one, and at a server."""

    open: bool
    """All here may see every row as it is placed, as on a real board."""

    @property
    def names(self) -> Mapping[int, str]:
        """The names of seats; one without a name is called by its number."""
        ...

    @property
    def company(self) -> Company | None:
        """The others, if some sit elsewhere; None if all share this terminal."""
        ...

    def view(self, seat: int | None) -> View:
        """Return what a seat here may know; for None, what everybody may."""
        ...

    def play(self, seat: int, move: Move) -> None:
        """Make a move; raise the KeypegError that says why not."""
        ...

    def may_undo(self, seat: int) -> bool: ...

    def undo(self, seat: int) -> None:
        """Take back the last move of a seat, and all that followed from it."""
        ...

    def check(self, seat: int, move: Guess | Call) -> Advice:
        """Ask the coach whether this can still be right, as far as agreed."""
        ...

    def hint(self, seat: int) -> Advice:
        """Ask the coach what to do next; called again, it says more."""
        ...

    def call_time(self) -> float | None:
        """Return the seconds in which people here may call before computers do; `inf` without a limit, None if over."""
        ...

    def go_on(self) -> None:
        """Say for everybody here that they do not want to call now."""
        ...

    def extend(self, seat: int) -> None:
        """Begin to enter a call: once, computers wait a minute longer."""
        ...

    def step(self) -> bool:
        """Block until somebody elsewhere has acted; return False if nobody will."""
        ...

    def trouble(self) -> KeypegError | None:
        """Return what went wrong with somebody elsewhere, once."""
        ...

    def record(self) -> str:
        """Return the match as a record, with ? for what is not known here."""
        ...

    def close(self) -> None:
        """Leave the match; a `step` that waits returns."""
        ...


def seconds_left(session: Session) -> int | None:
    """Return the whole seconds that a call window has left; -1 if it has no limit, None if there is none."""
    left = session.call_time()
    if left is None:
        return None
    return ceil(left) if isfinite(left) else -1


def has_begun(session: Session) -> bool:
    """Return True once somebody here has moved."""
    view = session.view(None)
    logs = (*(attempt.log for attempt in view.past), view.log)
    return any(seat in session.here for log in logs for seat, _ in log)


def waits_here(session: Session) -> list[int]:
    """Return the seats here that the match waits for, in order."""
    return sorted(session.view(None).to_act & session.here)


def others_act(session: Session) -> frozenset[int]:
    """Return the seats elsewhere that the match waits for. The table's own moves take no time."""
    return session.view(None).to_act - session.here - {TABLE}


def needs_curtain(session: Session, seat: int) -> bool:
    """Return True if this seat is about to see or enter something that others at the same screen may not see."""
    if len(session.here) < 2:
        return False
    view = session.view(seat)
    holds = any(share.code and HIDDEN not in share.code for share in view.own_shares) or bool(view.placed)
    enters = view.phase in (Phase.HIDE, Phase.REVEAL)
    sealed = view.rules.together and not session.open and view.phase is not Phase.DECIDE
    return holds or enters or sealed
