"""Statistics of a guest: the reviews of their finished tables, summarised and added up by box."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from time import monotonic

import msgspec
from msgspec import structs
from sqlalchemy import Executable, Subquery, func, literal, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg import wire
from keypeg.errors import Unknown
from keypeg.notation import read_choice
from keypeg.review import review
from keypeg.server.compute.pool import ComputePool
from keypeg.server.compute.work import Work
from keypeg.server.guests.identities import Guest
from keypeg.server.store.schema import log, seats, summaries, tables
from keypeg.server.store.writer import Writer
from keypeg.server.tables.registry import Tables
from keypeg.service import Agreed

PATIENCE = 2.0
"""Seconds after which a request starts no further review; the next request continues."""
UNBROKEN = "-"


class Brief(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat's board came to; the measures are None where nothing was measured."""

    seat: int
    rows: int
    broken: bool
    loss: float | None = None
    luck: float | None = None
    skill: int | None = None
    proved: bool = False


READ, WRITE = msgspec.json.Decoder(list[Brief]).decode, msgspec.json.Encoder().encode


def brief(review: wire.Review | wire.SplitReview) -> list[Brief]:
    """Shorten a review to its boards with rows, of attempts that count."""
    if isinstance(review, wire.SplitReview):
        found = [board for each in review.rounds if each.over and not each.void for board in _split(each)]
    else:
        found = [_whole(board) for each in review.rounds if each.over and not each.void for board in each.boards]
    return [board for board in found if board.rows]


def _whole(board: wire.ReviewedBoard) -> Brief:
    short = Brief(board.seat, board.guesses, board.broken)
    if board.start is None or board.contradicted is not None:
        return short
    return structs.replace(short, loss=board.loss, luck=board.luck, skill=board.skill, proved=board.basis == "proved")


def _split(deal: wire.SplitRound) -> Iterable[Brief]:
    """Loss is not defined if all rows tell everybody something; what counts is who called rightly."""
    right = {call.seat for call in deal.calls if call.right}
    for seat in sorted({row.seat for row in deal.rows} | right):
        yield Brief(seat, sum(row.seat == seat for row in deal.rows), seat in right)


class Statistics:
    """Adds up the finished tables of guests; reviews each table once."""

    def __init__(self, engine: AsyncEngine, writer: Writer, tables: Tables, pool: ComputePool) -> None:
        self._engine = engine
        self._writer = writer
        self._tables = tables
        self._pool = pool
        self._insert = (postgresql if engine.dialect.name == "postgresql" else sqlite).insert

    async def of_guest(self, guest: Guest) -> wire.Stats:
        """Return the statistics of a guest, box by box, over tables that were played here."""
        own = _own_seats(guest)
        imported = select(log.c.seq).where(log.c.table == tables.c.id, log.c.seq == 1, log.c.kind == "import").exists()
        query = (
            select(tables.c.id, tables.c.rules, tables.c.agreed, own.c.seat, summaries.c.boards)
            .join(own, own.c.table == tables.c.id)
            .outerjoin(summaries, summaries.c.table == tables.c.id)
            .where(tables.c.over, ~imported)
            .order_by(tables.c.created.desc())
        )
        async with self._engine.connect() as connection:
            rows = [row for row in await connection.execute(query) if counts(row.agreed)]
        began, pending = monotonic(), 0
        by_box: dict[str, list[Brief]] = {}
        for row in rows:
            if row.boards is not None:
                boards = READ(row.boards)
            elif monotonic() - began < PATIENCE:
                boards = await self._summed(row.id, guest.id)
            else:
                pending += 1
                continue
            own_boards = [board for board in boards if board.seat == row.seat]
            by_box.setdefault(read_choice(row.rules).box, []).extend(own_boards)
        return wire.Stats([_added(box, boards) for box, boards in sorted(by_box.items()) if boards], pending)

    async def summary(self, table: str, owner: str) -> list[Brief]:
        """Return the summary of a finished table, made on the first request; nothing if the table is gone."""
        query = select(summaries.c.boards).where(summaries.c.table == table)
        async with self._engine.connect() as connection:
            stored = (await connection.execute(query)).scalar_one_or_none()
        return await self._summed(table, owner) if stored is None else READ(stored)

    async def _summed(self, table: str, owner: str) -> list[Brief]:
        """Review a table and store the summary; return nothing if the table is gone."""
        try:
            async with self._tables.held(table) as live:
                known, state = live.reviewed, live.state
            found = known[1] if known and known[0] is state else await self._pool.run(Work.REVIEW, owner, review, state)
        except Unknown:
            return []
        live.reviewed = state, found
        boards = await self._tables.on(live, lambda: brief(wire.review_of(found)))
        await self._writer.write(None, also=[self._keep(table, boards)])
        return boards

    def _keep(self, table: str, boards: Sequence[Brief]) -> Executable:
        """Store a summary once, and only if the table still exists."""
        kept = select(tables.c.id, literal(WRITE(boards).decode())).where(tables.c.id == table)
        statement: Executable = self._insert(summaries).from_select(["table", "boards"], kept).on_conflict_do_nothing()
        return statement


def counts(agreed: str) -> bool:
    """Return False for a table that was agreed to be outside statistics."""
    return msgspec.json.decode(agreed, type=Agreed).same is None


def _own_seats(guest: Guest) -> Subquery:
    """By table, the one seat that is this guest's own.

    Of people who share a device it is the one that bears the guest's name; where none does, or several do, nobody can
    tell whose rows these are, and none counts.
    """
    many = func.count().over(partition_by=seats.c.table).label("many")
    held = select(seats.c.table, seats.c.seat, seats.c.name, many).where(seats.c.guest == guest.id).subquery()
    own = select(held.c.table, func.min(held.c.seat).label("seat"))
    own = own.where(or_(held.c.many == 1, held.c.name == guest.name))
    return own.group_by(held.c.table).having(func.count() == 1).subquery()


def _added(box: str, boards: Sequence[Brief]) -> wire.BoxStats:
    broken = [board.rows for board in boards if board.broken]
    loss = [board.loss for board in boards if board.loss is not None]
    luck = [board.luck for board in boards if board.luck is not None]
    skill = [board.skill for board in boards if board.skill is not None]
    distribution = {str(rows): broken.count(rows) for rows in range(1, max(broken, default=0) + 1)}
    if len(broken) < len(boards):
        distribution[UNBROKEN] = len(boards) - len(broken)
    return wire.BoxStats(
        box=box,
        rounds=len(boards),
        broken=len(broken),
        rows=fmean(broken) if broken else None,
        distribution=distribution,
        measured=len(loss),
        loss=fmean(loss) if loss else None,
        luck=fmean(luck) if luck else None,
        skill=fmean(skill) if skill else None,
        proved=all(board.proved for board in boards if board.loss is not None),
    )
