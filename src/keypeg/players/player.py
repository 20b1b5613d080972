"""Who chooses for a seat: given what the seat may know, and nothing else."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from keypeg.core import Move, View


class Player(Protocol):
    """Chooses for one seat. It is handed Views only, so there is nothing else that it could use."""

    def choose(self, view: View) -> Move:
        """A legal move. Asked when the match waits for the owner of the View."""
        ...


@runtime_checkable
class Interjecting(Protocol):
    """A player that may also act while the match waits for others: a split code may be called at any moment."""

    def interject(self, view: View) -> Move | None:
        """A legal move out of turn, or None to let things go on."""
        ...
