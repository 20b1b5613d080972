"""Moves and everything else that people do at a table: undo, claims, call windows, phrases."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import Key, SeatNumber, TableId, Version
from keypeg.api.host import needs_server
from keypeg.api.limits import MOVES, SAYS


class NewMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move as text. `version` is that of the View you acted on; `seat` is needed only if you hold several."""

    move: Annotated[str, Meta(min_length=1, max_length=120, examples=["guess RYBG"])]
    version: Version
    key: Key
    seat: SeatNumber | None = None


class NewUndo(Struct, frozen=True, forbid_unknown_fields=True):
    """Take your last move back, as long as nobody has seen its result."""

    version: Version
    key: Key
    seat: SeatNumber | None = None


class NewClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """Claim the round from a seat whose person has been away for too long."""

    absent: SeatNumber
    version: Version
    key: Key
    seat: SeatNumber | None = None


class InWindow(Struct, frozen=True, forbid_unknown_fields=True):
    """In a call window: `go-on` without a call, or `extend` it once by a minute to enter one."""

    do: Literal["go-on", "extend"]
    version: Version
    key: Key
    seat: SeatNumber | None = None
    """Which of your seats; null: all of them."""


class NewSay(Struct, frozen=True, forbid_unknown_fields=True):
    """Say one of the phrases."""

    phrase: Annotated[str, Meta(max_length=24)]
    key: Key
    seat: SeatNumber | None = None


class Done(Struct, frozen=True):
    """Confirms that a change is committed; this version shows it."""

    table: str
    version: int


@endpoint("POST", "/tables/{id}/moves", "Make a move", "tables", MOVES)
def move(id: TableId, asked: NewMove) -> Done:
    """Make a move."""
    raise needs_server()


@endpoint("POST", "/tables/{id}/undo", "Take back your last move", "tables", MOVES)
def undo(id: TableId, asked: NewUndo) -> Done:
    """Take back your last move."""
    raise needs_server()


@endpoint(
    "POST", "/tables/{id}/claims", "Claim the round from a player who has been away for too long", "tables", MOVES
)
def claim(id: TableId, asked: NewClaim) -> Done:
    """Claim the round from a player who has been away for too long."""
    raise needs_server()


@endpoint("POST", "/tables/{id}/window", "Decline to call in a call window, or extend it by a minute", "tables", MOVES)
def call_window(id: TableId, asked: InWindow) -> Done:
    """Decline to call in a call window, or extend it by a minute."""
    raise needs_server()


@endpoint("POST", "/tables/{id}/says", "Say one of the preset phrases", "tables", SAYS)
def say(id: TableId, asked: NewSay) -> Done:
    """Say one of the preset phrases."""
    raise needs_server()
