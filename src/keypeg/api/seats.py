"""Who sits at a table: take the open seat of an invite."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import Name, TableId
from keypeg.api.host import needs_server
from keypeg.api.limits import TABLES


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Take the open seat of this invite."""

    invite: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
    name: Name | UnsetType = UNSET


class Taken(Struct, frozen=True):
    """The seat that is yours now."""

    table: str
    seat: int
    version: int


@endpoint("POST", "/tables/{id}/seats", "Take the open seat of an invite", "tables", TABLES, status=201)
def take_seat(id: TableId, asked: TakeSeat) -> Taken:
    """Take the open seat of an invite."""
    raise needs_server()
