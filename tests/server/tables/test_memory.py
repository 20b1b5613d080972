"""Tables in memory: as many as fit, work on long ones in a thread, and loaded once however many callers wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import sleep

import pytest
from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg import rules
from keypeg.api.tables import Plan
from keypeg.api.view import PAST, view_of
from keypeg.errors import Busy, Unknown
from keypeg.server.server_time import ServerTime
from keypeg.server.store import tables as store
from keypeg.server.store import writer
from keypeg.server.store.database import open_database, upgrade
from keypeg.server.store.writer import Writer
from keypeg.server.tables import memory, registry
from keypeg.server.tables.doorbell import Doorbells
from keypeg.server.tables.memory import LockedTable
from keypeg.server.tables.registry import Tables
from keypeg.table import Action, Agreed, Chair, Change, Entry, Table
from keypeg.table.table import LONG

GUESSES = 1_500


def _resumed(table: Table, *, now: float) -> Change[int]:
    return table.resume(now)


@asynccontextmanager
async def _tables(folder: Path) -> AsyncIterator[Tables]:
    engine = open_database(f"sqlite:///{folder}/x.sqlite")
    await upgrade(engine)
    writes, time = Writer(engine), ServerTime()
    writes.start()
    tables = Tables(engine, writes, Doorbells(time), time)
    try:
        yield tables
    finally:
        tables.stop()
        await writes.stop()
        await engine.dispose()


def _plan(guesses: int) -> Plan:
    """Return the plan of an import, with at most 999 wrong guesses for every code."""
    played, lines = 0, []
    for maker in (1, 2):
        left = min(guesses - played, 999)
        lines += [f"{maker} hide RRRR", *[f"{3 - maker} guess GGYY"] * left, f"{3 - maker} give-up"][: left + 2]
        played += left
    chairs = [Chair(1, "person"), Chair(2, "person")]
    return Plan(rules("4x6:first=1"), Agreed(grace=None), chairs, [Action("import", 0, "\n".join(lines))])


async def test_tables_are_dropped_by_their_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST_BYTES", 3 * 2**20)
    async with _tables(tmp_path) as tables:
        opened = [await tables.open(_plan(GUESSES)) for _ in range(6)]
        assert tables.memory.bytes <= memory.MOST_BYTES
        assert len(tables.memory) == 2, "two tables fit"
        assert [table.dead for table in opened] == [True] * 4 + [False] * 2
        async with tables.held(opened[0].id) as again:
            assert again is not opened[0]
            assert again.state == opened[0].state
        assert tables.memory.bytes <= memory.MOST_BYTES
        for table in opened:
            tables.memory.forget(table.id)
        assert (len(tables.memory), tables.memory.bytes) == (0, 0)


async def test_entries_of_a_log_that_are_no_moves_count_as_well(tmp_path: Path) -> None:
    async with _tables(tmp_path) as tables:
        table = await tables.open(_plan(10))
        before = tables.memory.bytes
        for _ in range(50):
            await tables.change(table.id, _resumed)
        assert tables.memory.bytes - before >= 30 * memory.MOVE_BYTES


async def test_past_codes_of_a_long_match_are_not_kept_for_views(tmp_path: Path) -> None:
    async with _tables(tmp_path) as tables:
        for guesses, kept in ((10, 2), (GUESSES, 0)):
            table = await tables.open(_plan(guesses))
            assert len(view_of(table, None, (), {}).past) == 2
            assert len(PAST[table].attempts) == kept


async def test_a_table_in_use_is_not_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST_BYTES", 2**20)
    async with _tables(tmp_path) as tables:
        first = await tables.open(_plan(GUESSES))
        async with tables.held(first.id) as held:
            await tables.open(_plan(GUESSES))
            assert not held.dead
            assert tables.memory.get(first.id) is held


async def test_work_on_a_long_table_leaves_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[bool] = []
    replay = registry._replay

    def watched(*args: object) -> None:
        threads.append(threading.current_thread() is threading.main_thread())
        replay(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(registry, "_replay", watched)
    async with _tables(tmp_path) as tables:
        for guesses, on_main in ((10, True), (GUESSES, False)):
            table = await tables.open(_plan(guesses))
            tables.memory.forget(table.id)
            async with tables.held(table.id) as again:
                assert threads.pop() is on_main
                here = await tables.on(again, threading.current_thread)
                assert (here is threading.main_thread()) is on_main


async def test_work_on_other_tables_does_not_wait_for_a_long_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = registry._replay
    begun = threading.Event()
    done: list[str] = []

    def watched(table: LockedTable, entries: Sequence[Entry]) -> None:
        begun.set()
        sleep(0.05)
        replay(table, entries)
        done.append(table.id)

    monkeypatch.setattr(registry, "_replay", watched)
    async with _tables(tmp_path) as tables:
        other, long = await tables.open(_plan(GUESSES)), await tables.open(_plan(10))
        for _ in range(2 * LONG):
            await tables.change(long.id, _resumed)
        tables.memory.forget(long.id)
        reading = asyncio.create_task(tables.lock(long.id))
        assert await asyncio.to_thread(begun.wait, 20)
        await tables.on(other, done.append, other.id)
        (await reading).lock.release()
        assert done.index(other.id) < len(done) - 1, "the rest of the long log was read after that"


async def test_a_table_is_loaded_once_however_many_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[str] = []
    load = store.load

    async def counted(engine: AsyncEngine, id: str) -> store.Stored:
        loads.append(id)
        return await load(engine, id)

    monkeypatch.setattr(store, "load", counted)
    async with _tables(tmp_path) as tables:
        table = await tables.open(_plan(GUESSES))
        tables.memory.forget(table.id)

        async def look() -> int:
            async with tables.held(table.id) as found:
                return found.version

        looking = [asyncio.create_task(look()) for _ in range(20)]
        await asyncio.sleep(0)
        assert tables.note(table.id, 2), "what is written while a table is loaded is read at once"
        assert await asyncio.gather(*looking) == [1] * 20
        assert len(loads) == 1
        assert not tables.note(table.id, 2), "and otherwise when somebody uses the table"


async def test_long_logs_are_read_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dozen tables of 20,000 entries, asked for at once, took the server to 423 MB."""
    reading: list[str] = []
    most: list[int] = []
    load = store.load

    async def watched(engine: AsyncEngine, id: str) -> store.Stored:
        reading.append(id)
        most.append(len(reading))
        stored = await load(engine, id)
        reading.remove(id)
        return stored

    monkeypatch.setattr(store, "load", watched)
    async with _tables(tmp_path) as tables:

        async def look(id: str) -> None:
            async with tables.held(id):
                pass

        for entries, one_at_a_time in ((0, False), (LONG + 1, True)):
            opened = [await tables.open(_plan(10)) for _ in range(4)]
            for table in opened:
                for _ in range(entries):
                    await tables.change(table.id, _resumed)
                tables.memory.forget(table.id)
            most.clear()
            await asyncio.gather(*(look(table.id) for table in opened))
            assert (max(most) == 1) is one_at_a_time


