"""Session: the seam between the screens and a match, wherever that is played.

Screens draw Views and hand in moves. Whether a table in this process answers, or one behind a wire, they do not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from keypeg.core import HIDDEN, TABLE, Call, Guess, Move, Phase, Rules, View
from keypeg.errors import KeypegError


@dataclass(frozen=True, slots=True)
class Advice:
    """What the coach said, in sentences, and the move that it would make, if it named one."""

    said: tuple[str, ...]
    move: Guess | Call | None = None


Said = tuple[int, str]
"""A seat, and the phrase that it said."""


class Company(Protocol):
    """The others at a table to which people come from elsewhere."""

    @property
    def phrases(self) -> Sequence[str]:
        """What can be said to them; nothing where there are computers only."""
        ...

    def said(self) -> Sequence[Said]:
        """What was said so far, by all."""
        ...

    def say(self, seat: int, phrase: str) -> None: ...

    def away(self) -> frozenset[int]:
        """The people who are not at the table now."""
        ...

    def absent(self) -> Sequence[int]:
        """Those whom the match has waited for long enough: their round may be claimed."""
        ...

    def claim(self, seat: int, absent: int) -> None:
        """Claim the round, for a seat here, of somebody who stays away."""
        ...

    def offered(self) -> int | None:
        """Who of them wants to play again."""
        ...

    def await_offer(self) -> int | None:
        """Wait until one of them wants to play again; None when this session is left. Never on a UI thread."""
        ...

    def again(self) -> Session:
        """The same people at another table."""
        ...


class Session(Protocol):
    """A match as one terminal takes part in it."""

    rules: Rules
    here: frozenset[int]
    """The seats whose people sit at this terminal; none for a watcher."""
    live: bool
    """Whether others may act at any moment, so that `step` waits for them."""

    open: bool
    """Whether all here may see every row as it is placed, as on a real board."""

    @property
    def names(self) -> Mapping[int, str]:
        """By seat: what it is called; a seat without a name by its number."""
        ...

    @property
    def company(self) -> Company | None:
        """The others, where people here sit at a table with some who are not; nobody where all share this terminal."""
        ...

    def view(self, seat: int | None) -> View:
        """What this seat, one of those here, may know; None for what everybody may."""
        ...

    def play(self, seat: int, move: Move) -> None:
        """Make a move; an error says why it may not be made."""
        ...

    def may_undo(self, seat: int) -> bool: ...

    def undo(self, seat: int) -> None:
        """Take back the last move of a seat, and all that followed from it."""
        ...

    def check(self, seat: int, move: Guess | Call) -> Advice:
        """Whether this can still be right, as far as a coach was agreed on."""
        ...

    def hint(self, seat: int) -> Advice:
        """What to do next; asked again, it says more."""
        ...

    def step(self) -> bool:
        """Wait until somebody who is not here has acted. False when nobody else will: never call it on a UI thread."""
        ...

    def trouble(self) -> KeypegError | None:
        """What went wrong with somebody who is not here, told once."""
        ...

    def record(self) -> str:
        """The match as a record; what is not known here is written as ?."""
        ...

    def close(self) -> None:
        """Leave; a `step` that waits comes back."""
        ...


def waits_here(session: Session) -> list[int]:
    """The people at this terminal whom the match waits for, in the order of their seats."""
    return sorted(session.view(None).to_act & session.here)


def others_act(session: Session) -> frozenset[int]:
    """Those not here whom the match waits for; the table's own moves take no time."""
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
