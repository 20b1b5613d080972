"""The compute processes: shared fairly, never busy for too long, and replaced when they die."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path

import pytest

from keypeg.api.limits import READS
from keypeg.errors import Busy, Illegal
from keypeg.notation import rules
from keypeg.server.compute import process
from keypeg.server.compute.pool import MOST_AT_ADDRESS, MOST_OF_ONE, MOST_WAITING, ComputePool
from keypeg.server.compute.process import ComputeProcess
from keypeg.server.compute.usage import HALVED, Usage
from keypeg.server.compute.work import BUDGET, Work, hint_work, is_reviewer, move_work, takes
from keypeg.server.rate_limits import SHARED, Limits

LONG = 200.0


SPARE: dict[bool, list[ComputeProcess]] = {False: [], True: []}
"""Processes that were idle at the end of a test, by whether they give way: each takes a second or more to start."""


@pytest.fixture(scope="module", autouse=True)
def _no_spare_process_is_left() -> Iterator[None]:
    yield
    for each in chain(*SPARE.values()):
        thread = each.end()
        assert thread
        thread.join()


@asynccontextmanager
async def _pool(processes: int, *, spare: bool = True) -> AsyncIterator[ComputePool]:
    """Make a pool. What it needs is started when it is needed, unless an earlier test has left a spare one."""
    pool = ComputePool(processes)
    if spare:
        for each in pool._processes:
            if SPARE[each._gives_way]:
                left = SPARE[each._gives_way].pop()
                each._executor, each._started = left._executor, left._started
    try:
        yield pool
    finally:
        for each in pool._processes:
            if each._executor and each.owner is None and each.has_started:
                left = ComputeProcess(each.takes)
                left._executor, each._executor = each._executor, None
                left._started = each._started
                SPARE[each._gives_way].append(left)
        pool.stop()


def _kill_yourself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _exit_with_three() -> None:
    os._exit(3)


@pytest.mark.parametrize("underway", [0, 0.2], ids=["about to begin", "at work"])
async def test_nobody_waits_for_a_last_thought(underway: float) -> None:
    async with _pool(1) as pool:
        assert await pool.run(Work.MOVE, "ann", abs, -7) == 7
        thought = asyncio.create_task(pool.run(Work.MOVE, "ann", time.sleep, LONG))
        await asyncio.sleep(underway)
        pool.stop()
        await asyncio.wait([thought], timeout=LONG / 5)
        assert thought.cancelled()


async def test_a_process_that_dies_at_work_is_replaced() -> None:
    async with _pool(1) as pool:
        with pytest.raises(Busy, match="compute processes"):
            await pool.run(Work.MOVE, "ann", os._exit, 1)
        assert not pool.failed
        assert await pool.run(Work.MOVE, "ann", abs, -7) == 7


async def test_a_process_that_is_killed_takes_nobody_elses_work_with_it() -> None:
    async with _pool(2) as pool:
        pids = [await pool.run(kind, "ann", os.getpid) for kind in (Work.MOVE, Work.REVIEW)]
        assert pids[0] != pids[1]
        others = asyncio.create_task(pool.run(Work.REVIEW, "bob", _sleep_and_say, 1.0))
        os.kill(pids[0], signal.SIGKILL)
        assert await pool.run(Work.MOVE, "ann", abs, -7) == 7
        assert await others == pids[1]


async def test_processes_that_cannot_start_are_left_alone_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = tmp_path / "numba.py"
    broken.write_text("raise ImportError('broken')\n", "utf-8")

    with caplog.at_level(logging.ERROR, "keypeg.server"):
        async with _pool(2, spare=False) as pool:
            with monkeypatch.context() as patched:
                patched.syspath_prepend(tmp_path)
                for _ in range(3):
                    with pytest.raises(Busy, match="compute processes"):
                        await pool.run(Work.MOVE, "ann", abs, -7)
                assert pool.failed
            broken.unlink()
            pool._paused_until = 0.0
            assert await pool.run(Work.MOVE, "ann", abs, -7) == 7, "the minute is over, and they start"
    (record,) = caplog.records
    assert record.name == "keypeg.server"
    assert "ImportError: broken" in record.getMessage()


@pytest.mark.parametrize(("end", "why"), [(_kill_yourself, "signal 9"), (_exit_with_three, "exit status 3")])
async def test_the_log_says_how_a_process_ended(
    end: Callable[[], None], why: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "keypeg.server"):
        async with _pool(1) as pool:
            with pytest.raises(Busy, match="compute processes"):
                await pool.run(Work.MOVE, "ann", end)
    assert [record.levelname for record in caplog.records] == ["WARNING", "ERROR"]
    assert all(why in record.getMessage() for record in caplog.records)


async def test_a_process_that_has_grown_large_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """After hints in a few games of a million codes, every process kept 1.8 GB for good."""
    async with _pool(1) as pool:
        assert await pool.run(Work.MOVE, "ann", os.getpid) == await pool.run(Work.MOVE, "ann", os.getpid)
        monkeypatch.setattr(process, "MOST_MEMORY", 0)
        assert await pool.run(Work.MOVE, "ann", os.getpid) != await pool.run(Work.MOVE, "ann", os.getpid)


async def test_work_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGET, Work.HINT, 0.3)
    async with _pool(1) as pool:
        with pytest.raises(Illegal, match="longer to compute"):
            await pool.run(Work.HINT, "ann", _endless)
        assert await pool.run(Work.HINT, "ann", abs, -7) == 7


async def test_moves_come_before_hints_and_hints_before_reviews() -> None:
    async with _pool(1) as pool:
        done: list[Work] = []

        async def one(kind: Work) -> None:
            await pool.run(kind, kind.name, _sleep_and_say, 0.0)
            done.append(kind)

        first = asyncio.create_task(pool.run(Work.REVIEW, "ann", _sleep_and_say, 0.5))
        await asyncio.sleep(0)
        await asyncio.gather(*(one(kind) for kind in reversed(Work)), first)
        assert done == list(Work)


async def test_everybody_gets_a_turn() -> None:
    async with _pool(3) as pool:
        done: list[str] = []

        async def one(owner: str) -> None:
            await pool.run(Work.LONG_HINT, owner, _work, 0.2)
            done.append(owner)

        # Each runs in a process of its own, so all processes are ready after this.
        waits = [(Work.MOVE, "ann"), (Work.MOVE, "bob"), (Work.REVIEW, "ann")]
        await asyncio.gather(*(pool.run(kind, owner, _work, 0.1) for kind, owner in waits))
        await asyncio.gather(*(one(owner) for owner in ["ann"] * 5 + ["bob"]))
        assert "bob" in done[:4], "ann keeps one process busy, and the one for reviews"


async def test_a_short_move_does_not_wait_for_a_long_one_of_the_same_guest() -> None:
    async with _pool(4) as pool:
        long = asyncio.create_task(pool.run(Work.LONG_MOVE, "ann", time.sleep, LONG))
        await asyncio.sleep(0)
        async with asyncio.timeout(LONG / 10):
            assert await pool.run(Work.MOVE, "ann", abs, -7) == 7
        assert not long.done()
        long.cancel()
        await asyncio.gather(long, return_exceptions=True)


async def test_an_owner_who_needs_little_goes_before_an_owner_who_needs_much() -> None:
    """If two guests with one computer each took turns, the one with the fast computer would wait for the other."""
    async with _pool(1) as pool:
        done: list[str] = []

        async def one(owner: str, seconds: float) -> None:
            await pool.run(Work.LONG_HINT, owner, _work, seconds)
            done.append(owner)

        await pool.run(Work.LONG_HINT, "zoe", abs, -7)
        asked = [
            one("zoe", 0.1),
            one("ann", 0.5),
            one("ann", 0.5),
            one("bob", 0.01),
            one("bob", 0.01),
            one("bob", 0.01),
        ]
        await asyncio.gather(*asked)
        assert done.index("ann") < done.index("bob"), "nobody has had anything when ann is first"
        assert done[-1] == "ann", "bob has had less than ann, three times"


async def test_an_owner_of_one_job_goes_before_an_owner_of_many() -> None:
    """Guests with many tables have used little when they begin, and a guest with one table waited behind them all."""
    async with _pool(1) as pool:
        done: list[str] = []

        async def one(owner: str) -> None:
            await pool.run(Work.LONG_MOVE, owner, _work, 0.1)
            done.append(owner)

        for owner, seconds in (("ann", 0.2), ("bob", 0.15)):
            await pool.run(Work.LONG_MOVE, owner, _work, seconds)
        await asyncio.gather(*(one(owner) for owner in ["zoe", *["bob"] * 4, "ann"]))
        assert done[:2] == ["zoe", "ann"], "bob has had less than ann, but wants four times as much"


async def test_one_person_with_many_cookies_is_not_many_guests() -> None:
    """Beside two dozen new guests from one address, each with one table, a computer's row took 38 s, not 4 s."""
    guests = 3 * SHARED
    async with _pool(1) as pool:
        done: list[str] = []

        async def one(address: str, owner: str, seconds: float) -> None:
            Limits().take(READS, owner, address)
            await pool.run(Work.LONG_MOVE, owner, _work, seconds)
            done.append(owner)

        await asyncio.create_task(one("192.0.2.2", "ann", 0.01))
        asked = [one("192.0.2.1", f"{guest}", 0.05) for guest in range(guests)]
        await asyncio.gather(*map(asyncio.create_task, [*asked, one("192.0.2.2", "ann", 0.01)]))
        assert done.index("ann", 1) < guests / 3, "nobody at the other address has had anything but all together"


