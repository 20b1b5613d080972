"""Reviews of the matches of tables: computed once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import sleep

from keypeg import rules
from keypeg.api.tables import Plan
from keypeg.errors import Busy
from keypeg.review import Review
from keypeg.server.compute.pool import MOST_OF_ONE, ComputePool
from keypeg.server.compute.reviews import Reviews
from keypeg.server.compute.work import Work
from keypeg.server.server_time import ServerTime
from keypeg.server.store.database import open_database, upgrade
from keypeg.server.store.writer import Writer
from keypeg.server.tables.doorbell import Doorbells
from keypeg.server.tables.memory import LockedTable
from keypeg.server.tables.registry import Tables
from keypeg.table import Action, Agreed, Chair

MOVES = "1 hide RYGB\n2 guess ROYG\n2 guess RYGB"


@asynccontextmanager
async def _reviews(folder: Path) -> AsyncIterator[tuple[Reviews, LockedTable, ComputePool]]:
    engine = open_database(f"sqlite:///{folder}/x.sqlite")
    await upgrade(engine)
    writer, time, pool = Writer(engine), ServerTime(), ComputePool(1)
    writer.start()
    tables = Tables(engine, writer, Doorbells(time), time)
    chairs = [Chair(1, "person"), Chair(2, "person")]
    plan = Plan(rules("4x6:first=1"), Agreed(grace=None), chairs, [Action("import", 0, MOVES)])
    try:
        yield Reviews(tables, pool), await tables.open(plan), pool
    finally:
        pool.stop()
        tables.stop()
        await writer.stop()
        await engine.dispose()


async def test_a_review_that_several_ask_for_at_once_is_computed_once(tmp_path: Path) -> None:
    """At the end of a match every page at the table asks for it."""
    async with _reviews(tmp_path) as (reviews, table, _):
        state = table.state
        first, *others = await asyncio.gather(*(reviews.of(table, state, state, who) for who in ("ann", "bob", "cy")))
        assert first.rounds
        assert all(each is first for each in others)
        assert await reviews.of(table, state, state, "di") is first


async def test_a_review_whose_asker_has_gone_is_kept(tmp_path: Path) -> None:
    async with _reviews(tmp_path) as (reviews, table, _):
        state = table.state
        asked = asyncio.create_task(reviews.of(table, state, state, "ann"))
        while not reviews._underway:  # noqa: ASYNC110
            await asyncio.sleep(0)
        asked.cancel()
        found = await reviews.of(table, state, state, "bob")
        assert table.reviewed == (state, found)
        assert asked.cancelled()
        assert not reviews._underway


async def test_a_guest_is_not_refused_a_review_because_another_has_a_full_queue(tmp_path: Path) -> None:
    """Ann has as many reviews queued as one guest may have; Bob asks for the same review as she."""
    async with _reviews(tmp_path) as (reviews, table, pool):
        state = table.state
        busy = [asyncio.create_task(pool.run(Work.REVIEW, "ann", sleep, 0.5)) for _ in range(MOST_OF_ONE + 1)]
        while pool.busy <= MOST_OF_ONE:  # noqa: ASYNC110
            await asyncio.sleep(0)
        asked = (reviews.of(table, state, state, who) for who in ("ann", "bob"))
        ann, bob = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(ann, Busy)
        assert isinstance(bob, Review)
        await asyncio.gather(*busy)


async def test_a_review_that_cannot_be_computed_is_refused_to_all(tmp_path: Path) -> None:
    async with _reviews(tmp_path) as (reviews, table, pool):
        pool.stop()
        asked = (reviews.of(table, table.state, table.state, who) for who in ("ann", "bob"))
        assert [type(each) for each in await asyncio.gather(*asked, return_exceptions=True)] == [Busy, Busy]
