"""Processes in which computers think: they end when the server does, whatever they think about."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from pathlib import Path

import pytest

from keypeg.errors import Busy
from keypeg.server.compute.pool import ComputePool

LONG = 200.0


def test_nobody_waits_for_a_last_thought() -> None:
    async def stop() -> None:
        thinkers = ComputePool(1)
        thinkers.start()
        assert await thinkers.quick(abs, -7) == 7
        thought = asyncio.create_task(thinkers.quick(time.sleep, LONG))
        await asyncio.sleep(0)
        thinkers.stop()
        async with asyncio.timeout(LONG / 5):
            with pytest.raises((Busy, asyncio.CancelledError)):
                await thought

    asyncio.run(stop())


def test_a_process_that_dies_at_work_is_replaced() -> None:
    async def die() -> None:
        pool = ComputePool(1)
        with pytest.raises(Busy, match="compute processes"):
            await pool.quick(os._exit, 1)
        assert not pool.failed
        assert await pool.quick(abs, -7) == 7
        pool.stop()

    asyncio.run(die())


def test_processes_that_cannot_start_are_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('broken')\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    async def ask() -> None:
        pool = ComputePool(2)
        for _ in range(3):
            with pytest.raises(Busy, match="compute processes"):
                await pool.quick(abs, -7)
        assert pool.failed
        pool.stop()

    with caplog.at_level(logging.ERROR, "keypeg.server"):
        asyncio.run(ask())
    assert [record.name for record in caplog.records] == ["keypeg.server"]
