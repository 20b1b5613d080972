"""Processes in which computers think: they end when the server does, whatever they think about."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures.process import BrokenProcessPool

import pytest

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
            with pytest.raises((BrokenProcessPool, asyncio.CancelledError)):
                await thought

    asyncio.run(stop())
