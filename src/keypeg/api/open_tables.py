"""The list of open tables, which anyone on a server may join, and the refusal of people by their hosts."""

from __future__ import annotations

from msgspec import Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import SeatNumber, TableId, Time, Version
from keypeg.api.host import needs_server
from keypeg.api.limits import MOVES, TABLES, TOOLS
from keypeg.api.moves import Done
from keypeg.api.tables import Clock
from keypeg.message import Message


class OpenTable(Struct, frozen=True):
    """A table with a free seat for the first person who takes it."""

    table: str
    link: str
    """The invite of a free seat."""
    since: Time
    rules: str
    box: str
    name: str | Message
    """The name of the game."""
    host: str | Message
    free: int
    """The number of free seats."""
    clock: Clock
    yours: bool
    """True if you sit there."""


class OpenTables(Struct, frozen=True):
    """The tables that are open to everyone on this server, latest first."""

    allowed: bool
    """False if this server has none."""
    tables: list[OpenTable]


class NewRefusal(Struct, frozen=True, forbid_unknown_fields=True):
    """Refuse the person who took this seat from the list of open tables; the seat is free again for others."""

    seat: SeatNumber
    version: Version


@endpoint(
    "POST", "/tables/{id}/refusals", "Turn away a player who joined from the list of open tables", "tables", MOVES
)
def refuse(id: TableId, asked: NewRefusal) -> Done:
    """Turn away a player who joined from the list of open tables."""
    raise needs_server()


@endpoint("GET", "/open-tables", "List the tables that anyone on this server may join", "tables", TOOLS)
def open_tables() -> OpenTables:
    """List the tables that anyone on this server may join."""
    raise needs_server()


@endpoint("POST", "/tables/{id}/listing", "Add your table to the list of open tables", "tables", TABLES)
def list_table(id: TableId) -> Done:
    """Add your table to the list of open tables."""
    raise needs_server()


@endpoint("DELETE", "/tables/{id}/listing", "Remove your table from the list of open tables", "tables", MOVES)
def unlist_table(id: TableId) -> Done:
    """Remove your table from the list of open tables."""
    raise needs_server()
