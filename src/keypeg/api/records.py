"""Records of matches: get the one of a table, limited to what you may know, or make a table of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from keypeg.api.endpoint import TEXT, endpoint
from keypeg.api.fields import OwnSeat, TableId
from keypeg.api.host import Call
from keypeg.api.limits import READS, TABLES
from keypeg.api.seats import Person, clean_name
from keypeg.api.tables import Made, Plan, made
from keypeg.api.view import may_see
from keypeg.core import TABLE
from keypeg.errors import Malformed
from keypeg.notation import Record, Seal, Seen, move_text, read_record, seat_text, write_record
from keypeg.table import Action, Agreed, Chair, Table
from keypeg.table.saved import hosted_headers, moves_of

MOST_MOVES = 2000
"""The most moves that a record may have to become a table."""
RECORD_BYTES = 8_000
"""Bytes of a record that cost as much as another table."""
SHOWN_MOVES = 100
"""Moves that are shown in a millisecond."""


class NewRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record as text. It becomes a table at which all seats are yours."""

    record: Annotated[str, Meta(min_length=1, max_length=200_000)]


@endpoint("POST", "/records", "Create a table of your own from a record", "tables", TABLES, status=201)
async def import_record(call: Call, asked: NewRecord, person: Person) -> Made:
    """Create a table of a person's own from a record."""
    size = len(asked.record) / RECORD_BYTES
    await call.charge(TABLES, size)
    plan = await call.compute(None, read_table, asked.record, person.id, long=size >= 1)
    return made(call, await call.open(plan))


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
async def record(call: Call, id: TableId, who: str | None, seat: OwnSeat = None) -> str:
    """Return the record of a table, limited to what this person may know."""
    async with call.held(id) as table:
        await call.charge(READS, table.length / SHOWN_MOVES)
        return await call.work(table, record_of, table, who, seat)


def record_of(table: Table, who: str | None, asked: int | None) -> str:
    """Return the record of a table, limited to what this person may know."""
    _, seat = may_see(table, who, asked)
    headers = hosted_headers(table)
    if table.over:  # or closed: nothing is hidden any more
        return write_record(Record(table.state, headers, table.seals))
    return write_record(Seen(table.view(seat), headers, table.public_seals))


def read_table(text: str, who: str) -> Plan:
    """Plan a table from a record; `who` holds all its seats. May take seconds."""
    record = read_record(text)
    rules = record.state.rules
    moves = [
        f"{seat_text(seat)} {move_text(rules, move)}{_salts(record.seals.get(number, ()))}"
        for number, (seat, move) in enumerate(moves_of(record.state))
    ]
    if len(moves) > MOST_MOVES:
        raise Malformed("record-too-long", most=MOST_MOVES)
    chairs = [
        Chair(seat, "person", guest=who, name=clean_name(record.headers.get(f"Seat-{seat}", "")[:40]))
        for seat in range(1, rules.seats + 1)
    ]
    actions = [Action("import", TABLE, "\n".join(moves))] if moves else []
    return Plan(rules, Agreed(grace=None), chairs, actions)


def _salts(seals: Sequence[Seal]) -> str:
    """Return the salts of a move after a tab; nothing unless all are known."""
    salts = [seal.salt for seal in seals if seal.salt]
    return f"\t{' '.join(salts)}" if salts and len(salts) == len(seals) else ""
