"""Tables: agree on the terms of a new one, or play again with the same people."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import CallSeconds, Name, RulesText, SeatNumber, Seconds, TableId
from keypeg.api.host import needs_server
from keypeg.api.limits import TABLES


class Clock(Struct, frozen=True):
    """A clock that gives each person `seconds`, and `more` for every move that they make."""

    seconds: Seconds
    more: Annotated[float, Meta(ge=0, le=86_400)] = 0.0


class Computer(Struct, frozen=True, tag="computer", tag_field="kind"):
    """A computer: `novice`, `club`, `expert`, `perfect`; `club+tricky`; `novice:errs=0.1` if marks are by hand."""

    player: Annotated[str, Meta(max_length=40)] = "club"


class Me(Struct, frozen=True, tag="me", tag_field="kind"):
    """The maker of the table; several seats may be the maker’s, for people who share a device."""

    name: Name | UnsetType = UNSET


class Open(Struct, frozen=True, tag="open", tag_field="kind"):
    """A seat that is free until someone takes it by its invite link."""


Sitter: TypeAlias = Me | Open | Computer


Coach: TypeAlias = Literal["off", "check", "explain", "hint"]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a new table. Seats that are not listed: first the maker, unless listed already, then open ones."""

    rules: RulesText
    seats: Annotated[list[Sitter], Meta(max_length=4)] = []
    coach: Coach = "off"
    clock: Clock | None = None
    grace: Seconds | None = 180.0
    """Seconds that a person may be away while the match waits, before others may claim; null: no limit."""
    watch: bool = True
    """True if people who know the table’s id may watch."""
    name: Name | UnsetType = UNSET
    call_window: CallSeconds | UnsetType | None = UNSET
    """Seconds of every call window; null: until all have moved or gone on. Default 6; null with days on the clock."""


class Invite(Struct, frozen=True):
    """An invite to a seat: its token, and the link that has the token after its #."""

    seat: int
    invite: str
    link: str


class Made(Struct, frozen=True):
    """A new table."""

    table: str
    version: int
    seats: list[int]
    """Your seats."""
    invites: list[Invite]
    link: str
    """The address of the table. Opened without an invite it lets people watch."""


class NewRematch(Struct, frozen=True, forbid_unknown_fields=True):
    """Play again with the same people and the next starter. Settings that are left out stay as they were."""

    rules: RulesText | UnsetType = UNSET
    coach: Coach | UnsetType = UNSET
    clock: Clock | UnsetType | None = UNSET
    grace: Seconds | UnsetType | None = UNSET
    call_window: CallSeconds | UnsetType | None = UNSET
    seat: SeatNumber | None = None


@endpoint("POST", "/tables", "Create a table", "tables", TABLES, status=201)
def make_table(asked: NewTable) -> Made:
    """Create a table."""
    raise needs_server()


@endpoint("POST", "/tables/{id}/rematch", "Open a rematch with the same people and the next starter", "tables", TABLES)
def rematch(id: TableId, asked: NewRematch) -> Made:
    """Open a rematch with the same people and the next starter."""
    raise needs_server()
