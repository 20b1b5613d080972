"""Statistics of a guest: add up the summaries of the reviews of their finished tables."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

import msgspec
from sqlalchemy import Executable, Subquery, func, literal, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.api.review import review_of
from keypeg.api.stats import Stats
from keypeg.core import outcome
from keypeg.errors import Unknown
from keypeg.notation import rules as read_rules
from keypeg.server.compute.reviews import Reviews
from keypeg.server.guests.briefs import READ, WRITE, Brief, brief, with_result
from keypeg.server.guests.identities import Guest
from keypeg.server.guests.sums import game_stats, level_advice, level_records
from keypeg.server.store.database import dialect_of
from keypeg.server.store.schema import log, seats, summaries, tables
from keypeg.server.store.writer import Writer
from keypeg.server.tables.registry import Tables
from keypeg.table import Agreed
from keypeg.tell.games import Game, game_of

PAIR = 2
PATIENCE = 2.0
"""Seconds that a request waits for reviews. They continue without it, and the next request picks them up."""


class Statistics:
    """Adds up the finished tables of guests; reviews each table once."""

    def __init__(self, engine: AsyncEngine, writer: Writer, tables: Tables, reviews: Reviews) -> None:
        self._engine = engine
        self._writer = writer
        self._tables = tables
        self._reviews = reviews
        self._insert = dialect_of(engine).insert
        self._summing: dict[str, asyncio.Task[list[Brief]]] = {}
        """By table: the task that makes its summary."""

    async def stop(self) -> None:
        """Cancel the summaries in progress."""
        for task in self._summing.values():
            task.cancel()
        await asyncio.gather(*self._summing.values(), return_exceptions=True)

    async def of_guest(self, guest: Guest) -> Stats:
        """Return the statistics of a guest, game by game, over tables that were played here, not imported."""
        own = _own_seats(guest)
        imported = select(log.c.seq).where(log.c.table == tables.c.id, log.c.seq == 1, log.c.kind == "import").exists()
        rival = _only_computers(own)
        query = (
            select(
                tables.c.id,
                tables.c.rules,
                tables.c.agreed,
                tables.c.created,
                own.c.seat,
                summaries.c.boards,
                rival.c.player,
            )
            .join(own, own.c.table == tables.c.id)
            .outerjoin(summaries, summaries.c.table == tables.c.id)
            .outerjoin(rival, rival.c.table == tables.c.id)
            .where(tables.c.over, ~imported)
            .order_by(tables.c.created.desc())
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        began = monotonic()
        made: dict[str, list[Brief]] = {}
        for row in rows:
            if row.boards is None and _counts(row):
                found = await self._within(PATIENCE - (monotonic() - began), row.id, guest.id)
                made |= {} if found is None else {row.id: found}
        return await self._tables.work(len(rows), _added_up, rows, made)

    async def summary(self, table: str, owner: str) -> list[Brief]:
        """Return the summary of a finished table, made on the first request; nothing if the table is gone."""
        query = select(summaries.c.boards).where(summaries.c.table == table)
        async with self._engine.connect() as connection:
            stored = (await connection.execute(query)).scalar_one_or_none()
        return await asyncio.shield(self._summary(table, owner)) if stored is None else READ(stored)

    async def _within(self, seconds: float, table: str, owner: str) -> list[Brief] | None:
        """Return the summary of a table if it is ready in time; with no time left, do not even start it."""
        if seconds <= 0:
            return None
        task = self._summary(table, owner)
        done, _ = await asyncio.wait([task], timeout=seconds)
        return task.result() if done else None

    def _summary(self, table: str, owner: str) -> asyncio.Task[list[Brief]]:
        """Start to summarise a table, unless that is in progress already."""
        task = self._summing.get(table)
        if task is None:
            task = self._summing[table] = asyncio.create_task(self._summed(table, owner))
            task.add_done_callback(lambda done: self._forget(table, done))
        return task

    def _forget(self, table: str, done: asyncio.Task[list[Brief]]) -> None:
        del self._summing[table]
        if not done.cancelled():
            done.exception()  # if nobody waited for it, the next request finds out

    async def _summed(self, table: str, owner: str) -> list[Brief]:
        """Review a table and store the summary; return nothing if the table is gone."""
        try:
            async with self._tables.held(table) as live:
                state = live.state
            found = await self._reviews.of(live, state, state, owner)
        except Unknown:
            return []
        ended = outcome(state)
        briefs = await self._tables.on(live, lambda: brief(review_of(found)))
        boards = [with_result(board, ended) for board in briefs]
        await self._writer.write(None, also=[self._keep(table, boards)])
        return boards

    def _keep(self, table: str, boards: Sequence[Brief]) -> Executable:
        """Store a summary once, and only if the table still exists."""
        kept = select(tables.c.id, literal(WRITE(boards).decode())).where(tables.c.id == table)
        statement: Executable = self._insert(summaries).from_select(["table", "boards"], kept).on_conflict_do_nothing()
        return statement


def _counts(row: Any) -> bool:
    """Return True unless this table was made to try the code of a shared result."""
    return _agreed(row).same is None


def _agreed(row: Any) -> Agreed:
    return msgspec.json.decode(row.agreed, type=Agreed)


def _added_up(rows: Sequence[Any], made: Mapping[str, Sequence[Brief]]) -> Stats:
    """Add up finished tables, given newest first; `made` has the summaries, by table, that `rows` lack."""
    games: dict[Game, list[tuple[float, Brief]]] = {}
    levels: dict[str, list[str]] = {}
    pending = 0
    for row in filter(_counts, reversed(rows)):
        boards = made.get(row.id) if row.boards is None else READ(row.boards)
        if boards is None:
            pending += 1
            continue
        found = [board for board in boards if board.seat == row.seat]
        rules = read_rules(row.rules)
        if rules.split and boards and not found:
            found = [Brief(row.seat, 0, broken=False)]  # stored before seats without a row were summarised
        game = game_of(rules, row.seat)
        games.setdefault(game, []).extend((row.created, board) for board in found)
        ended = next((board.result for board in found if board.result), None)
        if row.player and ended and not _agreed(row).puzzle:
            levels.setdefault(level_of(row.player), []).append(ended)
    return Stats(
        [game_stats(game, boards) for game, boards in sorted(games.items()) if boards],
        level_records(levels),
        level_advice(levels),
        pending,
    )


def level_of(player: str) -> str:
    """Return the level of a computer player, without its options."""
    return player.partition("+")[0].partition(":")[0]


def _only_computers(own: Subquery) -> Subquery:
    """Select, for each of these tables with two seats and one computer, that computer."""
    found = select(seats.c.table, func.max(seats.c.player).label("player"))
    found = found.where(seats.c.table.in_(select(own.c.table))).group_by(seats.c.table)
    return found.having(func.count() == PAIR, func.count(seats.c.player) == 1).subquery()


def _own_seats(guest: Guest) -> Subquery:
    """Select, for each table, the one seat that is this guest's own.

    If people share a device, it is the seat with the guest's name; if none or several have that name, nobody can tell
    whose rows these are, and none counts.
    """
    many = func.count().over(partition_by=seats.c.table).label("many")
    held = select(seats.c.table, seats.c.seat, seats.c.name, many).where(seats.c.guest == guest.id).subquery()
    own = select(held.c.table, func.min(held.c.seat).label("seat"))
    own = own.where(or_(held.c.many == 1, held.c.name == guest.name))
    return own.group_by(held.c.table).having(func.count() == 1).subquery()
