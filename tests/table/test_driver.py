"""The driver of a host: computers move when they may, clocks run out, and failures are tried again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest

from keypeg import rules
from keypeg.errors import Busy, Unknown
from keypeg.table import Action, Agreed, Answer, Chair, Question, Setup, Table, TimeLimit, answer, driver
from keypeg.table.driver import Driver, Making

T = TypeVar("T")
SECONDS = 20.0


class Host:
    """Keeps one table in memory, and has a clock that is set by hand."""

    def __init__(self, text: str, *players: str | None, **agreed: Any) -> None:
        chairs = [Chair(seat, "computer" if player else "person", player) for seat, player in enumerate(players, 1)]
        self.table = Table.hosted(Setup("table", rules(text), Agreed(**agreed, version=2), "seed", 0.0), chairs)
        self.time = 0.0
        self.fails: Exception | None = None
        """What storing or asking raises."""
        self.asked: list[int] = []
        """The versions at which computers were asked."""
        self.changed = asyncio.Event()
        self.driver = Driver(self, self.ask, lambda: self.time, lambda error: not isinstance(error, Unknown))
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def held(self, id: str) -> AsyncIterator[Table]:
        assert id == self.table.id
        async with self._lock:
            yield self.table

    async def change(self, id: str, make: Making[T]) -> T:
        async with self.held(id) as table:
            answer, entries, _ = make(table, now=self.time)
            if entries:
                self.changed.set()
                self.driver.wake(table)
            return answer

    async def ask(self, table: Table, questions: tuple[Question, ...]) -> Answer:
        self.asked.append(table.version)
        self.changed.set()
        if self.fails:
            raise self.fails
        await asyncio.sleep(0)  # computers think elsewhere, so others go on
        return answer(questions)

    async def do(self, kind: str, seat: int, text: str = "") -> None:
        await self.change("table", lambda table, *, now: table.apply(Action(kind, seat, text), now))

    async def until(self, done: Callable[[], bool]) -> None:
        while not done():
            self.changed.clear()
            await self.changed.wait()


def _run(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(play(), SECONDS))


def test_computers_move_until_the_table_waits_for_people() -> None:
    async def play() -> None:
        host = Host("togo:first=1", "club", None)
        await host.do("open", 0)
        await host.driver.idle()
        assert host.table.state.now
        assert host.table.state.now.phase == "guess"
        await host.do("move", 2, "guess ROYG")
        await host.driver.idle()
        assert host.table.waits_for == {2}

    _run(play)


def test_computers_play_a_whole_match_among_themselves() -> None:
    async def play() -> None:
        host = Host("togo", "novice", "novice")
        await host.do("open", 0)
        await host.driver.idle()
        assert host.table.over

    _run(play)


def test_who_runs_out_of_time_loses_the_code_while_a_computer_thinks() -> None:
    async def play() -> None:
        host = Host("challenge", "club", None, clock=TimeLimit(0.05))
        thinking = asyncio.Event()

        async def forever(table: Table, questions: tuple[Question, ...]) -> Answer:  # noqa: ARG001
            await thinking.wait()
            return answer(questions)

        host.driver = Driver(host, forever, lambda: host.time, lambda _: False)
        await host.do("open", 0)
        await host.do("move", 2, "hide ROYGB")
        thinking.set()
        await host.driver.idle()
        thinking.clear()
        assert host.table.waits_for == {2}, "both seats guess at once"
        host.driver.wake(host.table)
        host.time = 1.0
        await host.until(lambda: bool(host.table.state.past))
        assert host.table.state.past[0].absent == (2,)
        await host.driver.stop()

    _run(play)


def test_computers_wait_for_the_end_of_a_call_window() -> None:
    async def play() -> None:
        host = Host("mm44:first=1", None, "novice", "novice", "novice", call_window=0.05)
        await host.do("open", 0)
        await host.do("move", 1, "guess RRRRR")
        version = host.table.version
        assert host.table.window_open(host.time)
        assert not host.asked
        host.time = 1.0
        await host.until(lambda: host.table.version > version)
        assert host.asked
        await host.driver.stop()

    _run(play)


def test_a_table_that_failed_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "FIRST_PAUSE", 0.01)

    async def play() -> None:
        host = Host("togo:first=1", "club", None)
        host.fails = Busy("database-away", seconds=2)
        await host.do("open", 0)
        await host.until(lambda: len(host.asked) > 2)
        host.fails = None
        await host.until(lambda: host.table.waits_for == {2})

    _run(play)


def test_a_table_that_is_gone_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "FIRST_PAUSE", 0.0)

    async def play() -> None:
        host = Host("togo:first=1", "club", None)
        host.fails = Unknown("table-unknown")
        await host.do("open", 0)
        await host.driver.idle()
        await asyncio.sleep(0.05)
        assert len(host.asked) == 1

    _run(play)
