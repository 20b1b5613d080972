"""Records of matches: get the one of a table, limited to what you may know, or make a table of one."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from keypeg.api.endpoint import TEXT, endpoint
from keypeg.api.fields import OwnSeat, TableId
from keypeg.api.host import needs_server
from keypeg.api.limits import READS, TABLES
from keypeg.api.tables import Made


class NewRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record as text. It becomes a table at which all seats are yours."""

    record: Annotated[str, Meta(min_length=1, max_length=200_000)]


@endpoint("POST", "/records", "Create a table of your own from a record", "tables", TABLES, status=201)
def import_record(asked: NewRecord) -> Made:
    """Create a table of your own from a record."""
    raise needs_server()


@endpoint(
    "GET",
    "/tables/{id}/record",
    "Get the record, limited to what you may know",
    "study",
    READS,
    4,
    media_type=TEXT,
    filename="keypeg.txt",
)
def record(id: TableId, seat: OwnSeat = None) -> str:
    """Get the record, limited to what you may know."""
    raise needs_server()