def test_past_use_counts_less_as_time_goes_by() -> None:
    now = 0.0
    used = Usage(lambda: now)
    used.add("ann", 8.0)
    assert (used.of("ann"), used.of("bob")) == (8.0, 0.0)
    now = 2 * HALVED
    assert used.of("ann") == 2.0
    used.add("ann", 1.0)
    assert used.of("ann") == 3.0
    now = 20 * HALVED
    used.add("bob", 1.0)
    assert used.of("ann") == 0.0, "it is forgotten, or guests would pile up"


@pytest.mark.parametrize("kind", [Work.LONG_MOVE, Work.HINT])
async def test_an_owner_who_has_used_little_does_not_wait_behind_those_who_have_used_much(kind: Work) -> None:
    async with _pool(4) as pool:
        attackers = [f"attacker {at}" for at in range(3)]
        short = [asyncio.create_task(pool.run(kind, owner, _work, 0.2)) for owner in attackers]
        long = [asyncio.create_task(pool.run(kind, owner, time.sleep, LONG)) for owner in attackers * 2]
        await asyncio.gather(*short)
        async with asyncio.timeout(LONG / 4):
            for _ in range(3):
                assert await pool.run(kind, "ann", abs, -7) == 7
        assert not any(each.done() for each in long)
        for each in long:
            each.cancel()
        await asyncio.gather(*long, return_exceptions=True)


