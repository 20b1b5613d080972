"""The writer commits many entries in one transaction and reports the result of each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.api.errors import status_of
from keypeg.errors import Busy, Unknown
from keypeg.server.store.database import open_database, upgrade
from keypeg.server.store.schema import guests, log, tables, tokens
from keypeg.server.store.writer import MOST_BYTES, MOST_WAITING, Failed, Overtaken, Writer
from keypeg.table import Entry
from tests.server.postgres import Postgres

TABLE = insert(tables).values(id="t", created=0.0, rules="togo", agreed="{}", seed="", over=False)
GUEST = update(guests).values(seen=0.0)
ORPHAN = insert(tokens).values(hash=b"x", guest="nobody", kind="cookie", created=0.0)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/x.sqlite"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.url(postgres.new_database())


@asynccontextmanager
async def _writing(url: str) -> AsyncIterator[tuple[AsyncEngine, Writer]]:
    engine = open_database(url)
    await upgrade(engine)
    writer = Writer(engine)
    writer.start()
    try:
        await writer.write(Entry("t", 1, 0.0, "open", 0), first=[TABLE])
        yield engine, writer
    finally:
        await writer.stop()
        await engine.dispose()


async def _kept(engine: AsyncEngine) -> list[int]:
    async with engine.connect() as connection:
        return list((await connection.execute(select(log.c.seq).order_by(log.c.seq))).scalars())


async def test_everybody_in_a_batch_is_told_what_became_of_theirs(url: str) -> None:
    async with _writing(url) as (engine, writer):
        told = await asyncio.gather(
            writer.write(Entry("t", 2, 0.0, "move", 1, "hide ROYG")),
            writer.write(Entry("t", 1, 0.0, "move", 1, "too late"), also=[insert(guests).values(id="never")]),
            writer.write(Entry("t", 3, 0.0, "move", 2, "guess ROYG")),
            return_exceptions=True,
        )
        assert [type(each) for each in told] == [type(None), Overtaken, type(None)]
        assert await _kept(engine) == [1, 2, 3]


async def test_an_entry_that_the_database_refuses_spares_the_others_of_its_batch(url: str) -> None:
    async with _writing(url) as (engine, writer):
        told = await asyncio.gather(
            writer.write(Entry("t", 2, 0.0, "move", 1, "hide ROYG")),
            writer.write(None, also=[ORPHAN]),
            writer.write(Entry("nowhere", 1, 0.0, "open", 0)),
            writer.write(Entry("t", 3, 0.0, "move", 2, "guess ROYG")),
            return_exceptions=True,
        )
        assert [type(each) for each in told] == [type(None), Unknown, Unknown, type(None)]
        assert await _kept(engine) == [1, 2, 3]


async def test_queued_entries_are_written_before_the_writer_stops(url: str) -> None:
    async with _writing(url) as (engine, writer):
        waiting = [asyncio.create_task(writer.write(Entry("t", seq, 0.0, "say", 1))) for seq in range(2, 40)]
        await asyncio.sleep(0)
        await writer.stop()
        await asyncio.gather(*waiting)
        assert await _kept(engine) == list(range(1, 40))


async def test_entries_that_come_turn_by_turn_share_a_transaction_in_sqlite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keypeg.server.store.writer.LONGEST", 60.0)  # however busy the machine is
    commits: list[object] = []
    count = commits.append

    async def write_later(writer: Writer, turns: int, seq: int) -> None:
        for _ in range(turns):
            await asyncio.sleep(0)
        await writer.write(Entry("t", seq, 0.0, "say", 1))

    async with _writing(f"sqlite:///{tmp_path}/x.sqlite") as (engine, writer):
        event.listen(Engine, "commit", count)
        try:
            await asyncio.gather(*(write_later(writer, seq // 2, seq) for seq in range(2, 42)))
        finally:
            event.remove(Engine, "commit", count)
        assert await _kept(engine) == list(range(1, 42))
    assert len(commits) == 1


async def test_the_writer_survives_what_the_driver_cannot_send(url: str) -> None:
    async with _writing(url) as (engine, writer):
        with pytest.raises(Failed):
            await writer.write(Entry("t", 2, 0.0, "say", 1, "half a letter: \ud83d"))
        await writer.write(Entry("t", 2, 0.0, "say", 1))
        assert await _kept(engine) == [1, 2]


async def test_two_processes_that_write_to_the_same_tables_do_not_block_each_other(
    postgres: Postgres,
) -> None:
    url, names = postgres.url(postgres.new_database()), [f"t{number}" for number in range(450)]
    async with _writing(url) as (_, writer):
        other_engine = open_database(url)
        other = Writer(other_engine)
        other.start()
        opened = [
            insert(tables).values(id=name, created=0.0, rules="togo", agreed="{}", seed="", over=False)
            for name in names
        ]
        await writer.write(None, first=opened)
        for seq in range(1, 13):
            told = await asyncio.gather(
                *(writer.write(Entry(name, seq, 0.0, "move", 1)) for name in names),
                *(other.write(Entry(name, seq, 0.0, "move", 1)) for name in reversed(names)),
                return_exceptions=True,
            )
            for mine, theirs in zip(told[: len(names)], reversed(told[len(names) :]), strict=True):
                assert {type(mine), type(theirs)} == {type(None), Overtaken}
        await other.stop()
        await other_engine.dispose()


async def test_a_connection_that_is_cut_costs_an_answer_at_most(postgres: Postgres) -> None:
    """The driver notices at once, a little later, or only when it writes."""
    name = postgres.new_database()
    cut = f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
    async with _writing(postgres.url(name)) as (engine, writer):
        for seq in range(2, 14):
            assert await asyncio.to_thread(postgres.ask, cut) >= "1"
            await asyncio.sleep(0.02 * (seq % 3))
            entry, also = Entry("t", seq, 0.0, "say", 1), [GUEST] if seq % 2 else []
            async with asyncio.timeout(20):
                try:
                    await writer.write(entry, also=also)
                except Failed:
                    await writer.write(entry, also=also)
        assert await _kept(engine) == list(range(1, 14))


async def test_a_full_queue_refuses_further_entries_at_once(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/x.sqlite")
    await upgrade(engine)
    writer = Writer(engine)
    waiting = [
        asyncio.create_task(writer.write(Entry("t", seq, 0.0, "move", 1), first=[TABLE] if seq == 1 else ()))
        for seq in range(1, MOST_WAITING + 1)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Busy) as busy:
        await writer.write(Entry("t", MOST_WAITING + 1, 0.0, "move", 1))
    assert (busy.value.slug, status_of(busy.value)) == ("server-busy", 503)
    writer.start()
    await asyncio.gather(*waiting)
    await writer.write(Entry("t", MOST_WAITING + 1, 0.0, "move", 1))
    assert len(await _kept(engine)) == MOST_WAITING + 1
    long = "x" * (MOST_BYTES // 4)
    async with asyncio.TaskGroup() as group:
        for seq in range(2, 6):
            group.create_task(writer.write(Entry("t", MOST_WAITING + seq, 0.0, "import", 0, long)))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            writer.admit()
    writer.admit()
    await writer.stop()
    await engine.dispose()
