"""What a browser does to stored matches: it is full, or another tab writes at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import pytest

from keypeg.device import Device, Stored
from keypeg.errors import Illegal
from keypeg.table import driver
from tests.device.memory import MemoryStorage, Page


def test_a_second_writer_never_overwrites_a_move() -> None:
    async def run() -> None:
        page = Page()
        made = await page.post("/tables", {"rules": "togo:first=1", "seats": [{"kind": "me"}, {"kind": "me"}]})
        table = made["table"]
        other = Page(page.storage)
        await other.get(f"/tables/{table}/view")
        await page.move(table, "hide RYGB", 1)
        late = await other.move(table, "hide OOOO", 1)
        assert late["error"], late
        assert sum(key[0] == table for key in page.storage.log) == (await page.get(f"/tables/{table}/view"))["version"]

    asyncio.run(run())


class FailingStorage(MemoryStorage):
    """A storage that is full."""

    full = False

    async def commit(self, change: Stored) -> None:
        if self.full:
            raise OSError("full")
        await super().commit(change)


def test_what_is_not_stored_is_not_answered_and_not_remembered() -> None:
    async def run() -> None:
        storage = FailingStorage()
        page = Page(storage)
        made = await page.post("/tables", {"rules": "togo:first=1", "seats": [{"kind": "me"}, {"kind": "me"}]})
        before = await page.get(f"/tables/{made['table']}/view")
        storage.full = True
        with pytest.raises(OSError, match="full"):
            await page.move(made["table"], "hide RYGB", 1)
        storage.full = False
        assert await page.get(f"/tables/{made['table']}/view") == before

    asyncio.run(run())


class FullUntilAsked(MemoryStorage):
    """A storage that refuses what a computer does, until there is room."""

    def __init__(self) -> None:
        super().__init__()
        self.refused, self.stored, self.room = asyncio.Event(), asyncio.Event(), False

    async def commit(self, change: Stored) -> None:
        if any(entry.seat == 2 for entry in change.entries):
            if not self.room:
                self.refused.set()
                raise Illegal("storage-refused")
            self.stored.set()
        await super().commit(change)


def test_a_computer_whose_move_was_not_stored_moves_once_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "FIRST_PAUSE", 0.0)

    async def run() -> None:
        storage = FullUntilAsked()
        device = Device(storage)
        seats = [{"kind": "me"}, {"kind": "computer", "player": "novice"}]
        await device.answer("POST", "/tables", msgspec.json.encode({"rules": "togo:first=2", "seats": seats}))
        await asyncio.wait_for(storage.refused.wait(), 20)
        storage.room = True
        await asyncio.wait_for(storage.stored.wait(), 20)

    asyncio.run(run())


class Raced(MemoryStorage):
    """A storage to which another tab writes first, once."""

    def __init__(self, rival: Callable[[MemoryStorage], Awaitable[None]]) -> None:
        super().__init__()
        self._rival: Callable[[MemoryStorage], Awaitable[None]] | None = rival

    async def commit(self, change: Stored) -> None:
        rival, self._rival = self._rival, None
        if rival:
            await rival(self)
        await super().commit(change)


def test_two_tabs_that_start_the_puzzle_of_a_day_at_once_share_it() -> None:
    async def run() -> None:
        async def start(storage: MemoryStorage) -> None:
            await Page(storage, now=lambda: 1_790_000_000.0).post("/daily", {})

        page = Page(Raced(start), now=lambda: 1_790_000_000.0)
        made = await page.post("/daily", {})
        assert made["table"] == "device-of-day-20260921", made
        assert (await page.get(f"/tables/{made['table']}/view"))["version"] == made["version"]

    asyncio.run(run())


def test_two_tabs_that_open_a_match_with_clocks_at_once_both_see_it() -> None:
    async def run() -> None:
        asked = {"rules": "togo:first=1", "seats": [{"kind": "me"}] * 2, "clock": {"seconds": 60}}
        first = Page(now=lambda: 1_790_000_000.0)
        table = (await first.post("/tables", asked))["table"]
        await first.move(table, "hide RYGB", 1)

        async def look(storage: MemoryStorage) -> None:
            await Page(storage, now=lambda: 1_790_000_500.0).get(f"/tables/{table}/view")

        raced = Raced(look)
        raced.rows, raced.log = first.storage.rows, first.storage.log
        seen = await Page(raced, now=lambda: 1_790_000_500.0).get(f"/tables/{table}/view")
        assert seen["version"] == 4, "each tab has let the clocks stand meanwhile"

    asyncio.run(run())


class CountingStorage(MemoryStorage):
    """A storage that counts what is stored."""

    stored = 0

    async def commit(self, change: Stored) -> None:
        self.stored += 1
        await super().commit(change)


@pytest.mark.parametrize("rules", ["togo:first=1", "challenge+doubles", "mm44"])
def test_a_match_that_is_only_looked_at_is_not_stored_again(rules: str) -> None:
    async def run() -> None:
        storage = CountingStorage()
        seats = [{"kind": "me"}] * (4 if rules == "mm44" else 2)
        made = await Page(storage).post("/tables", {"rules": rules, "seats": seats})
        before = storage.stored
        await Page(storage).get(f"/tables/{made['table']}/view")
        assert storage.stored == before

    asyncio.run(run())