@pytest.mark.parametrize("guesses", [10, GUESSES], ids=["read by then", "being read"])
async def test_a_table_that_is_read_while_it_is_removed_does_not_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, guesses: int
) -> None:
    """A computer that is thinking there loads it again."""
    async with _tables(tmp_path) as tables:
        table = (await tables.open(_plan(guesses))).id
        write = tables._writer.write

        async def look() -> None:
            async with tables.held(table):
                pass

        async def look_first(entry: Entry | None, *, also: Sequence[Executable]) -> None:
            looking.append(asyncio.create_task(look()))
            while not tables.memory.peek(table) and not (guesses > LONG and tables._loading):  # noqa: ASYNC110
                await asyncio.sleep(0)
            await write(entry, also=also)

        looking: list[asyncio.Task[None]] = []
        monkeypatch.setattr(tables._writer, "write", look_first)
        await tables.remove([table])
        await asyncio.gather(*looking, return_exceptions=True)
        with pytest.raises(Unknown):
            await look()


async def test_a_table_that_another_process_removed_is_not_kept_after_a_cut(tmp_path: Path) -> None:
    async with _tables(tmp_path) as tables:
        table = await tables.open(_plan(10))
        await tables._writer.write(None, also=[store.remove([table.id])])
        tables.trusted = False
        with pytest.raises(Unknown):
            await tables.lock(table.id)
        assert not len(tables.memory)


async def test_entries_that_another_process_wrote_during_a_cut_are_read_before_the_next_use(tmp_path: Path) -> None:
    """Until all tables in memory had been read anew, a View could be older than one that was sent during the cut."""
    async with _tables(tmp_path) as tables:
        other = Tables(tables._engine, tables._writer, Doorbells(tables.time), tables.time)
        table = await tables.open(_plan(10))
        tables.trusted = False
        await other.change(table.id, _resumed)
        tables.trust_again()
        async with tables.held(table.id) as now:
            assert (now, now.version) == (table, 2)
        await other.change(table.id, _resumed)
        async with tables.held(table.id) as now:
            assert now.version == 2, "it is told of this one by a notification"
        other.stop()


async def test_a_change_that_a_busy_server_refuses_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with _tables(tmp_path) as tables:
        table = await tables.open(_plan(10))
        monkeypatch.setattr(writer, "MOST_WAITING", 0)
        with pytest.raises(Busy):
            await tables.change(table.id, _resumed)
        assert (table.version, table.dead) == (1, False)
        monkeypatch.undo()
        await tables.change(table.id, _resumed)
        assert table.version == 2
