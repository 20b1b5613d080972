"""The small store of features in the database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from keypeg.errors import Conflict
from keypeg.server.store.database import open_database, upgrade
from keypeg.server.store.kept import KeptStore
from keypeg.server.store.migrate import migrate
from keypeg.server.store.schema import guests, tables
from keypeg.server.store.writer import Writer
from keypeg.table import Kept
from tests.server.postgres import Postgres

NOW = 1000.0


def _run(url: str, work: Callable[[KeptStore, Writer], Awaitable[None]]) -> None:
    async def running() -> None:
        engine = open_database(url)
        await upgrade(engine)
        writer = Writer(engine)
        writer.start()
        try:
            await work(KeptStore(engine, writer, lambda: NOW), writer)
        finally:
            await writer.stop()
            await engine.dispose()

    asyncio.run(running())


async def _written_once(store: KeptStore, _: Writer) -> None:
    heard: list[str] = []
    store.listen("notes/", heard.append)
    await store.write(Kept("notes/a_", b"1"), Kept("notes/b%", b"2"), Kept("other", b"3"))
    with pytest.raises(Conflict):
        await store.write(Kept("notes/c", b"4"), Kept("notes/a_", b"5"))
    assert [kept.key for kept in await store.under("notes/")] == ["notes/a_", "notes/b%"], "all or none"
    first = await store.get("notes/a_")
    assert first
    assert (first.data, first.version) == (b"1", 1)
    await store.write(replace(first, data=b"6"))
    for late in (replace(first, data=b"7"), replace(first, data=None), Kept("notes/d", b"8", version=1)):
        with pytest.raises(Conflict):
            await store.write(late)
    second = await store.get("notes/a_")
    assert second
    assert second.data == b"6"
    await store.write(replace(second, data=None))
    assert await store.get("notes/a_") is None
    assert heard == ["notes/a_", "notes/b%", "notes/a_", "notes/a_"]


def test_a_key_is_written_if_it_is_absent_or_unchanged(tmp_path: Path) -> None:
    _run(f"sqlite:///{tmp_path}/x.sqlite", _written_once)


def test_the_same_on_postgresql(postgres: Postgres) -> None:
    _run(postgres.url(postgres.new_database()), _written_once)


def test_of_two_who_write_at_once_one_is_refused(tmp_path: Path) -> None:
    async def work(store: KeptStore, _: Writer) -> None:
        writes = (store.write(Kept("a", each)) for each in (b"1", b"2", b"3"))
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), Conflict, Conflict]
        kept = await store.get("a")
        assert kept
        assert kept.data == b"1"

    _run(f"sqlite:///{tmp_path}/x.sqlite", work)


def test_what_has_expired_is_absent(tmp_path: Path) -> None:
    async def work(store: KeptStore, _: Writer) -> None:
        await store.write(Kept("a", b"1", expires=NOW))
        assert await store.get("a") is None
        await store.write(Kept("a", b"2"))
        assert [kept.data for kept in await store.under("a")] == [b"2"]

    _run(f"sqlite:///{tmp_path}/x.sqlite", work)


def test_it_goes_with_its_owner_and_with_its_table(tmp_path: Path) -> None:
    async def work(store: KeptStore, writer: Writer) -> None:
        guest = sa.insert(guests).values(id="g", name="", created=0.0, seen=0.0)
        table = sa.insert(tables).values(id="t", created=0.0, rules="togo", agreed="{}", seed="", over=False)
        await writer.write(None, also=[guest, table])
        await store.write(Kept("a", b"1", owner="g"), Kept("b", b"2", table="t"), Kept("c", b"3"))
        await writer.write(None, also=[sa.delete(guests), sa.delete(tables)])
        assert [kept.key for kept in await store.under("")] == ["c"]

    _run(f"sqlite:///{tmp_path}/x.sqlite", work)


def test_the_list_of_open_tables_is_kept_by_the_migration(tmp_path: Path) -> None:
    async def run() -> None:
        engine = open_database(f"sqlite:///{tmp_path}/x.sqlite")
        async with engine.begin() as connection:
            await connection.run_sync(migrate, "0006")
            values = {"id": "t", "created": 0.0, "rules": "togo", "agreed": "{}", "seed": "", "over": False}
            await connection.execute(sa.insert(tables).values(values))
            await connection.execute(sa.text("INSERT INTO listed VALUES ('t', 7.5)"))
        await upgrade(engine)
        (listed,) = await KeptStore(engine, Writer(engine), lambda: NOW).under("open-table/")
        assert (listed.key, listed.table, listed.data) == ("open-table/t", "t", b"7.5")
        await engine.dispose()

    asyncio.run(run())
