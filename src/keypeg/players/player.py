"""Who chooses for a seat: given what the seat may know, and nothing else."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from keypeg.core import Move, View
from keypeg.errors import KeypegError


class Unable(Exception):
    """A player that cannot choose, and why. Its seat counts as absent: it has given up the code that is played."""

    def __init__(self, reason: KeypegError) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Player(Protocol):
    """Chooses for one seat. It is handed Views only, so there is nothing else that it could use.

    One that depends on something that may fail raises Unable when it does.
    """

    def choose(self, view: View) -> Move:
        """A legal move. Asked when the match waits for the owner of the View."""
        ...


@runtime_checkable
class Interjecting(Protocol):
    """A player that may also act while the match waits for others: a split code may be called at any moment."""

    def interject(self, view: View) -> Move | None:
        """A legal move out of turn, or None to let things go on."""
        ...