async def test_one_guest_cannot_fill_the_queue() -> None:
    async with _pool(1, spare=False) as pool:
        asked: list[asyncio.Task[object]] = [
            asyncio.create_task(pool.run(Work.REVIEW, "ann", time.sleep, LONG)) for _ in range(MOST_OF_ONE + 1)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.run(Work.HINT, "ann", abs, -7)
        asked += [asyncio.create_task(pool.run(Work.HINT, f"{at}", _sleep_and_say, 0.0)) for at in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.run(Work.HINT, "zoe", abs, -7)
        move = asyncio.create_task(pool.run(Work.MOVE, "zoe", abs, -7))
        await asyncio.sleep(0)
        assert not move.done(), "computers are never refused"
        for each in (*asked, move):
            each.cancel()
        await asyncio.gather(*asked, move, return_exceptions=True)


async def test_reviews_leave_room_for_questions() -> None:
    """A dozen guests who had long matches reviewed kept everybody from a hint for as long as that took."""
    async with _pool(1, spare=False) as pool:
        asked = [
            asyncio.create_task(pool.run(Work.REVIEW, f"{at}", time.sleep, LONG)) for at in range(MOST_WAITING + 1)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.run(Work.REVIEW, "zoe", time.sleep, LONG)
        asked.append(asyncio.create_task(pool.run(Work.HINT, "zoe", time.sleep, 0)))
        await asyncio.sleep(0)
        assert not asked[-1].done(), "it waits"
        for each in asked:
            each.cancel()
        await asyncio.gather(*asked, return_exceptions=True)


async def test_one_address_cannot_fill_the_queue() -> None:
    async def ask(pool: ComputePool, address: str, owner: str) -> None:
        Limits().take(READS, owner, address)
        await pool.run(Work.HINT, owner, time.sleep, LONG)

    async with _pool(1, spare=False) as pool:
        guests = range(MOST_AT_ADDRESS + 1)
        asked = [asyncio.create_task(ask(pool, "192.0.2.1", f"{guest}")) for guest in guests]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await asyncio.create_task(ask(pool, "192.0.2.1", "another"))
        asked.append(asyncio.create_task(ask(pool, "192.0.2.2", "zoe")))
        await asyncio.sleep(0)
        assert not asked[-1].done(), "it waits"
        for each in asked:
            each.cancel()
        await asyncio.gather(*asked, return_exceptions=True)


@pytest.mark.parametrize("processes", range(1, 20))
def test_there_is_a_process_for_everything_and_one_that_never_waits_for_long(processes: int) -> None:
    lanes = [takes(at, processes) for at in range(processes)]
    assert frozenset().union(*lanes) == frozenset(Work)
    if processes > 1:
        assert any(Work.MOVE in lane and Work.REVIEW not in lane and Work.LONG_HINT not in lane for lane in lanes)
        assert all(Work.LONG_MOVE not in lane for lane in lanes if Work.REVIEW in lane)
        assert 1 <= sum(is_reviewer(at, processes) for at in range(processes)) <= max(1, processes // 4)
    if processes > 2:
        assert any(lane == {Work.MOVE} for lane in lanes)


def test_what_searches_many_codes_is_long() -> None:
    assert move_work(rules("6x9"), searches=True) is Work.LONG_MOVE
    assert move_work(rules("6x9"), searches=False) is Work.MOVE
    assert move_work(rules("togo"), searches=True) is Work.MOVE
    assert (hint_work(rules("challenge")), hint_work(rules("6x9"))) == (Work.HINT, Work.LONG_HINT)


def _sleep_and_say(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def _work(seconds: float) -> None:
    """Use this much processor time, however busy the machine is."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def _endless() -> None:
    while True:
        pass
