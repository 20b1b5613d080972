"""The small store of features on a local host: nobody overwrites what somebody else has written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from keypeg.api.local_host import LocalHost
from keypeg.api.local_tables import ME, LocalStore, MemoryStorage
from keypeg.api.seats import Person
from keypeg.api.tables import Me, NewTable, new_table
from keypeg.errors import Conflict
from keypeg.table import Action, Change, Kept, Table


def test_a_key_is_written_if_it_is_absent_or_unchanged() -> None:
    async def run() -> None:
        store = LocalStore(MemoryStorage(), lambda: 0.0)
        heard: list[str] = []
        store.listen("notes/", heard.append)
        await store.write(Kept("notes/a", b"1"), Kept("notes/b", b"2"), Kept("other", b"3"))
        with pytest.raises(Conflict):
            await store.write(Kept("notes/c", b"4"), Kept("notes/a", b"5"))
        assert [kept.key for kept in await store.under("notes/")] == ["notes/a", "notes/b"], "all or none"
        first = await store.get("notes/a")
        assert first
        assert (first.data, first.version) == (b"1", 1)
        await store.write(replace(first, data=b"6"))
        with pytest.raises(Conflict):
            await store.write(replace(first, data=b"7"))
        second = await store.get("notes/a")
        assert second
        await store.write(replace(second, data=None))
        assert await store.get("notes/a") is None
        assert heard == ["notes/a", "notes/b", "notes/a", "notes/a"]

    asyncio.run(run())


def test_what_has_expired_is_absent() -> None:
    async def run() -> None:
        now = [0.0]
        store = LocalStore(MemoryStorage(), lambda: now[0])
        await store.write(Kept("a", b"1", expires=10.0))
        now[0] = 10.0
        assert await store.get("a") is None
        await store.write(Kept("a", b"2"))
        assert [kept.data for kept in await store.under("a")] == [b"2"]

    asyncio.run(run())


def _move(kept: Kept) -> Callable[..., Change[int]]:
    def make(table: Table, *, now: float) -> Change[int]:
        change = table.apply(Action("say", 1, "hello"), now)
        return change._replace(kept=(kept,))

    return make


def test_it_is_written_with_the_entries_of_a_table_or_neither_is() -> None:
    async def run() -> None:
        host = LocalHost()
        asked = NewTable("togo:first=1", [Me(), Me()])
        table = await host.tables.open(new_table(asked, Person(ME)))
        version = await host.tables.change(table.id, _move(Kept("a", b"1")))
        with pytest.raises(Conflict):
            await host.tables.change(table.id, _move(Kept("a", b"2")))
        async with host.tables.held(table.id) as again:
            assert again.version == version
        kept = await host.tables.store.get("a")
        assert kept
        assert kept.data == b"1"

    asyncio.run(run())
