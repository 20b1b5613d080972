"""The interface of players: they choose from a View, which holds only what the seat may know."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from keypeg.core import Move, View
from keypeg.errors import KeypegError


class Unable(Exception):
    """A player cannot choose. Its seat counts as absent and gives up the current code."""

    def __init__(self, reason: KeypegError) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Player(Protocol):
    """Chooses for one seat. Raises Unable if something that it depends on fails."""

    def choose(self, view: View) -> Move:
        """Return a legal move. Called when the match waits for the owner of the View."""
        ...


@runtime_checkable
class Interjecting(Protocol):
    """A player that may also act out of turn: a split code may be called at any moment."""

    def interject(self, view: View) -> Move | None:
        """Return a legal move out of turn, or None."""
        ...
